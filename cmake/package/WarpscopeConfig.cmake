# find_package(Warpscope): CUDA C++ programs that run on the emulator, as targets and tests.
#
#   warpscope_add_program(NAME source.cu…
#     [INCLUDES folder…] [DEFINES macro…] [ARCH sm_NN] [STANDARD c++20]
#     [TEST] [ARGUMENTS word…] [RUN_OPTIONS option…])
#
# The target NAME builds an executable of that name in the folder bin/, and again when a source or a header of its
# own changes. TEST adds a test of the same name, `warpscope run` with RUN_OPTIONS and, for the
# program, ARGUMENTS: it fails on a finding or when the program does.

# Installed: <prefix>/lib/cmake/Warpscope/ and <prefix>/bin/; build tree: <build>/ and <build>/bin/.
find_program(WARPSCOPE_EXECUTABLE warpscope NO_DEFAULT_PATH
  PATHS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" "${CMAKE_CURRENT_LIST_DIR}/bin"
  DOC "The warpscope command of this package")
mark_as_advanced(WARPSCOPE_EXECUTABLE)
if(NOT WARPSCOPE_EXECUTABLE)
  set(Warpscope_FOUND FALSE)
  set(Warpscope_NOT_FOUND_MESSAGE "the program `warpscope` is not beside this package; build it")
  return()
endif()

function(warpscope_add_program name)
  cmake_parse_arguments(PARSE_ARGV 1 program "TEST" "ARCH;STANDARD"
    "INCLUDES;DEFINES;ARGUMENTS;RUN_OPTIONS")
  set(sources "")
  foreach(source IN LISTS program_UNPARSED_ARGUMENTS)
    get_filename_component(source "${source}" ABSOLUTE)
    list(APPEND sources "${source}")
  endforeach()
  if(NOT sources)
    message(FATAL_ERROR "warpscope_add_program(${name}): name at least one .cu source")
  endif()
  set(flags "")
  foreach(folder IN LISTS program_INCLUDES)
    get_filename_component(folder "${folder}" ABSOLUTE)
    list(APPEND flags -I "${folder}")
  endforeach()
  foreach(macro IN LISTS program_DEFINES)
    list(APPEND flags -D "${macro}")
  endforeach()
  if(program_ARCH)
    list(APPEND flags --arch "${program_ARCH}")
  endif()
  if(program_STANDARD)
    list(APPEND flags --std "${program_STANDARD}")
  endif()

  set(executable "${CMAKE_CURRENT_BINARY_DIR}/bin/${name}")
  file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/bin")
  add_custom_command(OUTPUT "${executable}"
    COMMAND "${WARPSCOPE_EXECUTABLE}" build ${sources} ${flags} -o "${executable}"
      --depfile "${executable}.d"
    DEPENDS ${sources} "${WARPSCOPE_EXECUTABLE}" DEPFILE "${executable}.d"
    COMMENT "Building CUDA program ${name}" VERBATIM)
  add_custom_target(${name} ALL DEPENDS "${executable}")
  if(program_TEST)
    set(arguments "")
    if(program_ARGUMENTS)
      set(arguments -- ${program_ARGUMENTS})
    endif()
    add_test(NAME ${name} COMMAND "${WARPSCOPE_EXECUTABLE}" run ${sources} ${flags}
      ${program_RUN_OPTIONS} ${arguments})
  endif()
endfunction()

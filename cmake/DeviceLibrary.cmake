# Compiles runtime/device/*.cu to lib/warpscope_device.bc, the bitcode library of device math.
#
# runtime/device/flags.txt, when present, holds further compiler flags; `#` starts a comment.

file(GLOB device_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/runtime/device/*.cu")
if(NOT device_sources)
  return()
endif()
if(NOT WARPSCOPE_CLANG)
  message(WARNING "No device math library: clang++-19 is missing (scripts/install_packages.sh)")
  return()
endif()

# The same target on every machine: an installed CUDA toolkit must not change what comes out.
set(device_flags -x cuda -std=c++20 -O2 --cuda-device-only --cuda-gpu-arch=sm_80
  --cuda-path=/nonexistent -nocudainc -nocudalib -Xclang -target-sdk-version=12.4
  -Xclang -target-feature -Xclang +ptx80 -emit-llvm)
set(flags_file "${CMAKE_SOURCE_DIR}/runtime/device/flags.txt")
if(EXISTS "${flags_file}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${flags_file}")
  file(STRINGS "${flags_file}" lines)
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "#.*$" "" line "${line}")
    separate_arguments(words UNIX_COMMAND "${line}")
    list(APPEND device_flags ${words})
  endforeach()
endif()

set(device_folder "${CMAKE_BINARY_DIR}/device")
file(MAKE_DIRECTORY "${device_folder}")
set(device_parts "")
foreach(source IN LISTS device_sources)
  get_filename_component(name "${source}" NAME_WE)
  set(part "${device_folder}/${name}.bc")
  add_custom_command(OUTPUT "${part}"
    COMMAND "${WARPSCOPE_CLANG}" ${device_flags} "-I${CMAKE_SOURCE_DIR}"
      -MD -MF "${part}.d" -MT "${part}" -c "${source}" -o "${part}"
    DEPENDS "${source}" DEPFILE "${part}.d"
    COMMENT "Compiling device library part ${name}.bc" VERBATIM)
  list(APPEND device_parts "${part}")
endforeach()

set(device_library "${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/warpscope_device.bc")
list(LENGTH device_parts count)
if(count EQUAL 1)
  set(device_command "${CMAKE_COMMAND}" -E copy)
elseif(WARPSCOPE_LLVM_LINK)
  set(device_command "${WARPSCOPE_LLVM_LINK}" -o)
else()
  message(FATAL_ERROR "llvm-link-19 is missing: scripts/install_packages.sh installs llvm-19")
endif()
if(count EQUAL 1)
  add_custom_command(OUTPUT "${device_library}"
    COMMAND ${device_command} ${device_parts} "${device_library}" DEPENDS ${device_parts} VERBATIM)
else()
  add_custom_command(OUTPUT "${device_library}"
    COMMAND ${device_command} "${device_library}" ${device_parts} DEPENDS ${device_parts} VERBATIM)
endif()
add_custom_target(warpscope_device ALL DEPENDS "${device_library}")
if(TARGET warpscope)
  add_dependencies(warpscope warpscope_device)
endif()

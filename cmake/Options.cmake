# Options, compiler flags and output folders shared by every target.

option(WARPSCOPE_WERROR "Treat warnings in Warpscope's own code as errors" ON)
option(WARPSCOPE_GUI "Build the desktop GUI when its packages are present" ON)
option(WARPSCOPE_TESTS "Build the tests" ON)
option(WARPSCOPE_UNITY "Compile several sources of a layer as one: less time from scratch, more for a change" OFF)
set(WARPSCOPE_SANITIZE "" CACHE STRING "Sanitizers for the whole build, e.g. address,undefined")
set(WARPSCOPE_ISA_LEVELS "v2;v3;v4" CACHE STRING "x86-64 levels that sim/isa is compiled for")
set(WARPSCOPE_ISA_COMMON "rows.cpp;levels.cpp;syntax.cpp;suffixes.cpp" CACHE STRING
  "Files of sim/isa that are compiled once, for the baseline level")
set(WARPSCOPE_IMGUI_DIR "" CACHE PATH "A Dear ImGui source tree to use instead of the system's")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
  set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The runtime archive is linked into user programs, which may be shared libraries; hidden symbols
# keep that as fast as position-dependent code.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(WARPSCOPE_CCACHE ccache)
  mark_as_advanced(WARPSCOPE_CCACHE)
  if(WARPSCOPE_CCACHE)
    # The base directory lets clones share a cache; precompiled headers need the sloppiness.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}"
      "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime"
      "${WARPSCOPE_CCACHE}")
  endif()
endif()

if(WARPSCOPE_SANITIZE)
  add_compile_options("-fsanitize=${WARPSCOPE_SANITIZE}" -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  add_link_options("-fsanitize=${WARPSCOPE_SANITIZE}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Coverage feedback in the libraries is what makes the fuzz targets find anything.
    add_compile_options(-fsanitize=fuzzer-no-link)
    add_link_options(-fsanitize=fuzzer-no-link)
  endif()
endif()

# Marks a target as our own code: warnings on, includes written from the repository root.
function(warpscope_own_code target)
  target_include_directories(${target} PRIVATE "${CMAKE_SOURCE_DIR}")
  target_compile_options(${target} PRIVATE -Wall -Wextra)
  if(WARPSCOPE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC's full -Wshadow takes the enumerators of an `enum class` for names of the outer scope;
    # clang, which compiles everything in the asan preset, does not.
    target_compile_options(${target} PRIVATE -Wshadow=local)
  else()
    target_compile_options(${target} PRIVATE -Wshadow -Wno-error=pass-failed)
    if(WARPSCOPE_SANITIZE)
      # Instrumented loops do not vectorise, and need not.
      target_compile_options(${target} PRIVATE -Wno-pass-failed)
    endif()
  endif()
endfunction()

# Finds the packages that Warpscope uses and says how to get those that are missing.

set(warpscope_missing "")

find_package(fmt QUIET)
if(NOT fmt_FOUND)
  list(APPEND warpscope_missing "{fmt}")
endif()
find_package(nlohmann_json QUIET)
if(NOT nlohmann_json_FOUND)
  list(APPEND warpscope_missing "nlohmann-json")
endif()
find_path(WARPSCOPE_TOMLPLUSPLUS_INCLUDE toml++/toml.h)
if(NOT WARPSCOPE_TOMLPLUSPLUS_INCLUDE)
  list(APPEND warpscope_missing "toml++")
endif()
find_path(WARPSCOPE_XXHASH_INCLUDE xxhash.h)
if(NOT WARPSCOPE_XXHASH_INCLUDE)
  list(APPEND warpscope_missing "xxHash")
endif()
find_path(WARPSCOPE_CLI11_INCLUDE CLI/CLI.hpp)
if(NOT WARPSCOPE_CLI11_INCLUDE)
  list(APPEND warpscope_missing "CLI11")
endif()
if(WARPSCOPE_TESTS)
  find_package(Catch2 QUIET)
  if(NOT Catch2_FOUND)
    list(APPEND warpscope_missing "Catch2")
  endif()
endif()
mark_as_advanced(WARPSCOPE_TOMLPLUSPLUS_INCLUDE WARPSCOPE_XXHASH_INCLUDE
  WARPSCOPE_CLI11_INCLUDE)

if(warpscope_missing)
  list(JOIN warpscope_missing ", " warpscope_missing)
  message(FATAL_ERROR
    "Missing packages: ${warpscope_missing}. On Debian: scripts/install_packages.sh")
endif()

find_program(WARPSCOPE_CLANG NAMES clang++-19 DOC "clang that compiles device code")
find_program(WARPSCOPE_LLVM_LINK NAMES llvm-link-19 DOC "linker of device bitcode")
find_program(WARPSCOPE_LLVM_NM NAMES llvm-nm-19 DOC "lists the names in device bitcode")
find_package(Python3 QUIET COMPONENTS Interpreter)

# A user program links one archive and nothing else, so {fmt} has to be inside it as objects.
# Debian ships only the shared library, and header-only mode costs seconds per source file.
if(fmt_VERSION VERSION_LESS 10)
  add_library(warpscope_fmt STATIC "${CMAKE_SOURCE_DIR}/cmake/fmt_library.cpp")
  target_include_directories(warpscope_fmt SYSTEM PUBLIC
    $<TARGET_PROPERTY:fmt::fmt,INTERFACE_INCLUDE_DIRECTORIES>)
else()
  add_library(warpscope_fmt INTERFACE)
  target_link_libraries(warpscope_fmt INTERFACE fmt::fmt-header-only)
endif()

# Header-only libraries that any layer may include. toml++'s own target would pull in its shared
# library, so only its folder is used.
add_library(warpscope_dependencies INTERFACE)
target_link_libraries(warpscope_dependencies INTERFACE warpscope_fmt nlohmann_json::nlohmann_json)
target_include_directories(warpscope_dependencies SYSTEM INTERFACE
  "${WARPSCOPE_TOMLPLUSPLUS_INCLUDE}" "${WARPSCOPE_XXHASH_INCLUDE}")

# Generates warpscope_version.h (for everybody) and warpscope_paths.h (for who compiles programs).

set(WARPSCOPE_RUNTIME_LINK_FLAGS "")
if(WARPSCOPE_SANITIZE)
  # A program that links an instrumented runtime needs the sanitizers' runtime too.
  set(WARPSCOPE_RUNTIME_LINK_FLAGS "-fsanitize=${WARPSCOPE_SANITIZE}")
endif()

configure_file("${CMAKE_SOURCE_DIR}/cmake/warpscope_version.h.in"
  "${CMAKE_BINARY_DIR}/generated/version/warpscope_version.h" @ONLY)
configure_file("${CMAKE_SOURCE_DIR}/cmake/warpscope_paths.h.in"
  "${CMAKE_BINARY_DIR}/generated/paths/warpscope_paths.h" @ONLY)

add_library(warpscope_version INTERFACE)
target_include_directories(warpscope_version INTERFACE "${CMAKE_BINARY_DIR}/generated/version")

add_library(warpscope_paths INTERFACE)
target_include_directories(warpscope_paths INTERFACE "${CMAKE_BINARY_DIR}/generated/paths")
target_link_libraries(warpscope_paths INTERFACE warpscope_version)

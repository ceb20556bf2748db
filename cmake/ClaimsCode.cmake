# Compiles runtime/compare/device/claims.cu to PTX and puts that into warpscope_claims_code.h, for
# the code that instruments kernels.

set(claims_source "${CMAKE_SOURCE_DIR}/runtime/compare/device/claims.cu")
set(claims_folder "${CMAKE_BINARY_DIR}/generated/claims")
set(claims_header "${claims_folder}/warpscope_claims_code.h")
set(claims_ptx "")
set(claims_script "${CMAKE_SOURCE_DIR}/cmake/embed_claims.cmake")
file(MAKE_DIRECTORY "${claims_folder}")

if(WARPSCOPE_CLANG)
  set(claims_ptx "${claims_folder}/claims.ptx")
  # No compiler's target is older, so that the text fits into every module.
  add_custom_command(OUTPUT "${claims_ptx}"
    COMMAND "${WARPSCOPE_CLANG}" -x cuda -std=c++20 -O2 --cuda-device-only --cuda-gpu-arch=sm_70
      --cuda-path=/nonexistent -nocudainc -nocudalib -Xclang -target-sdk-version=12.4
      -Wno-linker-warnings "-I${CMAKE_SOURCE_DIR}" -MD -MF "${claims_ptx}.d" -MT "${claims_ptx}"
      -S "${claims_source}" -o "${claims_ptx}"
    DEPENDS "${claims_source}" DEPFILE "${claims_ptx}.d"
    COMMENT "Compiling the device code that notes writes" VERBATIM)
endif()
add_custom_command(OUTPUT "${claims_header}"
  COMMAND "${CMAKE_COMMAND}" "-DPTX=${claims_ptx}" "-DHEADER=${claims_header}" -P "${claims_script}"
  DEPENDS ${claims_ptx} "${claims_script}" VERBATIM)
add_custom_target(warpscope_claims_header DEPENDS "${claims_header}")

add_library(warpscope_claims_code INTERFACE)
target_include_directories(warpscope_claims_code INTERFACE "${claims_folder}")
add_dependencies(warpscope_claims_code warpscope_claims_header)

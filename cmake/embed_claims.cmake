# Writes HEADER with the text of PTX, less its header lines; an empty text when PTX is empty.
set(text "")
if(PTX)
  file(READ "${PTX}" text)
  string(REGEX REPLACE "^.*\\.address_size[^\n]*\n" "" text "${text}")
endif()
file(WRITE "${HEADER}" "// Made by the build.
#pragma once

namespace warpscope::compare {

/// The variable and the function of runtime/compare/device/claims.cu; empty without clang.
inline constexpr const char* kClaimsCode = R\"ptx(${text})ptx\";

} // namespace warpscope::compare
")

// Names of internal symbols: what nvcc calls them, told in the names clang's host half registers.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::compile {

/// PTX of `nvcc -rdc=true` with its internal symbols renamed as clang mangles them. nvcc puts a
/// hash of the file before them, and into the name of an unnamed namespace:
///
///     __nv_static_25__d68e2b80_4_a_cu__Z1gPi_count            →  _ZL5count
///     __nv_static_25__d68e2b80_4_a_cu__Z1gPi__Z4kernPi        →  _ZL4kernPi
///     …_Z1gPi__ZN36_GLOBAL__N__d68e2b80_4_a_cu__Z1gPi4kernEPi →  _ZN12_GLOBAL__N_14kernEPi
std::string rename_internal_symbols(std::string_view ptx);

} // namespace warpscope::compile

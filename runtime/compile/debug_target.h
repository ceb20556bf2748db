// The word `debug` after `.target`: what it means to the compiler of a driver.
#pragma once

#include <string>

namespace warpscope::compile {

/// Takes `debug` off the `.target` of PTX (PTX ISA, "Module-Scoped Directives: .target").
///
/// clang writes it whenever there is debug information, be it only of lines. The driver's compiler
/// then does not optimise: on an H200 the inner loop of a tiled matrix product grows from 104 to
/// 328 machine instructions. The sections of debug information may stay.
void drop_debug_target(std::string& ptx);

} // namespace warpscope::compile

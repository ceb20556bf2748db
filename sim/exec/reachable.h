// Which functions a kernel can reach, by name and through pointers.
#pragma once

#include <vector>

#include "sim/program/module.h"

namespace warpscope {

/// The kernel first, then functions in the order of their first call. Where the code calls through
/// pointers, every function is among them whose address is taken somewhere in the module and whose
/// values have the sizes that the call declares.
std::vector<const Function*> reachable_functions(const Module& module, const Function& kernel);

} // namespace warpscope

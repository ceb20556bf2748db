// The PTX linker: several translation units as one Module.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/program/module.h"

namespace warpscope::ptx {

/// Old to new names of one module's internal symbols that had to be renamed.
using Renames = std::map<std::string, std::string>;

/// Merges modules: definitions take the place of declarations, `.weak` and `.common` ones merge,
/// internal symbols whose names collide are renamed (`name$m2` in the second module), file tables
/// become one. The texts are joined, and lines count through the joined text. An extern symbol that
/// is used and that no module defines is an error, save the functions that the emulator provides
/// and arrays of dynamic shared memory. With `renames`, says per module what was renamed. All
/// modules must come from the same row index.
Result<Module> link(std::vector<Module> modules, std::vector<Renames>* renames = nullptr);

/// vprintf, malloc, free and the like: functions without a body that a program may name. (What
/// stands in tables of virtual functions for pure and deleted ones is not there to be called.)
bool is_provided_function(std::string_view name);

} // namespace warpscope::ptx

// Making one module of all device code that a program has registered.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/program/module.h"
#include "sim/ptx/linker.h"

namespace warpscope::host {

struct LinkedProgram {
    std::shared_ptr<const Module> module;
    std::vector<ptx::Renames> renames; ///< per part
};

/// Links parsed translation units. The module's text is PTX that parses to it, and its lines count
/// in that text.
///
/// Host code names a kernel or variable together with its translation unit, so parts may give one
/// name to different things (static kernels and variables): all but the first are renamed.
Result<LinkedProgram> link_program(std::vector<Module> parts);

} // namespace warpscope::host

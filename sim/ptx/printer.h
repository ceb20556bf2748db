// The PTX printer: a Module as text that parses to the same Module and that ptxas takes.
#pragma once

#include <string>

#include "sim/program/module.h"

namespace warpscope::ptx {

struct PrintOptions {
    /// Gives add, sub and mul of floating-point types the `.rn` that they mean when they name no
    /// rounding: without it ptxas may fuse them, and results differ from an unfused run in the last
    /// bit.
    bool explicit_rounding = false;
    /// Print `.file` and `.loc`, chains of inlined calls included (from PTX 7.2 on).
    bool locations = true;
    /// Print DWARF sections and the `debug` target option as they were read.
    bool debug_sections = false;
};

std::string print(const Module& module, const PrintOptions& options = {});

} // namespace warpscope::ptx

// The PTX printer: a Module as text that parses to the same Module and that ptxas takes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "sim/base/address.h"
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
    /// Text between the header and the declarations.
    std::string preamble;
    /// Appends text that goes before an instruction, behind its labels; empty: none does. The
    /// numbers are indices into Module::functions and Function::instructions.
    std::function<void(std::string& out, std::uint32_t function, std::uint32_t instruction)> before,
        after; ///< behind the instruction, where control comes from it alone
    /// Addresses that variables have already: these are not declared, and functions name a register
    /// that holds the address instead. By name.
    std::map<std::string, Address> places;
};

std::string print(const Module& module, const PrintOptions& options = {});

} // namespace warpscope::ptx

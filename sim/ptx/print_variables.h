// Writes variables, parameters and initialisers.
#pragma once

#include <string>

#include "sim/program/module.h"

namespace warpscope::ptx {

/// "\t.param .align 8 .b8 name[16]", without linkage, initialiser and semicolon.
void append_variable(std::string& out, const Variable& variable);
/// A whole declaration with its linkage, initialiser and semicolon.
void append_declaration(std::string& out, const Variable& variable);
std::string_view spelled(Linkage linkage); // ".visible " and so on, "" for Internal

/// Indices of Module::variables such that whatever an initialiser names comes before it.
std::vector<std::uint32_t> declaration_order(const Module& module);

} // namespace warpscope::ptx

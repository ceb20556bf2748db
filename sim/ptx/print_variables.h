// Writes variables, parameters and initialisers.
#pragma once

#include <map>
#include <string>

#include "sim/base/address.h"
#include "sim/program/module.h"

namespace warpscope::ptx {

/// "\t.param .align 8 .b8 name[16]", without linkage, initialiser and semicolon.
void append_variable(std::string& out, const Variable& variable);
/// A whole declaration with its linkage, initialiser and semicolon. `places`: addresses of
/// variables that initialisers may name and that are not declared.
void append_declaration(std::string& out, const Variable& variable,
                        const std::map<std::string, Address>& places = {});
std::string_view spelled(Linkage linkage); // ".visible " and so on, "" for Internal

/// Indices of Module::variables such that whatever an initialiser names comes before it.
std::vector<std::uint32_t> declaration_order(const Module& module);

} // namespace warpscope::ptx

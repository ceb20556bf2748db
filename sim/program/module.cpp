// Look-ups in a module by name.
#include "sim/program/module.h"

namespace warpscope {
namespace {

const Function* find_by_name(const Module& module, const std::string& name) {
    const Function* declaration = nullptr;
    for (const Function& function : module.functions) {
        if (function.name != name) continue;
        if (!function.is_declaration) return &function;
        declaration = &function;
    }
    return declaration;
}

} // namespace

const Function* Module::find_function(const std::string& function_name) const {
    const Function* found = find_by_name(*this, function_name);
    if (found != nullptr && !found->is_declaration) return found;
    for (const Alias& alias : aliases) {
        if (alias.name != function_name) continue;
        if (const Function* behind = find_by_name(*this, alias.target)) return behind;
    }
    return found;
}

const Variable* Module::find_variable(const std::string& variable_name) const {
    for (const Variable& variable : variables)
        if (variable.name == variable_name) return &variable;
    return nullptr;
}

std::vector<const Function*> Module::entries() const {
    std::vector<const Function*> found;
    for (const Function& function : functions)
        if (function.is_entry && !function.is_declaration) found.push_back(&function);
    return found;
}

} // namespace warpscope

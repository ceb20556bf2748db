// Collects parameters and variables of an executable.
#include "sim/debug/named_variables.h"

#include <cstdlib>
#include <memory>
#include <set>

#include <cxxabi.h>

#include "sim/exec/layout.h"

namespace warpscope {
namespace {

constexpr std::size_t kLongestSymbol = 4096; // the demangler's time grows with nesting

std::string demangled(const std::string& symbol) {
    if (symbol.size() > kLongestSymbol) return symbol;
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 && text ? text.get() : symbol;
}

/// The one type with which all instructions that name the space access it.
Type access_type(const Executable& executable, StateSpace space) {
    std::set<Type> types;
    for (const ExecutableFunction& function : executable.functions)
        for (const Instruction& i : function.source->instructions)
            if (i.traits.memory && i.modifiers.space == space) types.insert(i.modifiers.type);
    return types.size() == 1 ? *types.begin() : Type::None;
}

NamedVariable entry_of(const Variable& v, Space space, Address address) {
    NamedVariable entry;
    entry.name = v.name;
    entry.short_name = short_name(v.name);
    entry.space = space;
    entry.element = v.type;
    entry.address = address;
    entry.size = v.size;
    entry.is_array = v.is_array || v.unsized || v.size > size_in_bytes(v.type);
    return entry;
}

void add_parameters(const Executable& executable, NamedVariables& table) {
    for (const ParameterSlot& slot : executable.parameters) {
        NamedVariable entry;
        entry.name = slot.name;
        entry.short_name = "param" + std::to_string(table.entries.size());
        entry.space = Space::Parameter;
        entry.element = slot.type;
        entry.address = slot.offset;
        entry.size = slot.size;
        entry.is_array = slot.size > size_in_bytes(slot.type);
        table.entries.push_back(std::move(entry));
    }
}

void add_memory(const Executable& executable, const Variable& v, NamedVariables& table) {
    if (v.space != StateSpace::Global && v.space != StateSpace::Constant) return;
    const Address address = executable.instance->address_of(v.name);
    if (address != 0) table.entries.push_back(entry_of(v, Space::Global, address));
}

void add_shared(const Executable& executable, NamedVariables& table) {
    std::vector<const Function*> functions;
    std::vector<const Variable*> variables;
    const Module& module = *executable.instance->module;
    for (const Variable& v : module.variables)
        variables.push_back(&v);
    for (const ExecutableFunction& f : executable.functions) {
        functions.push_back(f.source);
        for (const Variable& v : f.source->variables)
            variables.push_back(&v);
    }
    const SharedLayout layout = lay_out_shared(module, functions);
    const Type accessed = access_type(executable, StateSpace::Shared);
    std::set<std::string> done;
    for (const Variable* v : variables) {
        const auto place = layout.variables.find(v->name);
        if (v->space != StateSpace::Shared || place == layout.variables.end()) continue;
        if (!done.insert(v->name).second) continue;
        NamedVariable entry = entry_of(*v, Space::Shared, place->second.offset);
        if (v->type == Type::B8 && v->align >= size_in_bytes(accessed))
            entry.accessed_as = accessed;
        table.entries.push_back(std::move(entry));
    }
}

void add_locals(const Executable& executable, std::uint32_t function, NamedVariables& table) {
    const Function& source = *executable.functions[function].source;
    std::uint32_t bytes = 0;
    const OffsetsByName offsets = lay_out_locals(source, bytes);
    for (const Variable& v : source.variables) {
        const auto place = offsets.find(v.name);
        if (v.space != StateSpace::Local || place == offsets.end()) continue;
        NamedVariable entry = entry_of(v, Space::Local, place->second.offset);
        entry.function = function;
        table.entries.push_back(std::move(entry));
    }
}

} // namespace

std::string short_name(const std::string& symbol) {
    std::string name = symbol;
    if (const std::size_t mark = name.rfind("$m"); mark != std::string::npos && mark > 0)
        name.erase(mark);
    name = demangled(name);
    int depth = 0;
    for (std::size_t at = name.size(); at-- > 1;) {
        if (name[at] == ')' || name[at] == '>') ++depth;
        if (name[at] == '(' || name[at] == '<') --depth;
        if (depth == 0 && name[at] == ':' && name[at - 1] == ':') return name.substr(at + 1);
    }
    return name;
}

const NamedVariable* NamedVariables::find(const std::string& name, std::uint32_t function) const {
    const NamedVariable* best = nullptr;
    for (const NamedVariable& entry : entries) {
        if (entry.name != name && entry.short_name != name) continue;
        if (entry.function != kNoFunction && entry.function != function) continue;
        if (entry.function == function && function != kNoFunction) return &entry;
        if (best == nullptr) best = &entry;
    }
    return best;
}

NamedVariables named_variables_of(const Executable& executable) {
    NamedVariables table;
    add_parameters(executable, table);
    add_shared(executable, table);
    for (const Variable& v : executable.instance->module->variables)
        add_memory(executable, v, table);
    for (std::uint32_t f = 0; f < executable.functions.size(); ++f) {
        for (const Variable& v : executable.functions[f].source->variables)
            add_memory(executable, v, table);
        add_locals(executable, f, table);
    }
    return table;
}

} // namespace warpscope

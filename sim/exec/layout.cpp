// Assigns offsets to shared, local and parameter variables, each at its declared alignment.
#include "sim/exec/layout.h"

#include <algorithm>
#include <unordered_set>

namespace warpscope {
namespace {

template<class Integer>
Integer align_up(Integer value, std::uint64_t alignment) {
    const std::uint64_t a = std::max<std::uint64_t>(alignment, 1);
    return static_cast<Integer>((value + a - 1) / a * a);
}

/// Appends a variable; a name that is declared again (call areas in disjoint scopes) keeps the
/// larger room.
void append(OffsetsByName& table, std::uint32_t& bytes, const Variable& v) {
    const auto known = table.find(v.name);
    if (known != table.end() && known->second.size >= v.size) return;
    bytes = align_up(bytes, v.align);
    table[v.name] = {bytes, v.size};
    bytes += static_cast<std::uint32_t>(v.size);
}

void collect_names(const Operand& operand, std::unordered_set<std::string>& names) {
    if (operand.kind == Operand::Kind::Symbol) names.insert(operand.name);
    for (const Operand& e : operand.elements)
        collect_names(e, names);
}

} // namespace

ParameterLayout lay_out_parameters(const Function& function) {
    ParameterLayout layout;
    std::uint32_t& formal_bytes = function.is_entry ? layout.formal_bytes : layout.area_bytes;
    OffsetsByName& formals = function.is_entry ? layout.formals : layout.areas;
    for (const Variable& v : function.results)
        append(formals, formal_bytes, v);
    for (const Variable& v : function.parameters)
        append(formals, formal_bytes, v);
    for (const Variable& v : function.variables)
        if (v.space == StateSpace::Parameter) append(layout.areas, layout.area_bytes, v);
    layout.area_bytes = align_up(layout.area_bytes, 16);
    return layout;
}

OffsetsByName lay_out_locals(const Function& function, std::uint32_t& bytes) {
    OffsetsByName table;
    bytes = 0;
    for (const Variable& v : function.variables)
        if (v.space == StateSpace::Local) append(table, bytes, v);
    bytes = align_up(bytes, 16);
    return table;
}

SharedLayout lay_out_shared(const Module& module, const std::vector<const Function*>& functions) {
    std::unordered_set<std::string> names;
    std::vector<const Variable*> candidates;
    for (const Variable& v : module.variables)
        candidates.push_back(&v);
    for (const Function* f : functions) {
        for (const Instruction& i : f->instructions)
            for (const Operand& operand : i.operands)
                collect_names(operand, names);
        for (const Variable& v : f->variables)
            candidates.push_back(&v);
    }
    SharedLayout layout;
    std::vector<const Variable*> unsized;
    for (const Variable* v : candidates) {
        if (v->space != StateSpace::Shared || !names.contains(v->name) ||
            layout.variables.contains(v->name))
            continue;
        if (v->unsized) {
            unsized.push_back(v);
            layout.dynamic_alignment = std::max(layout.dynamic_alignment, v->align);
            continue;
        }
        layout.static_bytes = align_up(layout.static_bytes, v->align);
        layout.variables[v->name] = {static_cast<std::uint32_t>(layout.static_bytes), v->size};
        layout.static_bytes += v->size;
    }
    const auto dynamic = align_up(layout.static_bytes, layout.dynamic_alignment);
    if (!unsized.empty()) layout.static_bytes = dynamic;
    for (const Variable* v : unsized)
        layout.variables[v->name] = {static_cast<std::uint32_t>(dynamic), 0};
    return layout;
}

unsigned slot_bytes(Type type) {
    const unsigned bytes = size_in_bytes(type);
    return bytes <= 4 ? 4 : bytes;
}

} // namespace warpscope

// Declares and finds names in nested scopes.
#include "sim/ptx/scopes.h"

namespace warpscope::ptx {

void Scopes::open() {
    Scope scope;
    if (!open_.empty()) scope.parent = open_.back();
    open_.push_back(static_cast<std::uint32_t>(scopes_.size()));
    scopes_.push_back(std::move(scope));
}

bool Scopes::close() {
    if (open_.size() == 1) return false;
    open_.pop_back();
    return true;
}

std::string Scopes::unique(std::string_view name) {
    std::string wanted(name);
    if (taken_.try_emplace(wanted, 1).second) return wanted;
    while (true) {
        std::string candidate = wanted + "_" + std::to_string(taken_[wanted]++);
        if (taken_.try_emplace(candidate, 1).second) return candidate;
    }
}

std::uint32_t Scopes::add_register(std::string name, Type type) {
    function_.registers.push_back({std::move(name), type});
    return static_cast<std::uint32_t>(function_.registers.size()) - 1;
}

const Entity* Scopes::made(Entity& entity) {
    if (entity.kind == Entity::Kind::UnusedRegister) {
        Register& reg = unused_[entity.index];
        entity = {Entity::Kind::Register, add_register(std::move(reg.name), reg.type)};
    }
    return &entity;
}

bool Scopes::declare_register(std::string_view name, Type type) {
    const auto index = static_cast<std::uint32_t>(unused_.size());
    const Entity unused = {Entity::Kind::UnusedRegister, index};
    if (!scopes_[current()].entities.try_emplace(std::string(name), unused).second) return false;
    unused_.push_back({unique(name), type});
    return true;
}

bool Scopes::declare_vector(std::string_view name, std::size_t components, Type type) {
    has_vectors_ = true;
    auto& entities = scopes_[current()].entities;
    if (entities.contains(std::string(name))) return false;
    for (char c : std::string_view("xyzw").substr(0, components)) {
        const Entity unused = {Entity::Kind::UnusedRegister,
                               static_cast<std::uint32_t>(unused_.size())};
        if (!entities.try_emplace(std::string(name) + "." + c, unused).second) return false;
        unused_.push_back({unique(std::string(name) + "_" + c), type});
    }
    return true;
}

bool Scopes::declare_register_parameter(std::string_view name, Type type) {
    return declare_register(name, type) && find(name) != nullptr;
}

bool Scopes::declare_registers(std::string_view prefix, std::uint32_t count, Type type) {
    return scopes_[current()].ranges.try_emplace(std::string(prefix), Range{count, type}).second;
}

bool Scopes::declare_parameter(std::string_view name) {
    const Entity parameter = {Entity::Kind::Parameter, 0};
    if (!scopes_[current()].entities.try_emplace(std::string(name), parameter).second) return false;
    taken_.try_emplace(std::string(name), 1);
    return true;
}

bool Scopes::declare_variable(Variable variable) {
    Scope& scope = scopes_[current()];
    const auto [place, is_new] = scope.entities.try_emplace(variable.name);
    if (!is_new) return false;
    place->second = {Entity::Kind::Variable,
                     static_cast<std::uint32_t>(function_.variables.size())};
    variable.name = unique(variable.name);
    function_.variables.push_back(std::move(variable));
    return true;
}

const Entity* Scopes::find_in(Scope& scope, std::string_view name) {
    if (scope.entities.empty() && scope.ranges.empty()) return nullptr;
    key_.assign(name);
    if (const auto found = scope.entities.find(key_); found != scope.entities.end())
        return made(found->second);
    if (scope.ranges.empty()) return nullptr;
    // `%r12` belongs to `.reg .b32 %r<N>` when 12 < N; names with leading zeros do not.
    std::size_t digits = name.size();
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
        --digits;
    const std::string_view number = name.substr(digits);
    if (number.empty() || number.size() > 7 || (number.size() > 1 && number[0] == '0'))
        return nullptr;
    key_.assign(name.substr(0, digits));
    const auto range = scope.ranges.find(key_);
    if (range == scope.ranges.end()) return nullptr;
    std::uint32_t value = 0;
    for (char c : number)
        value = value * 10 + static_cast<std::uint32_t>(c - '0');
    if (value >= range->second.count) return nullptr;
    const Entity fresh = {Entity::Kind::Register, add_register(unique(name), range->second.type)};
    return &scope.entities.emplace(std::string(name), fresh).first->second;
}

const Entity* Scopes::find(std::string_view name) {
    for (std::size_t i = open_.size(); i-- > 0;)
        if (const Entity* entity = find_in(scopes_[open_[i]], name)) return entity;
    return nullptr;
}

bool Scopes::declare_label(std::string_view name, std::uint32_t target) {
    Scope& scope = scopes_[current()];
    const auto index = static_cast<std::uint32_t>(function_.labels.size());
    if (!scope.labels.try_emplace(std::string(name), index).second) return false;
    function_.labels.push_back({unique(name), target});
    return true;
}

bool Scopes::declare_table(std::string_view name, std::vector<std::string> targets) {
    Scope& scope = scopes_[current()];
    const auto index = static_cast<std::uint32_t>(function_.branch_tables.size());
    if (!scope.tables.try_emplace(std::string(name), index).second) return false;
    function_.branch_tables.push_back(std::move(targets));
    function_.branch_table_names.push_back(unique(name));
    return true;
}

bool Scopes::declare_prototype(CallPrototype prototype) {
    Scope& scope = scopes_[current()];
    const auto index = static_cast<std::uint32_t>(function_.prototypes.size());
    if (!scope.prototypes.try_emplace(prototype.name, index).second) return false;
    prototype.name = unique(prototype.name);
    function_.prototypes.push_back(std::move(prototype));
    return true;
}

std::uint32_t Scopes::look_up(std::unordered_map<std::string, std::uint32_t> Scope::* map,
                              std::string_view name, std::uint32_t scope) const {
    const std::string key(name);
    for (; scope != UINT32_MAX; scope = scopes_[scope].parent)
        if (const auto found = (scopes_[scope].*map).find(key);
            found != (scopes_[scope].*map).end())
            return found->second;
    return UINT32_MAX;
}

std::uint32_t Scopes::find_label(std::string_view name, std::uint32_t scope) const {
    return look_up(&Scope::labels, name, scope);
}

std::uint32_t Scopes::find_table(std::string_view name, std::uint32_t scope) const {
    return look_up(&Scope::tables, name, scope);
}

std::uint32_t Scopes::find_prototype(std::string_view name, std::uint32_t scope) const {
    return look_up(&Scope::prototypes, name, scope);
}

} // namespace warpscope::ptx

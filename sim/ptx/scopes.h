// Scopes: what a name means inside nested `{ }` of one function (PTX ISA, "Register State Space").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/program/module.h"

namespace warpscope::ptx {

struct Entity {
    enum class Kind : std::uint8_t { Register, Variable, Parameter, UnusedRegister };
    Kind kind = Kind::Register;
    /// Into Function::registers or Function::variables; of a register not yet used, into Scopes'
    /// own list.
    std::uint32_t index = 0;
};

/// Names of one function. Registers come into being when they are first used, so that
/// Function::registers holds what the code needs, whatever `.reg .b32 %r<1000000>` declares. The
/// same name in two scopes is two things; the second gets a name of its own, because a Function is
/// flat.
class Scopes {
public:
    explicit Scopes(Function& function) : function_(function) { open(); }

    Function& function() { return function_; }

    void open();
    bool close(); ///< false when only the function's own scope is left
    std::size_t depth() const { return open_.size(); }
    std::uint32_t current() const { return open_.back(); }

    bool declare_register(std::string_view name, Type type);
    /// `.reg .v4 .f32 v`: the registers `v.x` to `v.w`, which are spelled v_x to v_w.
    bool declare_vector(std::string_view name, std::size_t components, Type type);
    bool has_vectors() const { return has_vectors_; }
    bool declare_register_parameter(std::string_view name, Type type); ///< made at once
    bool declare_registers(std::string_view prefix, std::uint32_t count, Type type);
    /// Appends to Function::variables. False when this scope has the name already.
    bool declare_variable(Variable variable);
    /// A formal parameter; it is listed elsewhere and keeps its name.
    bool declare_parameter(std::string_view name);

    /// Finds, innermost scope first; nullptr when unknown.
    const Entity* find(std::string_view name);

    bool declare_label(std::string_view name, std::uint32_t target);
    /// Index into Function::labels, seen from a scope; UINT32_MAX when unknown. For use when all is
    /// read.
    std::uint32_t find_label(std::string_view name, std::uint32_t scope) const;
    bool declare_table(std::string_view name, std::vector<std::string> targets);
    std::uint32_t find_table(std::string_view name, std::uint32_t scope) const;
    /// Appends to Function::prototypes under a name of its own.
    bool declare_prototype(CallPrototype prototype);
    std::uint32_t find_prototype(std::string_view name, std::uint32_t scope) const;

private:
    struct Range {
        std::uint32_t count;
        Type type;
    };
    struct Scope {
        std::uint32_t parent = UINT32_MAX;
        std::unordered_map<std::string, Entity> entities;
        std::unordered_map<std::string, Range> ranges;
        std::unordered_map<std::string, std::uint32_t> labels, tables, prototypes;
    };

    const Entity* find_in(Scope& scope, std::string_view name);
    std::string unique(std::string_view name);
    std::uint32_t add_register(std::string name, Type type);
    const Entity* made(Entity& entity);
    std::uint32_t look_up(std::unordered_map<std::string, std::uint32_t> Scope::* map,
                          std::string_view name, std::uint32_t scope) const;

    Function& function_;
    std::vector<Scope> scopes_;                       ///< all, closed ones too
    std::vector<std::uint32_t> open_;                 ///< from outside in
    std::unordered_map<std::string, unsigned> taken_; ///< names in use, and the next number to try
    std::vector<Register> unused_;                    ///< declared by name, not used yet
    bool has_vectors_ = false;
    std::string key_; ///< reused for look-ups
};

} // namespace warpscope::ptx

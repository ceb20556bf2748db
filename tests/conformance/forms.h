// Form: one way to write one instruction, with the registers it needs; the table of rows gives all
// of them.
#pragma once

#include <string>
#include <vector>

#include "sim/isa/row.h"

namespace warpscope::conformance {

/// What a source is for, where random bits would make it pointless or undefined.
enum class Role : std::uint8_t {
    Value,
    MemberMask, ///< the same in all lanes of a warp; only lanes that it names execute the form
    FewValues,  ///< seldom differs between the lanes of a warp (match)
    Vote,       ///< a predicate that is often the same in all lanes
};
std::string_view name_of(Role role);

struct FormRegister {
    std::string name;
    Type type = Type::None; ///< what its bits mean; its declaration follows from it
    Role role = Role::Value;
};

/// A form reads `sources`, which the kernel loads, and writes `destinations`, which it stores.
struct Form {
    std::string name; ///< the instruction as written, "fma.rn.f32 d, a, b, c": unique
    std::uint16_t row = 0;
    std::vector<FormRegister> destinations, sources;
    std::vector<std::string> lines; ///< the instruction; a carry chain has others around it
    std::vector<FormRegister> locals;
    bool has_member_mask = false; ///< the last source is one

    /// What inputs depend on: the types and roles of the sources.
    std::string signature() const;
    std::string_view row_name() const { return isa::rows()[row].name; }
};

/// Why forms of this row are no function of their register operands; "" when they are.
std::string_view reason_to_leave_out(const isa::Row& row);

/// Every form of every row that computes a function of its operands, in the order of the table.
/// Some of them exist only in the row's notation: both sides refuse those.
std::vector<Form> enumerate_forms();

} // namespace warpscope::conformance

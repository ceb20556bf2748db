// The syntax tree of an expression. Internal to sim/debug.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/debug/expression.h"
#include "sim/debug/named_variables.h"

namespace warpscope {

enum class ExpressionOperator : std::uint8_t {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight, // clang-format off
    And, Or, Xor, LogicalAnd, LogicalOr,
    Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual,
    Plus, Negate, Complement, Not, Dereference, AddressOf, // clang-format on
};

struct Expression::Node {
    enum class Kind : std::uint8_t {
        Literal,     ///< `type`, `bits`
        Name,        ///< `name`; `element` when it was given: tile.f32
        Memory,      ///< `space`, `element` at child 0: global.f32[address]
        Index,       ///< child 0 [ child 1 ]
        Unary,       ///< `operation` child 0
        Binary,      ///< child 0 `operation` child 1
        Conditional, ///< child 0 ? child 1 : child 2
        Cast,        ///< to `element`, or to a pointer to it
        Member,      ///< child 0 . `name`
    };
    Kind kind = Kind::Literal;
    ExpressionOperator operation = ExpressionOperator::Add;
    std::uint32_t column = 0;
    std::string name;
    Type element = Type::None;
    bool pointer = false;
    Space space = Space::Global;
    ValueType type = ValueType::S32;
    std::uint64_t bits = 0;
    std::vector<std::unique_ptr<Node>> children;
};

/// A diagnostic about a column of an expression.
Diagnostic expression_error(std::uint32_t column, std::string message, std::string hint);

Result<std::unique_ptr<Expression::Node>> parse_expression(std::string_view text);

/// Lane by lane, as C does it; types must be equal and already converted.
LaneValues apply_binary(ExpressionOperator operation, const LaneValues& a, const LaneValues& b);
/// The type of `a operation b` for operands of these types.
ValueType common_type(ValueType a, ValueType b);
LaneValues converted(const LaneValues& values, ValueType to);
/// To an element's type and back, so that narrow types lose what they cannot hold.
LaneValues cast_to(const LaneValues& values, Type element);

/// What a name means where the lanes are.
struct NameMeaning {
    Evaluated evaluated;
    bool found = false;
};
NameMeaning meaning_of(const Expression::Node& node, const Session& session, const WarpView& warp,
                       const Focus& focus, LaneMask lanes, const NamedVariables& variables);

// Of the source's types, in expression_objects.cpp:

/// What lies at a place: a scalar's values, what a reference refers to, or the object itself.
Evaluated object_value(ObjectPlace object, const Session& session, const WarpView& view,
                       LaneMask lanes);
/// What the values are in the source: pointers know where they lead to.
void take_type(LaneValues& values, SourceTypeRef type);
/// What pointers lead to, `index` elements of `width` bytes further. Generic addresses may lead
/// into different spaces in different lanes: those of the first lane's space have places.
LanePlaces places_behind(const LaneValues& pointer, const LaneValues* index, std::uint64_t width,
                         LaneMask lanes, std::string& trouble);
/// Of an array that has an extent left.
ObjectPlace element_of(const ObjectPlace& array, const LaneValues& index, LaneMask lanes);
Result<ObjectPlace> member_of(const ObjectPlace& record, const std::string& name,
                              std::uint32_t column);
/// Of what lies in memory, its generic address; nothing of other values.
std::optional<Evaluated> address_value(const Evaluated& operand, LaneMask lanes);
/// Bytes from one element to the next; 0 of what is no pointer to something known.
std::uint64_t pointer_step(const LaneValues& values);

/// Reads the elements at `places`.
LaneValues read_places(const LanePlaces& places, const Session& session, const WarpView& warp,
                       LaneMask lanes);

} // namespace warpscope

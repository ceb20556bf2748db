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
/// Reads the elements at `places`.
LaneValues read_places(const LanePlaces& places, const Session& session, const WarpView& warp,
                       LaneMask lanes);

} // namespace warpscope

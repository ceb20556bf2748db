// Evaluates expressions over 32 lanes.
#include "sim/debug/expression.h"

#include "sim/debug/expression_node.h"

namespace warpscope {
namespace {

using Node = Expression::Node;
using Operator = ExpressionOperator;

std::string hint_for_name(const std::string& name) {
    if (name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim")
        return "write " + name + ".x, .y or .z";
    if (name.starts_with('%')) return "`info registers` lists the registers of this function";
    return "an optimised build has no names of local variables: `info locals` lists what there is";
}

class Evaluator {
public:
    Evaluator(const Session& session, const Focus& focus, const NamedValues* names,
              const NamedVariables& variables)
        : session_(session), focus_(focus), names_(names), variables_(variables),
          view_(find_warp(session, focus.block, focus.warp)) {}

    Result<Evaluated> evaluate(const Node& node, LaneMask lanes) {
        switch (node.kind) {
        case Node::Kind::Literal: return literal(node, lanes);
        case Node::Kind::Name: return name(node, lanes);
        case Node::Kind::Memory: return memory(node, lanes);
        case Node::Kind::Index: return index(node, lanes);
        case Node::Kind::Unary: return unary(node, lanes);
        case Node::Kind::Binary: return binary(node, lanes);
        case Node::Kind::Conditional: return conditional(node, lanes);
        case Node::Kind::Cast: return cast(node, lanes);
        }
        return Evaluated{};
    }

private:
    static Result<Evaluated> literal(const Node& node, LaneMask lanes) {
        Evaluated e;
        e.values.type = node.type;
        e.values.valid = lanes;
        e.values.bits.fill(node.bits);
        return e;
    }

    Result<Evaluated> name(const Node& node, LaneMask lanes) {
        if (names_ != nullptr && node.element == Type::None)
            if (auto found = names_->find(node.name, session_, view_, lanes)) return *found;
        NameMeaning meaning = meaning_of(node, session_, view_, focus_, lanes, variables_);
        if (meaning.found) return std::move(meaning.evaluated);
        if (!view_ && node.name.starts_with('%'))
            return expression_error(node.column, "the block in focus is not on the machine now",
                                    "focus another, or go to a moment when it runs");
        return expression_error(node.column, "no \"" + node.name + "\" here",
                                hint_for_name(node.name));
    }

    /// A value, not an array.
    Result<LaneValues> value(const Node& node, LaneMask lanes) {
        Result<Evaluated> e = evaluate(node, lanes);
        if (!e) return e.error();
        if (e->array)
            return expression_error(node.column, "\"" + e->array->name + "\" is a whole array",
                                    "name an element: " + e->array->name + "[0]");
        return std::move(e->values);
    }

    Evaluated at_places(LanePlaces places, LaneMask lanes, std::string trouble) {
        Evaluated e;
        e.values = read_places(places, session_, view_, lanes);
        if (e.values.trouble.empty() || !trouble.empty()) e.values.trouble = std::move(trouble);
        e.places = std::move(places);
        return e;
    }

    Result<Evaluated> memory(const Node& node, LaneMask lanes) {
        Result<LaneValues> address = value(*node.children[0], lanes);
        if (!address) return address.error();
        if (is_floating(address->type))
            return expression_error(node.column, "the address is a floating-point value",
                                    "cast it: (uint64_t)");
        if (node.pointer) return dereferenced(*address, node.element, 0, nullptr, node, lanes);
        LanePlaces places;
        places.space = node.space;
        places.element = node.element;
        places.valid = address->valid;
        places.address = address->bits;
        return at_places(std::move(places), lanes, std::move(address->trouble));
    }

    /// Generic addresses may lead into different spaces in different lanes: those of the first
    /// lane's space have values.
    Result<Evaluated> dereferenced(const LaneValues& pointer, Type element, unsigned width,
                                   const LaneValues* index, const Node& node, LaneMask lanes) {
        LanePlaces places;
        places.element = element;
        std::string trouble = index && pointer.trouble.empty() ? index->trouble : pointer.trouble;
        bool first = true;
        for_each_lane(lanes & pointer.valid & (index ? index->valid : kAllLanes),
                      [&](unsigned lane) {
                          const std::uint64_t offset = index ? index->bits[lane] * width : 0;
                          const SpaceAddress at = resolve_generic(pointer.bits[lane] + offset);
                          if (first) places.space = at.space;
                          first = false;
                          if (at.space != places.space) {
                              trouble = "lane " + std::to_string(lane) +
                                        " points into another space than the first";
                              return;
                          }
                          places.valid |= 1u << lane;
                          places.address[lane] = at.address;
                      });
        if (element == Type::None)
            return expression_error(
                node.column, "this is no pointer",
                "cast it to one: *(float*)ADDRESS, or write global.f32[ADDRESS]");
        return at_places(std::move(places), lanes, std::move(trouble));
    }

    Result<Evaluated> index(const Node& node, LaneMask lanes) {
        Result<Evaluated> base = evaluate(*node.children[0], lanes);
        if (!base) return base.error();
        Result<LaneValues> index = value(*node.children[1], lanes);
        if (!index) return index.error();
        if (is_floating(index->type))
            return expression_error(node.children[1]->column, "the index is a floating-point value",
                                    "cast it: (int)");
        if (base->array) return element(*base->array, *index, lanes);
        if (base->places && base->values.pointee == Type::None)
            return expression_error(node.column, "PTX knows arrays of one dimension",
                                    "write the element's number: tile[row * columns + column]");
        const Type pointee = base->values.pointee;
        return dereferenced(base->values, pointee, size_in_bytes(pointee), &*index, node, lanes);
    }

    Result<Evaluated> element(const ArrayPlace& array, const LaneValues& index, LaneMask lanes) {
        LanePlaces places;
        places.space = array.space;
        places.element = array.element;
        std::string trouble = index.trouble;
        for_each_lane(lanes & index.valid, [&](unsigned lane) {
            const std::uint64_t at = index.bits[lane];
            if (at < array.count) {
                places.valid |= 1u << lane;
                places.address[lane] = array.address + at * size_in_bytes(array.element);
            } else if (trouble.empty()) {
                trouble = "lane " + std::to_string(lane) + ": " + array.name + " has " +
                          std::to_string(array.count) + " elements, none with number " +
                          std::to_string(static_cast<std::int64_t>(at));
            }
        });
        return at_places(std::move(places), lanes, std::move(trouble));
    }

    Result<Evaluated> unary(const Node& node, LaneMask lanes) {
        if (node.operation == Operator::AddressOf) return address_of(node, lanes);
        Result<LaneValues> operand = value(*node.children[0], lanes);
        if (!operand) return operand.error();
        if (node.operation == Operator::Dereference)
            return dereferenced(*operand, operand->pointee, 0, nullptr, node, lanes);
        Evaluated e;
        LaneValues other = *operand;
        if (node.operation == Operator::Not) {
            e.values = *operand;
            e.values.type = ValueType::S32;
            for (unsigned lane = 0; lane < kLanes; ++lane)
                e.values.bits[lane] = is_true(*operand, lane) ? 0 : 1;
        } else if (node.operation == Operator::Plus) {
            e.values = std::move(*operand);
        } else if (node.operation == Operator::Negate && is_floating(operand->type)) {
            const unsigned sign = operand->type == ValueType::F32 ? 31 : 63;
            e.values = std::move(*operand);
            for (std::uint64_t& bits : e.values.bits)
                bits ^= std::uint64_t{1} << sign;
        } else if (is_floating(operand->type)) {
            return expression_error(node.column, "~ is for integers", "cast the operand: ~(int)x");
        } else {
            const bool negates = node.operation == Operator::Negate;
            other.bits.fill(negates ? 0 : UINT64_MAX);
            other = cast_back(std::move(other));
            e.values = apply_binary(negates ? Operator::Subtract : Operator::Xor, other, *operand);
        }
        return e;
    }
    /// Bits as values of that type are kept.
    static LaneValues cast_back(LaneValues values) {
        const ValueType type = values.type;
        values.type = ValueType::S64;
        return converted(values, type);
    }

    Result<Evaluated> address_of(const Node& node, LaneMask lanes) {
        Result<Evaluated> operand = evaluate(*node.children[0], lanes);
        if (!operand) return operand.error();
        Evaluated e;
        e.values.type = ValueType::U64;
        Space space = Space::Global;
        if (operand->array) {
            space = operand->array->space;
            e.values.pointee = operand->array->element;
            e.values.valid = lanes;
            e.values.bits.fill(operand->array->address);
        } else if (operand->places) {
            space = operand->places->space;
            e.values.pointee = operand->places->element;
            e.values.valid = operand->places->valid & lanes;
            e.values.bits = operand->places->address;
            if (e.values.valid != lanes) e.values.trouble = operand->values.trouble;
        } else {
            return expression_error(node.column, "this value lies in no memory",
                                    "take the address of a variable or an element: &tile[0]");
        }
        const Address window = space == Space::Shared      ? kSharedWindow
                               : space == Space::Local     ? kLocalWindow
                               : space == Space::Parameter ? kParameterWindow
                                                           : 0;
        for (std::uint64_t& bits : e.values.bits)
            bits += window;
        return e;
    }

    Result<Evaluated> logical(const Node& node, LaneMask lanes) {
        Result<LaneValues> left = value(*node.children[0], lanes);
        if (!left) return left.error();
        const bool both = node.operation == Operator::LogicalAnd;
        LaneMask undecided = 0;
        for_each_lane(left->valid & lanes, [&](unsigned lane) {
            if (is_true(*left, lane) == both) undecided |= 1u << lane;
        });
        Result<LaneValues> right = value(*node.children[1], undecided);
        if (!right) return right.error();
        Evaluated e;
        e.values.valid = (left->valid & lanes & ~undecided) | (right->valid & undecided);
        e.values.trouble = !left->trouble.empty() ? left->trouble : right->trouble;
        for_each_lane(e.values.valid, [&](unsigned lane) {
            e.values.bits[lane] = has_lane(undecided, lane) ? is_true(*right, lane) : !both;
        });
        return e;
    }

    Result<Evaluated> binary(const Node& node, LaneMask lanes) {
        if (node.operation == Operator::LogicalAnd || node.operation == Operator::LogicalOr)
            return logical(node, lanes);
        Result<LaneValues> left = value(*node.children[0], lanes);
        if (!left) return left.error();
        Result<LaneValues> right = value(*node.children[1], lanes);
        if (!right) return right.error();
        const bool shifts =
            node.operation == Operator::ShiftLeft || node.operation == Operator::ShiftRight;
        const bool for_integers =
            shifts || node.operation == Operator::Remainder ||
            (node.operation >= Operator::And && node.operation <= Operator::Xor);
        if (for_integers && (is_floating(left->type) || is_floating(right->type)))
            return expression_error(node.column, "this operator is for integers",
                                    "cast the floating-point operand: (int)x");
        Evaluated e;
        if (const Type pointee = left->pointee; pointee != Type::None) {
            if (node.operation == Operator::Add || node.operation == Operator::Subtract) {
                if (right->pointee != Type::None || is_floating(right->type))
                    return expression_error(node.column, "pointers add up with integers only",
                                            "cast them to uint64_t");
                LaneValues offset = converted(*right, ValueType::U64);
                for (std::uint64_t& bits : offset.bits)
                    bits *= size_in_bytes(pointee);
                e.values = apply_binary(node.operation, *left, offset);
                e.values.pointee = pointee;
                return e;
            }
        }
        const ValueType type = shifts ? left->type : common_type(left->type, right->type);
        e.values =
            apply_binary(node.operation, converted(*left, type),
                         shifts ? converted(*right, ValueType::U64) : converted(*right, type));
        return e;
    }

    Result<Evaluated> conditional(const Node& node, LaneMask lanes) {
        Result<LaneValues> condition = value(*node.children[0], lanes);
        if (!condition) return condition.error();
        LaneMask yes = 0;
        for_each_lane(condition->valid & lanes, [&](unsigned lane) {
            if (is_true(*condition, lane)) yes |= 1u << lane;
        });
        const LaneMask no = condition->valid & lanes & ~yes;
        Result<LaneValues> a = value(*node.children[1], yes);
        if (!a) return a.error();
        Result<LaneValues> b = value(*node.children[2], no);
        if (!b) return b.error();
        const ValueType type = common_type(a->type, b->type);
        Evaluated e;
        e.values = converted(*a, type);
        e.values.pointee = a->pointee == b->pointee ? a->pointee : Type::None;
        const LaneValues other = converted(*b, type);
        e.values.valid = (a->valid & yes) | (b->valid & no);
        for_each_lane(no, [&](unsigned lane) { e.values.bits[lane] = other.bits[lane]; });
        if (!condition->trouble.empty()) e.values.trouble = condition->trouble;
        if (e.values.trouble.empty()) e.values.trouble = other.trouble;
        return e;
    }

    Result<Evaluated> cast(const Node& node, LaneMask lanes) {
        Result<LaneValues> operand = value(*node.children[0], lanes);
        if (!operand) return operand.error();
        Evaluated e;
        if (!node.pointer) {
            e.values = cast_to(*operand, node.element);
            e.values.pointee = Type::None;
            return e;
        }
        if (is_floating(operand->type))
            return expression_error(node.column, "a floating-point value is no address",
                                    "cast an integer, as in (float*)%rd1");
        e.values = converted(*operand, ValueType::U64);
        e.values.pointee = node.element;
        return e;
    }

    const Session& session_;
    const Focus& focus_;
    const NamedValues* names_;
    const NamedVariables& variables_;
    WarpView view_;
};

} // namespace

Expression::Expression(std::string text, std::unique_ptr<Node> root)
    : text_(std::move(text)), root_(std::move(root)) {}
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

Result<Expression> Expression::parse(std::string_view text) {
    Result<std::unique_ptr<Node>> root = parse_expression(text);
    if (!root) return root.error();
    return Expression(std::string(text), std::move(*root));
}

Result<Evaluated> Expression::evaluate(const Session& session, const Focus& focus, LaneMask lanes,
                                       const NamedValues* names) const {
    if (executable_ != &session.executable()) {
        executable_ = &session.executable();
        variables_ = std::make_shared<const NamedVariables>(named_variables_of(*executable_));
    }
    Result<Evaluated> e = Evaluator(session, focus, names, *variables_).evaluate(*root_, lanes);
    if (e && !e->array) {
        e->values.valid &= lanes;
        if (e->values.valid == lanes) e->values.trouble.clear();
    }
    return e;
}

} // namespace warpscope

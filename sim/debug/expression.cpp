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
    return "an optimised build has no names of local variables: build with --debug, or see `info "
           "locals` for what there is";
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
        case Node::Kind::Member: return member(node, lanes);
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
        std::optional<Evaluated> found;
        if (names_ != nullptr) found = names_->find(node.name, session_, view_, lanes);
        // tile.f32 is what PTX calls it, unless a struct has such a member.
        if (found && node.element != Type::None) {
            if (!found->object || !found->object->type.is(ptx::SourceType::Kind::Record))
                found.reset();
            else
                return member_value(*found->object, std::string(name_of(node.element)), node,
                                    lanes);
        }
        if (found && (found->object || found->values.valid != 0 || lanes == 0)) return *found;
        NameMeaning meaning = meaning_of(node, session_, view_, focus_, lanes, variables_);
        // What the compiler left out of the debug information may be a variable of the PTX.
        if (meaning.found) return std::move(meaning.evaluated);
        if (found) return *found;
        if (auto inside = member_of_this(node, lanes)) return *inside;
        const bool elsewhere = names_ != nullptr && names_->find(node.name, session_, view_, 0);
        if (!view_ && (node.name.starts_with('%') || elsewhere))
            return expression_error(node.column, "the block in focus is not on the machine now",
                                    "focus another, or go to a moment when it runs");
        return expression_error(node.column, "no \"" + node.name + "\" here",
                                names_ != nullptr && !node.name.starts_with('%')
                                    ? names_->hint(node.name)
                                    : hint_for_name(node.name));
    }

    Result<Evaluated> member_value(const ObjectPlace& record, const std::string& name,
                                   const Node& node, LaneMask lanes) {
        Result<ObjectPlace> found = member_of(record, name, node.column);
        if (!found) return found.error();
        return object_value(std::move(*found), session_, view_, lanes);
    }

    /// `x` of `this->x`, inside of member functions.
    std::optional<Evaluated> member_of_this(const Node& node, LaneMask lanes) {
        if (names_ == nullptr) return std::nullopt;
        const auto self = names_->find("this", session_, view_, lanes);
        if (!self || !self->values.target) return std::nullopt;
        const Result<Evaluated> found =
            member_value(object_behind(self->values, lanes, "this"), node.name, node, lanes);
        return found ? std::optional(*found) : std::nullopt;
    }

    Result<Evaluated> member(const Node& node, LaneMask lanes) {
        Result<Evaluated> base = evaluate(*node.children[0], lanes);
        if (!base) return base.error();
        if (!base->object && base->values.target.is(ptx::SourceType::Kind::Record))
            base->object = object_behind(base->values, lanes, base->values.target->name);
        if (base->object) return member_value(*base->object, node.name, node, lanes);
        return expression_error(
            node.column, "this has no members",
            "\".\" is for structs of builds with --debug, threadIdx.x, and types "
            "as in tile.f32[3]");
    }

    /// A value, not an array.
    Result<LaneValues> value(const Node& node, LaneMask lanes) {
        return value_of(evaluate(node, lanes), node);
    }
    static Result<LaneValues> value_of(Result<Evaluated> e, const Node& node) {
        if (!e) return e.error();
        if (e->array || e->object) {
            const std::string& name = e->array ? e->array->name : e->object->name;
            const bool array = e->array || e->object->type.is(ptx::SourceType::Kind::Array);
            return expression_error(
                node.column, "\"" + name + "\" is a whole " + (array ? "array" : "struct"),
                array ? "name an element: " + name + "[0]" : "name a member: " + name + ".x");
        }
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
        if (node.pointer) {
            address->target = {};
            return dereferenced(*address, node.element, nullptr, node, lanes);
        }
        LanePlaces places;
        places.space = node.space;
        places.element = node.element;
        places.valid = address->valid;
        places.address = address->bits;
        return at_places(std::move(places), lanes, std::move(address->trouble));
    }

    Result<Evaluated> dereferenced(const LaneValues& pointer, Type element, const LaneValues* index,
                                   const Node& node, LaneMask lanes) {
        if (element == Type::None && !pointer.target)
            return expression_error(
                node.column, "this is no pointer",
                "cast it to one: *(float*)ADDRESS, or write global.f32[ADDRESS]");
        std::string trouble = index && pointer.trouble.empty() ? index->trouble : pointer.trouble;
        const std::uint64_t step = pointer.target ? pointer_step(pointer) : size_in_bytes(element);
        LanePlaces places = places_behind(pointer, index, step, lanes, trouble);
        if (pointer.target)
            return object_value({"*", pointer.target, 0, std::move(places), std::move(trouble)},
                                session_, view_, lanes);
        places.element = element;
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
        if (base->object && base->object->type.is(ptx::SourceType::Kind::Array))
            return object_value(element_of(*base->object, *index, lanes), session_, view_, lanes);
        if (base->object)
            return expression_error(node.column, "a struct has no elements",
                                    "name a member: " + base->object->name + ".x");
        const LaneValues& values = base->values;
        if (base->places && values.pointee == Type::None && !values.target && !values.source)
            return expression_error(node.column, "PTX knows arrays of one dimension",
                                    "write the element's number: tile[row * columns + column]");
        return dereferenced(values, values.pointee, &*index, node, lanes);
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
        if (node.operation == Operator::Dereference) return dereference(node, lanes);
        Result<LaneValues> operand = value(*node.children[0], lanes);
        if (!operand) return operand.error();
        Evaluated e;
        LaneValues other = *operand;
        if (node.operation == Operator::Not) {
            e.values.valid = operand->valid;
            e.values.trouble = operand->trouble;
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
    /// An array stands for a pointer to its first element.
    Result<Evaluated> dereference(const Node& node, LaneMask lanes) {
        Result<Evaluated> operand = evaluate(*node.children[0], lanes);
        if (operand && operand->object && operand->object->type.is(ptx::SourceType::Kind::Array)) {
            LaneValues first;
            first.valid = lanes;
            return object_value(element_of(*operand->object, first, lanes), session_, view_, lanes);
        }
        const Result<LaneValues> pointer = value_of(std::move(operand), *node.children[0]);
        if (!pointer) return pointer.error();
        return dereferenced(*pointer, pointer->pointee, nullptr, node, lanes);
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
        if (auto address = address_value(*operand, lanes)) return *address;
        return expression_error(node.column, "this value lies in no memory",
                                "take the address of a variable or an element: &tile[0]");
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
        if (const std::uint64_t step = pointer_step(*left); step != 0) {
            if (node.operation == Operator::Add || node.operation == Operator::Subtract) {
                if (pointer_step(*right) != 0 || is_floating(right->type))
                    return expression_error(node.column, "pointers add up with integers only",
                                            "cast them to uint64_t");
                LaneValues offset = converted(*right, ValueType::U64);
                for (std::uint64_t& bits : offset.bits)
                    bits *= step;
                e.values = apply_binary(node.operation, *left, offset);
                e.values.pointee = left->pointee;
                e.values.target = left->target;
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
        e.values.source = {};
        e.values.pointee = a->pointee == b->pointee ? a->pointee : Type::None;
        e.values.target = a->target == b->target ? a->target : SourceTypeRef{};
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
            e.values.target = e.values.source = {};
            return e;
        }
        if (is_floating(operand->type))
            return expression_error(node.column, "a floating-point value is no address",
                                    "cast an integer, as in (float*)%rd1");
        e.values = converted(*operand, ValueType::U64);
        e.values.pointee = node.element;
        e.values.target = e.values.source = {};
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
    if (e && !e->array && !e->object) {
        e->values.valid &= lanes;
        if (e->values.valid == lanes) e->values.trouble.clear();
    }
    return e;
}

} // namespace warpscope

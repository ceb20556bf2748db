// What operators do with values, lane by lane, as in C.
#include <bit>
#include <cmath>
#include <cstring>

#include "sim/debug/expression_node.h"

namespace warpscope {
namespace {

using Operator = ExpressionOperator;

bool is_wide(ValueType type) {
    return type == ValueType::S64 || type == ValueType::U64 || type == ValueType::F64;
}
bool is_unsigned(ValueType type) {
    return type == ValueType::U32 || type == ValueType::U64;
}

/// Bits as kept: 32-bit integers extended by their sign.
std::uint64_t kept(ValueType type, std::uint64_t bits) {
    switch (type) {
    case ValueType::S32:
        return static_cast<std::uint64_t>(
            static_cast<std::int64_t>(static_cast<std::int32_t>(bits)));
    case ValueType::U32:
    case ValueType::F32: return bits & 0xFFFF'FFFFu;
    default: return bits;
    }
}

std::uint64_t bits_of(ValueType type, double value) {
    if (type == ValueType::F32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return std::bit_cast<std::uint64_t>(value);
}

/// Towards zero; what does not fit becomes the nearest number that does, NaN becomes 0.
std::uint64_t integer_of(double value, ValueType type) {
    if (std::isnan(value)) return 0;
    const bool negative_allowed = !is_unsigned(type);
    const double least = !negative_allowed ? 0.0 : is_wide(type) ? -0x1p63 : -0x1p31;
    const double beyond =
        is_wide(type) ? (negative_allowed ? 0x1p63 : 0x1p64) : (negative_allowed ? 0x1p31 : 0x1p32);
    if (value <= least) return static_cast<std::uint64_t>(static_cast<std::int64_t>(least));
    if (value >= beyond) {
        if (is_wide(type)) return negative_allowed ? INT64_MAX : UINT64_MAX;
        return negative_allowed ? INT32_MAX : UINT32_MAX;
    }
    return negative_allowed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                            : static_cast<std::uint64_t>(value);
}

double half_value(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31;
    const int fraction = bits & 1023;
    double value = exponent == 0    ? std::ldexp(fraction, -24)
                   : exponent == 31 ? (fraction == 0 ? HUGE_VAL : std::nan(""))
                                    : std::ldexp(1024 + fraction, exponent - 25);
    return (bits & 0x8000) != 0 ? -value : value;
}

template<class Number>
bool compare(Operator operation, Number a, Number b) {
    switch (operation) {
    case Operator::Equal: return a == b;
    case Operator::NotEqual: return a != b;
    case Operator::Less: return a < b;
    case Operator::LessEqual: return a <= b;
    case Operator::Greater: return a > b;
    default: return a >= b;
    }
}

bool is_comparison(Operator operation) {
    return operation >= Operator::Equal && operation <= Operator::GreaterEqual;
}

double floating(Operator operation, double a, double b) {
    switch (operation) {
    case Operator::Add: return a + b;
    case Operator::Subtract: return a - b;
    case Operator::Multiply: return a * b;
    default: return a / b;
    }
}

/// Of `b` != 0.
std::uint64_t divide(bool remainder, ValueType type, std::uint64_t a, std::uint64_t b) {
    if (is_unsigned(type)) return remainder ? a % b : a / b;
    const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
    // The only quotient that does not fit.
    if (y == -1) return remainder ? 0 : 0 - a;
    return static_cast<std::uint64_t>(remainder ? x % y : x / y);
}

/// As PTX does it: further than the width gives 0, or the sign.
std::uint64_t shift(Operator operation, ValueType type, std::uint64_t a, std::uint64_t count) {
    const std::uint64_t width = is_wide(type) ? 64 : 32;
    if (operation == Operator::ShiftLeft) return count >= width ? 0 : a << count;
    if (is_unsigned(type)) return count >= width ? 0 : a >> count;
    const auto x = static_cast<std::int64_t>(a);
    return static_cast<std::uint64_t>(x >> (count >= width ? 63 : count));
}

std::uint64_t integer(Operator operation, ValueType type, std::uint64_t a, std::uint64_t b) {
    switch (operation) {
    case Operator::Add: return a + b;
    case Operator::Subtract: return a - b;
    case Operator::Multiply: return a * b;
    case Operator::And: return a & b;
    case Operator::Or: return a | b;
    case Operator::Xor: return a ^ b;
    case Operator::Divide: return divide(false, type, a, b);
    case Operator::Remainder: return divide(true, type, a, b);
    default: return shift(operation, type, a, b);
    }
}

} // namespace

const char* name_of(ValueType type) {
    switch (type) {
    case ValueType::S32: return "int";
    case ValueType::U32: return "unsigned";
    case ValueType::S64: return "long";
    case ValueType::U64: return "unsigned long";
    case ValueType::F32: return "float";
    case ValueType::F64: return "double";
    }
    return "";
}

double as_double(const LaneValues& values, unsigned lane) {
    const std::uint64_t bits = values.bits[lane];
    switch (values.type) {
    case ValueType::F32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case ValueType::F64: return std::bit_cast<double>(bits);
    case ValueType::U32:
    case ValueType::U64: return static_cast<double>(bits);
    default: return static_cast<double>(static_cast<std::int64_t>(bits));
    }
}

std::int64_t as_integer(const LaneValues& values, unsigned lane) {
    if (is_floating(values.type))
        return static_cast<std::int64_t>(integer_of(as_double(values, lane), ValueType::S64));
    return static_cast<std::int64_t>(values.bits[lane]);
}

bool is_true(const LaneValues& values, unsigned lane) {
    return is_floating(values.type) ? as_double(values, lane) != 0 : values.bits[lane] != 0;
}

ValueType common_type(ValueType a, ValueType b) {
    for (ValueType type :
         {ValueType::F64, ValueType::F32, ValueType::U64, ValueType::S64, ValueType::U32})
        if (a == type || b == type) return type;
    return ValueType::S32;
}

LaneValues converted(const LaneValues& values, ValueType to) {
    if (values.type == to) return values;
    LaneValues result;
    result.type = to;
    result.valid = values.valid;
    result.trouble = values.trouble;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        if (is_floating(to))
            result.bits[lane] = bits_of(to, as_double(values, lane));
        else if (is_floating(values.type))
            result.bits[lane] = kept(to, integer_of(as_double(values, lane), to));
        else
            result.bits[lane] = kept(to, values.bits[lane]);
    }
    return result;
}

LaneValues apply_binary(Operator operation, const LaneValues& a, const LaneValues& b) {
    LaneValues result;
    result.type = is_comparison(operation) ? ValueType::S32 : a.type;
    result.valid = a.valid & b.valid;
    result.trouble = !a.trouble.empty() ? a.trouble : b.trouble;
    const bool divides = operation == Operator::Divide || operation == Operator::Remainder;
    for_each_lane(result.valid, [&](unsigned lane) {
        const std::uint64_t x = a.bits[lane], y = b.bits[lane];
        if (is_floating(a.type)) {
            const double p = as_double(a, lane), q = as_double(b, lane);
            result.bits[lane] = is_comparison(operation)
                                    ? compare(operation, p, q)
                                    : bits_of(a.type, floating(operation, p, q));
        } else if (is_comparison(operation)) {
            result.bits[lane] = is_unsigned(a.type)
                                    ? compare(operation, x, y)
                                    : compare(operation, static_cast<std::int64_t>(x),
                                              static_cast<std::int64_t>(y));
        } else if (divides && y == 0) {
            result.valid &= ~(1u << lane);
            if (result.trouble.empty())
                result.trouble = "lane " + std::to_string(lane) + " divides by zero";
        } else {
            result.bits[lane] = kept(a.type, integer(operation, a.type, x, y));
        }
    });
    return result;
}

std::optional<std::uint64_t> promoted(Type element, const std::uint8_t* bytes, ValueType& type) {
    std::uint64_t bits = 0;
    const unsigned size = element == Type::Pred ? 1 : size_in_bytes(element);
    if (size == 0 || size > 8) return std::nullopt;
    std::memcpy(&bits, bytes, size);
    switch (element) {
    case Type::F32: type = ValueType::F32; return bits;
    case Type::F64: type = ValueType::F64; return bits;
    case Type::F16:
        type = ValueType::F32;
        return bits_of(type, half_value(static_cast<std::uint16_t>(bits)));
    case Type::BF16: type = ValueType::F32; return bits << 16;
    case Type::S8:
        type = ValueType::S32;
        return kept(type, static_cast<std::uint64_t>(static_cast<std::int8_t>(bits)));
    case Type::S16:
        type = ValueType::S32;
        return kept(type, static_cast<std::uint64_t>(static_cast<std::int16_t>(bits)));
    case Type::S32:
    case Type::B32: type = ValueType::S32; return kept(type, bits);
    case Type::S64: type = ValueType::S64; return bits;
    default:
        type = size == 8 ? ValueType::U64 : size == 4 ? ValueType::U32 : ValueType::S32;
        return bits;
    }
}

LaneValues cast_to(const LaneValues& values, Type element) {
    switch (element) {
    case Type::F16:
    case Type::BF16: // the operand's precision stays
    case Type::F32: return converted(values, ValueType::F32);
    case Type::F64: return converted(values, ValueType::F64);
    case Type::S32:
    case Type::B32: return converted(values, ValueType::S32);
    case Type::U32: return converted(values, ValueType::U32);
    case Type::S64: return converted(values, ValueType::S64);
    case Type::U64:
    case Type::B64: return converted(values, ValueType::U64);
    default: break;
    }
    // Narrow integers: cut off, then promoted again.
    LaneValues wide = converted(values, ValueType::S64), result = wide;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        std::uint8_t bytes[8];
        std::memcpy(bytes, &wide.bits[lane], 8);
        result.bits[lane] = promoted(element, bytes, result.type).value_or(0);
    }
    return result;
}

} // namespace warpscope

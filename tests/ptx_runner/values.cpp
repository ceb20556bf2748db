// Values of case files: reading them as bits of a type, and comparing results with them.
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "tests/ptx_runner/case_file.h"

namespace warpscope::cases {
namespace {

unsigned exponent_bits(Type type) {
    switch (type) {
    case Type::F64: return 11;
    case Type::F16: return 5;
    default: return 8;
    }
}
unsigned width_bits(Type type) {
    return 8 * size_in_bytes(type);
}

bool is_nan(std::uint64_t bits, Type type) {
    const unsigned fraction = width_bits(type) - 1 - exponent_bits(type);
    const std::uint64_t magnitude = bits & ((std::uint64_t{1} << (width_bits(type) - 1)) - 1);
    const std::uint64_t infinity = ((std::uint64_t{1} << exponent_bits(type)) - 1) << fraction;
    return magnitude > infinity;
}

bool scalar_float(Type type) {
    return type == Type::F32 || type == Type::F64 || type == Type::F16 || type == Type::BF16;
}

/// Floats as integers in value order, so that a difference counts representable values.
std::int64_t ordered(std::uint64_t bits, Type type) {
    const std::uint64_t sign = std::uint64_t{1} << (width_bits(type) - 1);
    const auto magnitude = static_cast<std::int64_t>(bits & (sign - 1));
    return (bits & sign) != 0 ? -magnitude : magnitude;
}

bool parse_float(const std::string& text, Type type, Value& value) {
    if (text == "nan") {
        value.any_nan = true;
        value.low = type == Type::F64   ? 0x7ff8000000000000u
                    : type == Type::F32 ? 0x7fffffffu
                                        : 0x7fffu;
        return true;
    }
    char* end = nullptr;
    if (type == Type::F64) {
        const double d = std::strtod(text.c_str(), &end);
        std::memcpy(&value.low, &d, 8);
    } else if (type == Type::F32) {
        const float f = std::strtof(text.c_str(), &end);
        std::uint32_t bits = 0;
        std::memcpy(&bits, &f, 4);
        value.low = bits;
    } else {
        return false; // half types are written as hexadecimal bits
    }
    return end != text.c_str() && *end == '\0';
}

bool parse_bits(const std::string& text, Type type, Value& value) {
    const bool negative = text[0] == '-';
    std::string digits = negative ? text.substr(1) : text;
    const bool hexadecimal = digits.rfind("0x", 0) == 0 || digits.rfind("0X", 0) == 0;
    if (hexadecimal) digits = digits.substr(2);
    if (digits.empty()) return false;
    for (char c : digits)
        if (hexadecimal ? std::isxdigit(static_cast<unsigned char>(c)) == 0
                        : std::isdigit(static_cast<unsigned char>(c)) == 0)
            return false;
    if (hexadecimal && digits.size() > 16) {
        if (digits.size() > 32) return false;
        value.high = std::strtoull(digits.substr(0, digits.size() - 16).c_str(), nullptr, 16);
        digits = digits.substr(digits.size() - 16);
    }
    value.low = std::strtoull(digits.c_str(), nullptr, hexadecimal ? 16 : 10);
    if (negative) {
        value.low = 0 - value.low;
        value.high = type == Type::B128 ? ~std::uint64_t{0} : 0;
    }
    const unsigned width = width_bits(type);
    if (width < 64) value.low &= (std::uint64_t{1} << width) - 1;
    return true;
}

} // namespace

bool parse_value(const std::string& text, Type type, Value& value) {
    value = Value{};
    if (text.empty()) return false;
    if (text == "_" || text == "*") {
        value.any = true;
        return true;
    }
    const bool hexadecimal = text.find("0x") != std::string::npos;
    if (scalar_float(type) && !hexadecimal) return parse_float(text, type, value);
    return parse_bits(text, type, value);
}

std::string compare(const Value& expected, const std::uint8_t* actual, Type type,
                    std::uint32_t tolerance_ulp) {
    if (expected.any) return {};
    std::uint64_t low = 0, high = 0;
    const unsigned bytes = size_in_bytes(type);
    std::memcpy(&low, actual, bytes < 8 ? bytes : 8);
    if (bytes == 16) std::memcpy(&high, actual + 8, 8);
    const bool nan = scalar_float(type) && is_nan(low, type);
    if (expected.any_nan && nan) return {};
    if (low == expected.low && high == expected.high) return {};
    if (scalar_float(type) && tolerance_ulp != 0 && !nan && !is_nan(expected.low, type)) {
        const std::int64_t distance = ordered(low, type) - ordered(expected.low, type);
        if (distance <= tolerance_ulp && -distance <= static_cast<std::int64_t>(tolerance_ulp))
            return {};
    }
    char text[160];
    std::snprintf(text, sizeof text, "expected 0x%llx%s, got 0x%llx",
                  static_cast<unsigned long long>(expected.low),
                  expected.any_nan ? " (any NaN)" : "", static_cast<unsigned long long>(low));
    return text;
}

} // namespace warpscope::cases

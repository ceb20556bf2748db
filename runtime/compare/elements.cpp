// Distances are counted in representable numbers: bit patterns, made monotonic.
#include "runtime/compare/elements.h"

#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace warpscope::compare {
namespace {

/// A binary floating-point format of up to 64 bits.
struct Format {
    unsigned bits = 0, fraction = 0;
    std::uint64_t sign() const { return std::uint64_t{1} << (bits - 1); }
    std::uint64_t infinity() const {
        return ((std::uint64_t{1} << (bits - 1 - fraction)) - 1) << fraction;
    }
};

/// No bits: the type is no single floating-point number.
Format format_of(Type type) {
    switch (type) {
    case Type::F16: return {16, 10};
    case Type::BF16: return {16, 7};
    case Type::F32:
    case Type::TF32: return {32, 23};
    case Type::F64: return {64, 52};
    default: return {};
    }
}

double number_of(const Format& format, std::uint64_t bits) {
    if (format.bits == 64) return std::bit_cast<double>(bits);
    if (format.bits == 32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (format.fraction == 7) return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
    const int exponent = static_cast<int>((bits >> 10) & 31);
    const double fraction = static_cast<double>(bits & 1023);
    const double sign = (bits & 0x8000) != 0 ? -1 : 1;
    if (exponent == 31) return fraction == 0 ? sign * INFINITY : NAN;
    if (exponent == 0) return sign * std::ldexp(fraction, -24);
    return sign * std::ldexp(1024 + fraction, exponent - 25);
}

/// Rises with the number; both zeros are 0.
std::int64_t rank_of(const Format& format, std::uint64_t bits) {
    const std::uint64_t magnitude = bits & (format.sign() - 1);
    const auto rank = static_cast<std::int64_t>(magnitude);
    return (bits & format.sign()) != 0 ? -rank : rank;
}

std::uint64_t low_bits(Type type, std::uint64_t bits) {
    const unsigned bytes = size_in_bytes(type);
    return bytes >= 8 ? bits : bits & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

std::int64_t extend(Type type, std::uint64_t bits) {
    const unsigned shift = 64 - 8 * size_in_bytes(type);
    return static_cast<std::int64_t>(bits << shift) >> shift;
}

Distance between_floats(const Format& format, std::uint64_t a, std::uint64_t b) {
    Distance d;
    const std::uint64_t magnitude_a = a & (format.sign() - 1),
                        magnitude_b = b & (format.sign() - 1);
    const bool nan_a = magnitude_a > format.infinity(), nan_b = magnitude_b > format.infinity();
    // Payloads of results that are not a number are not promised (PTX ISA, "Floating-Point
    // Instructions").
    if (nan_a && nan_b) return d;
    if (magnitude_a >= format.infinity() || magnitude_b >= format.infinity()) {
        d.kind = Distance::Kind::Special;
        d.relative = INFINITY;
        return d;
    }
    if (magnitude_a == 0 && magnitude_b == 0) {
        d.kind = Distance::Kind::SignOfZero;
        return d;
    }
    const std::int64_t rank_a = rank_of(format, a), rank_b = rank_of(format, b);
    d.kind = Distance::Kind::Units;
    d.units = rank_a > rank_b
                  ? static_cast<std::uint64_t>(rank_a) - static_cast<std::uint64_t>(rank_b)
                  : static_cast<std::uint64_t>(rank_b) - static_cast<std::uint64_t>(rank_a);
    const double x = number_of(format, a), y = number_of(format, b);
    d.relative = std::fabs(x - y) / std::fmax(std::fabs(x), std::fabs(y));
    return d;
}

constexpr std::array<std::uint64_t, kBins> kBinEnds = {0, 1, 2, 4, 16, 256, 65536, UINT64_MAX};

} // namespace

Distance distance(Type type, std::uint64_t a, std::uint64_t b) {
    a = low_bits(type, a), b = low_bits(type, b);
    if (a == b) return {};
    if (const Format format = format_of(type); format.bits != 0)
        return between_floats(format, a, b);
    Distance d;
    d.kind = Distance::Kind::Units;
    const bool a_is_larger = is_signed(type) ? extend(type, a) > extend(type, b) : a > b;
    if (is_signed(type)) {
        a = static_cast<std::uint64_t>(extend(type, a));
        b = static_cast<std::uint64_t>(extend(type, b));
    }
    d.units = a_is_larger ? a - b : b - a;
    return d;
}

bool worse(const Distance& a, const Distance& b) {
    if (a.kind != b.kind) return a.kind > b.kind;
    return a.units > b.units;
}

std::string value_text(Type type, std::uint64_t bits) {
    bits = low_bits(type, bits);
    if (const Format format = format_of(type); format.bits != 0) {
        const double number = number_of(format, bits);
        if (std::isnan(number)) return fmt::format("{:#x} (not a number)", bits);
        if (format.bits == 64) return fmt::format("{}", number);
        return fmt::format("{}", static_cast<float>(number));
    }
    if (is_signed(type)) return fmt::format("{}", extend(type, bits));
    if (is_integer(type)) return fmt::format("{}", bits);
    return fmt::format("{:#0{}x}", bits, 2 + 2 * size_in_bytes(type));
}

std::string distance_text(Type type, const Distance& distance) {
    switch (distance.kind) {
    case Distance::Kind::None: return "equal";
    case Distance::Kind::SignOfZero: return "+0 against -0";
    case Distance::Kind::Special: return "infinite or not a number on one side only";
    case Distance::Kind::Units: break;
    }
    if (format_of(type).bits != 0) return fmt::format("{} ulp", distance.units);
    return fmt::format("off by {}", distance.units);
}

unsigned bin_of(const Distance& distance) {
    if (distance.kind == Distance::Kind::Special) return kBins - 1;
    if (distance.kind != Distance::Kind::Units) return 0;
    for (unsigned bin = 1; bin + 1 < kBins; ++bin)
        if (distance.units <= kBinEnds[bin]) return bin;
    return kBins - 1;
}

std::string bin_text(unsigned bin, bool floating) {
    const char* const unit = floating ? " ulp" : "";
    if (bin == 0) return "sign of zero";
    if (bin + 1 == kBins)
        return floating ? fmt::format("over {} ulp, infinite or not a number", kBinEnds[bin - 1])
                        : fmt::format("over {}", kBinEnds[bin - 1]);
    const std::uint64_t first = kBinEnds[bin - 1] + 1, last = kBinEnds[bin];
    return first == last ? fmt::format("{}{}", last, unit)
                         : fmt::format("{} to {}{}", first, last, unit);
}

} // namespace warpscope::compare

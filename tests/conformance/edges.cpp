// Edge values: zeros, extremes, subnormals, halves, powers of two and their neighbours, infinities,
// NaNs.
#include <algorithm>
#include <bit>
#include <map>

#include "tests/conformance/tuples.h"

namespace warpscope::conformance {
namespace {

using Values = std::vector<std::uint64_t>;

std::uint64_t low_bits(std::uint64_t value, unsigned bits) {
    return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

void drop_repeated(Values& values) {
    Values kept;
    for (std::uint64_t v : values)
        if (std::find(kept.begin(), kept.end(), v) == kept.end()) kept.push_back(v);
    values = std::move(kept);
}

Values integers(unsigned bits) {
    Values v;
    // Small numbers, and shift amounts at and beyond widths.
    for (std::uint64_t n :
         {0,  1,  2,  3,  4,  5,  7,   8,   9,   15,  16,     17,     23,     24,     25,
          31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x10000})
        v.push_back(low_bits(n, bits));
    for (std::uint64_t n : {1, 2, 3, 8, 16, 31, 32, 33, 128, 129, 32768, 32769})
        v.push_back(low_bits(0 - n, bits));
    const std::uint64_t top = std::uint64_t{1} << (bits - 1), half = std::uint64_t{1} << bits / 2;
    for (std::uint64_t base : {top, top >> 1, half, half >> 1})
        for (std::uint64_t n : {base - 1, base, base + 1})
            v.push_back(low_bits(n, bits));
    for (std::uint64_t n : {0x5555555555555555, 0x0123456789abcdef, 0x7f7f7f7f7f7f7f7f,
                            0x0101010101010101, 0x00ff00ff00ff00ff, 0x7fff80007fff8000})
        v.push_back(low_bits(n, bits)), v.push_back(low_bits(~n, bits));
    drop_repeated(v);
    return v;
}

/// A binary format by the widths of its fields.
struct Format {
    unsigned exponent_bits, fraction_bits;
    std::uint64_t infinity() const {
        return ((std::uint64_t{1} << exponent_bits) - 1) << fraction_bits;
    }
    std::uint64_t sign() const { return std::uint64_t{1} << (exponent_bits + fraction_bits); }
    unsigned bias() const { return (1u << (exponent_bits - 1)) - 1; }
    std::uint64_t power(int exponent) const {
        return static_cast<std::uint64_t>(static_cast<int>(bias()) + exponent) << fraction_bits;
    }
};

Values floats(Format f) {
    const std::uint64_t least_normal = std::uint64_t{1} << f.fraction_bits, infinity = f.infinity();
    const std::uint64_t quiet = infinity | (least_normal >> 1);
    Values v = {0,
                1,
                2,
                least_normal - 1,
                least_normal >> 1,
                least_normal,
                least_normal + 1,
                infinity - 1,
                infinity - 2,
                infinity,
                quiet,
                quiet | 1,
                infinity | 1,
                infinity | (least_normal - 1)};
    const int most = static_cast<int>(f.bias());
    // Bounds of integers and of narrower formats, unit, halves, ranges of exp and of trigonometry.
    for (int e : {-149, -133, -126, -25, -24, -14, -2, -1, 0,  1,  2,  6,  7,   8,   9,   14,  15,
                  16,   22,   23,   24,  30,  31,  32, 52, 53, 62, 63, 64, 126, 127, 128, 1000}) {
        if (e <= -most || e > most) continue;
        const std::uint64_t p = f.power(e);
        v.push_back(p), v.push_back(p + 1), v.push_back(p - 1);
        v.push_back(p | least_normal >> 1); // 1.5 times the power
    }
    // n + 0.5 for the rounding of halves to even: 2.5, 3.5, 127.5, 255.5.
    v.push_back(f.power(1) | least_normal >> 2);
    v.push_back(f.power(1) | least_normal >> 1 | least_normal >> 2);
    for (unsigned n : {127u, 255u, 32767u, 65535u}) {
        const unsigned digits = static_cast<unsigned>(std::bit_width(n));
        if (digits > f.fraction_bits) continue;
        const std::uint64_t fraction = std::uint64_t{2 * n + 1} << (f.fraction_bits - digits);
        v.push_back(f.power(static_cast<int>(digits) - 1) | low_bits(fraction, f.fraction_bits));
    }
    const std::size_t positive = v.size();
    for (std::size_t k = 0; k < positive; ++k)
        v.push_back(v[k] | f.sign());
    drop_repeated(v);
    return v;
}

/// Two 16-bit edge values side by side.
Values pairs(const Values& halves) {
    Values v;
    for (std::size_t k = 0; k < halves.size(); ++k)
        v.push_back(halves[k] | halves[(7 * k + 3) % halves.size()] << 16);
    return v;
}

Values make(Type type) {
    switch (type) {
    case Type::Pred: return {0, 1};
    case Type::F16: return floats({5, 10});
    case Type::BF16: return floats({8, 7});
    case Type::F32:
    case Type::TF32: return floats({8, 23});
    case Type::F64: return floats({11, 52});
    case Type::F16x2: return pairs(floats({5, 10}));
    case Type::BF16x2: return pairs(floats({8, 7}));
    case Type::U16x2:
    case Type::S16x2: return pairs(integers(16));
    default: return integers(std::min(64u, std::max(16u, 8 * size_in_bytes(type))));
    }
}

} // namespace

const std::vector<std::uint64_t>& edge_values(Type type) {
    static const auto table = [] {
        std::map<Type, Values> all;
        for (unsigned t = 1; t < 64; ++t)
            if (!warpscope::name_of(static_cast<Type>(t)).empty())
                all[static_cast<Type>(t)] = make(static_cast<Type>(t));
        return all;
    }();
    return table.at(type);
}

} // namespace warpscope::conformance

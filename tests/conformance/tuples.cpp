// Makes the operand tuples of a signature.
#include "tests/conformance/tuples.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tests/conformance/kernel_text.h"

namespace warpscope::conformance {
namespace {

/// splitmix64's finisher: every bit of the result depends on every bit of the argument.
std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

struct Value {
    std::uint64_t low = 0, high = 0;
};

unsigned width(Type type) {
    return type == Type::Pred ? 1 : 8 * memory_bytes(type);
}
std::uint64_t fit(std::uint64_t bits, Type type) {
    const unsigned w = width(type);
    return w >= 64 ? bits : bits & ((std::uint64_t{1} << w) - 1);
}

float single(std::uint64_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
std::uint64_t bits_of(float x) {
    return std::bit_cast<std::uint32_t>(x);
}

/// The float of a 16-bit type that a single is cut to, never rounded up to infinity.
std::uint64_t cut_to_half(float x, Type type) {
    const std::uint64_t b = bits_of(x);
    if (type == Type::BF16) return b >> 16;
    const std::uint64_t sign = b >> 16 & 0x8000;
    const int exponent = static_cast<int>(b >> 23 & 0xff) - 127 + 15;
    if (exponent <= 0) return sign;
    if (exponent >= 31) return sign | 0x7bff;
    return sign | static_cast<std::uint64_t>(exponent) << 10 | (b >> 13 & 0x3ff);
}
/// A 16-bit float as a single; only for values whose exponent is neither least nor greatest.
float widened_half(std::uint64_t half, Type type) {
    if (type == Type::BF16) return single(half << 16);
    const std::uint64_t exponent = (half >> 10 & 31) + 127 - 15;
    return single((half & 0x8000) << 16 | exponent << 23 | (half & 0x3ff) << 13);
}

class Maker {
public:
    explicit Maker(const Form& form)
        : sources_(form.sources),
          seed_(XXH3_64bits(form.signature().data(), form.signature().size())) {
        combinations_ = 1;
        for (const FormRegister& r : sources_)
            combinations_ = std::min<std::uint64_t>(combinations_ * edge_values(r.type).size(),
                                                    std::uint64_t{1} << 40);
    }

    /// The values of tuple n.
    void tuple(std::uint32_t n, std::vector<Value>& values) const;

private:
    std::uint64_t random(std::uint32_t n, std::size_t k, unsigned salt) const {
        return mix(seed_ ^ mix(std::uint64_t{n} << 16 | k << 8 | salt));
    }
    void edges(std::uint32_t n, std::vector<Value>& values) const;
    void near(std::uint32_t n, std::vector<Value>& values) const;
    std::uint64_t structured(std::uint64_t r, std::uint64_t s, Type type) const;
    std::uint64_t neighbour(std::uint64_t bits, std::uint64_t r, Type type) const;
    std::uint64_t opposite_product(std::uint64_t a, std::uint64_t b, Type type) const;
    Value with_role(Value v, Role role, std::uint32_t n, std::size_t k) const;

    const std::vector<FormRegister>& sources_;
    std::uint64_t seed_, combinations_;
};

void Maker::edges(std::uint32_t n, std::vector<Value>& values) const {
    std::uint64_t which = n / 4;
    if (combinations_ > kTuples / 4) which = random(n, 0, 1) % combinations_;
    which %= combinations_;
    for (std::size_t k = 0; k < sources_.size(); ++k) {
        const auto& list = edge_values(sources_[k].type);
        values[k].low = list[which % list.size()];
        values[k].high = list[(which + 5) % list.size()];
        which /= list.size();
    }
}

/// `r` is the material, `s` selects the structure.
std::uint64_t Maker::structured(std::uint64_t r, std::uint64_t s, Type type) const {
    const auto edge = [&](Type t, unsigned shift) {
        const auto& list = edge_values(t);
        return list[(r >> shift) % list.size()];
    };
    const double integer =
        std::ldexp(static_cast<double>(r >> 11), -static_cast<int>(21 + s / 8 % 32));
    const double sign = (r & 1) != 0 ? -1.0 : 1.0;
    switch (type) {
    case Type::Pred: return r;
    case Type::F32:
    case Type::TF32: {
        if (s % 4 == 0) return bits_of(static_cast<float>(sign * integer));
        if (s % 4 == 1) return bits_of(static_cast<float>(sign * (std::floor(integer) + 0.5)));
        if (s % 4 == 2) return r & 0x80007fffu; // subnormals
        return r & 0xffffe000u;                 // few digits
    }
    case Type::F64: {
        if (s % 4 == 0) return std::bit_cast<std::uint64_t>(sign * integer);
        if (s % 4 == 1) return std::bit_cast<std::uint64_t>(sign * (std::floor(integer) + 0.5));
        if (s % 4 == 2) return r & 0xffffffff00000000u;
        // The midpoint of two singles, or a neighbour of it.
        const double d = static_cast<double>(single(r & 0xffffffffu));
        const auto b = std::bit_cast<std::uint64_t>(d);
        return (b & ~std::uint64_t{0x1fffffff}) + 0x10000000 + (s >> 8) % 3 - 1;
    }
    case Type::F16:
    case Type::BF16:
        return cut_to_half(
            static_cast<float>(sign * (s % 2 == 0 ? integer : std::floor(integer) + 0.5)), type);
    case Type::F16x2:
        return structured(r, s, Type::F16) | structured(mix(r), s >> 3, Type::F16) << 16;
    case Type::BF16x2:
        return structured(r, s, Type::BF16) | structured(mix(r), s >> 3, Type::BF16) << 16;
    default: break;
    }
    switch (s % 4) {
    case 0: return r >> (1 + s / 8 % 63);       // few bits
    case 1: return 0 - (r >> (1 + s / 8 % 63)); // the same below zero
    case 2:
        return (edge(Type::U16, 0) & 0xffff) | edge(Type::U16, 8) << 16 |
               edge(Type::U16, 16) << 32 | edge(Type::U16, 24) << 48;
    default: {
        std::uint64_t bytes = 0;
        for (unsigned k = 0; k < 8; ++k) {
            const std::array<std::uint64_t, 8> choice = {0,    1,    0x7f, 0x80,
                                                         0x81, 0xff, 0xfe, r >> (8 * k) & 0xff};
            bytes = bytes << 8 | choice[r >> (3 * k) & 7];
        }
        return bytes;
    }
    }
}

/// A value a little away from `bits`: the same or a nearby exponent, often the same digits.
std::uint64_t Maker::neighbour(std::uint64_t bits, std::uint64_t r, Type type) const {
    const auto fields = [&](unsigned fraction, unsigned exponent_bits) {
        const std::uint64_t greatest = (std::uint64_t{1} << exponent_bits) - 2;
        const std::uint64_t digits = (std::uint64_t{1} << fraction) - 1;
        std::uint64_t exponent = bits >> fraction & (greatest + 1);
        exponent = std::min(greatest, exponent + r % 3) - (r >> 8) % 2;
        std::uint64_t low = bits & digits;
        if ((r >> 16) % 2 == 0)
            low = (low + (r >> 20) % 5 - 2) & digits;
        else
            low = r >> 24 & digits;
        return (r >> 63) << (fraction + exponent_bits) | (exponent & (greatest + 1)) << fraction |
               low;
    };
    switch (type) {
    case Type::F16: return fields(10, 5);
    case Type::BF16: return fields(7, 8);
    case Type::F32:
    case Type::TF32: return fields(23, 8);
    case Type::F64: return fields(52, 11);
    case Type::F16x2:
        return neighbour(bits & 0xffff, r, Type::F16) |
               neighbour(bits >> 16 & 0xffff, mix(r), Type::F16) << 16;
    case Type::BF16x2:
        return neighbour(bits & 0xffff, r, Type::BF16) |
               neighbour(bits >> 16 & 0xffff, mix(r), Type::BF16) << 16;
    default: break;
    }
    if (r % 4 == 0) return bits;
    if (r % 4 == 1) return 0 - bits + (r >> 8) % 3 - 1;
    return bits + (r >> 8) % 7 - 3;
}

/// Near -(a * b): a few units of the last place away.
std::uint64_t Maker::opposite_product(std::uint64_t a, std::uint64_t b, Type type) const {
    switch (type) {
    case Type::F32: {
        // Which NaN a product of NaNs is depends on the order that the compiler chose.
        const float product = single(a) * single(b);
        return product == product ? bits_of(-product) : 0x7fc00000;
    }
    case Type::F64: {
        const double product = std::bit_cast<double>(a) * std::bit_cast<double>(b);
        return product == product ? std::bit_cast<std::uint64_t>(-product) : 0x7ff8000000000000;
    }
    case Type::F16:
    case Type::BF16: return cut_to_half(-(widened_half(a, type) * widened_half(b, type)), type);
    case Type::F16x2:
    case Type::BF16x2: {
        const Type half = type == Type::F16x2 ? Type::F16 : Type::BF16;
        return opposite_product(a & 0xffff, b & 0xffff, half) |
               opposite_product(a >> 16 & 0xffff, b >> 16 & 0xffff, half) << 16;
    }
    default: return 0 - a * b;
    }
}

void Maker::near(std::uint32_t n, std::vector<Value>& values) const {
    const std::uint64_t base = random(n, 0, 2);
    for (std::size_t k = 0; k < sources_.size(); ++k) {
        const Type type = sources_[k].type;
        const std::uint64_t r = random(n, k, 3);
        if (k == 0) {
            values[0] = {is_float(type) ? structured(base, r, type) : base, r};
            if (r % 2 == 0) values[0].low = base;
        } else if (k == 2 && type == sources_[0].type && type == sources_[1].type && r % 4 != 0) {
            values[2] = {opposite_product(values[0].low, values[1].low, type), r};
            if (r % 4 != 1) values[2].low += (r >> 8) % 5 - 2;
        } else {
            values[k] = {neighbour(values[k - 1].low, r, type), values[k - 1].high};
        }
        values[k].low = fit(values[k].low, type);
    }
}

Value Maker::with_role(Value v, Role role, std::uint32_t n, std::size_t k) const {
    const std::uint64_t warp = random(n / 32, k, 4);
    switch (role) {
    case Role::Value: break;
    case Role::MemberMask:
        v.low = warp % 2 == 0 ? 0xffffffff : random(n / 32, k, 5) & 0xffffffff;
        if (warp % 8 == 1) v.low &= random(n / 32, k, 6);
        if (v.low == 0) v.low = 1u << (warp >> 8) % 32;
        break;
    case Role::FewValues:
        // All equal but for one lane at times, or one of 2, 4, 8 values.
        if (warp % 4 == 0) v.low = random(n / 32, k, 7);
        if (warp % 4 == 1) v.low = random(n / 32, k, 7) ^ (n % 32 == (warp >> 8) % 64 ? 1 : 0);
        if (warp % 4 == 2) v.low = random(n / 32, k, 7) + (v.low & ((2u << warp / 4 % 3) - 1));
        break;
    case Role::Vote:
        if (warp % 4 == 0) v.low = warp >> 8;
        if (warp % 4 == 1) v.low = (warp >> 8) ^ (n % 32 == (warp >> 16) % 64 ? 1 : 0);
        break;
    }
    return v;
}

void Maker::tuple(std::uint32_t n, std::vector<Value>& values) const {
    if (sources_.size() == 1 && memory_bytes(sources_[0].type) == 2) {
        values[0] = {n, 0};
        return;
    }
    switch (n % 4) {
    case 0: edges(n, values); break;
    case 1:
        for (std::size_t k = 0; k < sources_.size(); ++k)
            values[k] = {random(n, k, 8), random(n, k, 9)};
        break;
    case 2:
        for (std::size_t k = 0; k < sources_.size(); ++k) {
            const std::uint64_t r = random(n, k, 10), s = random(n, k, 11);
            values[k] = {structured(r, s, sources_[k].type), mix(r)};
        }
        break;
    default: near(n, values);
    }
    for (std::size_t k = 0; k < sources_.size(); ++k) {
        values[k] = with_role(values[k], sources_[k].role, n, k);
        values[k].low = fit(values[k].low, sources_[k].type);
    }
}

} // namespace

std::vector<std::uint8_t> make_inputs(const Form& form) {
    std::vector<std::uint8_t> area(area_bytes(form.sources));
    const auto offsets = area_offsets(form.sources);
    const Maker maker(form);
    std::vector<Value> values(form.sources.size());
    for (std::uint32_t n = 0; n < kTuples; ++n) {
        maker.tuple(n, values);
        for (std::size_t k = 0; k < values.size(); ++k) {
            const unsigned bytes = memory_bytes(form.sources[k].type);
            std::memcpy(area.data() + offsets[k] + std::uint64_t{n} * bytes, &values[k], bytes);
        }
    }
    return area;
}

} // namespace warpscope::conformance

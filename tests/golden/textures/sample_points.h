// Where the textures are sampled and what the textures hold: the same numbers on every machine.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

/// A hash with good low bits (two rounds of xor, shift and multiply).
inline std::uint32_t scramble(std::uint32_t value) {
    value ^= value >> 16;
    value *= 0x7feb352du;
    value ^= value >> 15;
    value *= 0x846ca68bu;
    return value ^ value >> 16;
}

inline float float_of(std::uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
inline std::uint32_t bits_of(float value) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// f32 to f16, ties to even.
inline std::uint32_t half_bits(float value) {
    const std::uint32_t bits = bits_of(value), sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return 0x7fffu;
    if (magnitude >= 0x477ff000u) return sign | 0x7c00u;
    if (magnitude < 0x38800000u)
        return sign | static_cast<std::uint32_t>(std::nearbyint(std::ldexp(float_of(magnitude), 24)));
    return sign | ((magnitude + 0xfffu + (magnitude >> 13 & 1u) - 0x38000000u) >> 13);
}

/// `value` moved by some units in the last place.
inline float nudge(float value, int steps) {
    if (value == 0) return float_of(steps < 0 ? 0x80000000u - steps : static_cast<unsigned>(steps));
    return float_of(bits_of(value) + static_cast<unsigned>(value < 0 ? -steps : steps));
}

/// A coordinate in texels that is likely to show how hardware rounds. `extent` texels lie along the axis.
inline float texel_coordinate(unsigned sample, unsigned axis, int extent) {
    static const std::uint32_t special[] = {
        0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x33800000, 0xb3800000, 0x7f800000, 0xff800000,
        0x7fc00000, 0x461c4000, 0xc61c4000, 0x477fff80, 0x49800008, 0x4b000000, 0x4b800000, 0x4f000000,
        0xcf000000, 0x4f800000, 0x501502f9, 0x7f61b1e6, 0xff61b1e6, 0x3b000000, 0xbb000000, 0x3f000000};
    const std::uint32_t h = scramble(sample * 4 + axis + 1);
    const std::uint32_t r = scramble(h + 0x9e3779b9u);
    const int texel = static_cast<int>(r % static_cast<unsigned>(extent + 2)) - 1;
    const int steps = static_cast<int>(r >> 8 & 7) - 4;
    const float fine = static_cast<float>(r >> 8) / 16777216.0f;
    switch (h & 15) {
    default: return -1.0f + static_cast<float>(extent + 2) * fine;
    case 6:
    case 7: return static_cast<float>(static_cast<int>(r % (512u * (extent + 1))) - 256) / 512.0f;
    case 8: return nudge(static_cast<float>(texel) + 0.5f, steps);
    case 9: return nudge(static_cast<float>(texel), steps);
    case 10:
        return nudge(static_cast<float>(static_cast<int>(r % (512u * extent))) / 512.0f, steps);
    case 11: return static_cast<float>(static_cast<int>(r % (256u * (extent + 1))) - 128) / 256.0f;
    case 12: return (fine - 0.5f) * 64.0f * static_cast<float>(extent);
    case 13:
        return static_cast<float>(texel) + static_cast<float>(static_cast<int>(r >> 16 & 127) - 64) / 65536.0f;
    case 14: return float_of(special[r % (sizeof special / sizeof special[0])]);
    case 15: return std::ldexp(fine * 2.0f - 1.0f, static_cast<int>(r & 31) - 12);
    }
}

enum class Content { Random, Wild, Delta, Ramp, Special };

/// The float in channel `channel` of texel `texel`.
inline float texel_value(Content content, unsigned texel, unsigned channel, unsigned texels) {
    const std::uint32_t h = scramble(texel * 4 + channel + 0x51ed270bu);
    const float fraction = static_cast<float>(h >> 8) / 8388608.0f - 1.0f;
    switch (content) {
    case Content::Random: return fraction;
    case Content::Wild: return std::ldexp(fraction, static_cast<int>(h & 31) - 16);
    case Content::Delta: return texel == texels / 2 ? 1.0f : 0.0f;
    case Content::Special: {
        static const std::uint32_t bits[16] = {
            0x3f800000, 0x7f800000, 0x40000000, 0x7fc00000, 0x40400000, 0x00000001, 0x80000000, 0x007fffff,
            0x3f000000, 0xff800000, 0x7f800000, 0x7f7fffff, 0x7f7fffff, 0x00800000, 0xff7fffff, 0x7fc01234};
        return float_of(bits[texel & 15]);
    }
    case Content::Ramp: return static_cast<float>(texel + 1);
    }
    return 0;
}

// From the bytes of texels to four channels: conversions, and the weighted mean.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "sim/memory/srgb.h"
#include "sim/memory/texture_sampling.h"

namespace warpscope {
namespace {

using Kind = ChannelFormat::Kind;

std::uint32_t bits_of(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

std::uint32_t raw_channel(const ChannelFormat& format, const std::uint8_t* bytes, unsigned k) {
    std::uint32_t raw = 0;
    std::memcpy(&raw, bytes + k * format.channel_bytes(), format.channel_bytes());
    return raw;
}

std::int32_t extended(const ChannelFormat& format, std::uint32_t raw) {
    const unsigned unused = 32u - format.bits;
    if (format.kind == Kind::Unsigned) return static_cast<std::int32_t>(raw);
    return static_cast<std::int32_t>(raw << unused) >> unused;
}

float half_to_float(std::uint32_t half) {
    const std::uint32_t sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31u;
    const std::uint32_t fraction = half & 0x3FFu;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000u | fraction << 13);
    if (exponent != 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
    const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
}

/// An integer as a fraction of the largest one of its width; one rounding.
float fraction_of(double value, double largest) {
    return static_cast<float>(std::fmax(value / largest, -1.0));
}

bool is_fraction(const TextureObject& texture) {
    return texture.sampler.normalized_float && texture.image.format.kind != Kind::Float &&
           texture.image.format.bits <= 16;
}

/// Alpha is never encoded.
bool is_srgb(const TextureObject& texture, unsigned channel) {
    return texture.sampler.srgb && texture.image.format.kind == Kind::Unsigned &&
           texture.image.format.bits == 8 && channel < 3;
}

double largest_of(const ChannelFormat& format) {
    return std::ldexp(1, format.bits - (format.kind == Kind::Signed ? 1 : 0)) - 1;
}

std::uint32_t converted(const TextureObject& texture, unsigned channel, std::uint32_t raw) {
    const ChannelFormat& format = texture.image.format;
    if (format.kind == Kind::Float) return format.bits == 16 ? bits_of(half_to_float(raw)) : raw;
    const std::int32_t value = extended(format, raw);
    if (!is_fraction(texture)) return static_cast<std::uint32_t>(value);
    if (is_srgb(texture, channel)) return bits_of(srgb_to_linear(raw));
    return bits_of(fraction_of(value, largest_of(format)));
}

/// The border colour is kept in the texels' own format: fractions are rounded to it, integers take
/// the low bits of the float.
std::uint32_t raw_border(const TextureObject& texture, unsigned channel) {
    const ChannelFormat& format = texture.image.format;
    const float colour = texture.sampler.border[channel];
    const std::uint32_t mask = format.bits == 32 ? ~0u : (1u << format.bits) - 1;
    if (format.kind == Kind::Float || !is_fraction(texture)) return bits_of(colour) & mask;
    const float largest = static_cast<float>(largest_of(format));
    const float lowest = format.kind == Kind::Signed ? -largest : 0;
    const float scaled = std::fmin(std::fmax(colour * largest, lowest), largest);
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::ceil(scaled - 0.5f))) & mask;
}

/// Rounds to `bits` significant bits, but not finer than 2^smallest; ties away from zero.
float rounded(long double value, int bits, int smallest) {
    if (value == 0) return 0;
    const int quantum = std::max(std::ilogb(value) - bits + 1, smallest);
    return static_cast<float>(std::ldexp(std::round(std::ldexp(value, -quantum)), quantum));
}

struct Weighted {
    float value;
    int weight;
    bool is_far_slice;
};

/// Floats of a slice are brought to the largest exponent among them, with four bits to spare
/// (colours have none); what does not fit is cut off, denormals count as 0. The sum is exact.
long double sum_of_slice(const Weighted* of, unsigned count, bool far_slice, int kept_bits) {
    int exponent = -200;
    for (unsigned k = 0; k < count; ++k)
        if (of[k].is_far_slice == far_slice && std::fabs(of[k].value) >= 0x1p-126f)
            exponent = std::max(exponent, std::ilogb(of[k].value));
    if (exponent == -200) return 0;
    const int quantum = exponent - (kept_bits - 1);
    double sum = 0;
    for (unsigned k = 0; k < count; ++k)
        if (of[k].is_far_slice == far_slice)
            sum +=
                std::trunc(std::ldexp(static_cast<double>(of[k].value), -quantum)) * of[k].weight;
    return std::ldexp(static_cast<long double>(sum), quantum - 8);
}

/// The two slices' sums together are rounded once.
float mean_of_floats(const Weighted* of, unsigned count, int kept_bits, int bits, int smallest) {
    if (count == 1 && of[0].value == 0) return of[0].value;
    float special = 0;
    for (unsigned k = 0; k < count; ++k)
        if (!std::isfinite(of[k].value)) special += of[k].value;
    if (std::isnan(special)) return std::bit_cast<float>(bits == 24 ? 0x7FFFFFFFu : 0x7FFFE000u);
    if (special != 0) return special;
    return rounded(sum_of_slice(of, count, false, kept_bits) +
                       sum_of_slice(of, count, true, kept_bits),
                   bits, smallest);
}

/// Integers are filtered as 16-bit fractions; 8-bit ones are widened first.
std::int64_t widened(const ChannelFormat& format, std::int32_t value) {
    if (format.bits == 16) return std::int64_t{value} * 16;
    if (format.kind == Kind::Unsigned) return std::int64_t{value} * 257 * 16;
    // Four bits behind the point: 32767/127 is no integer.
    return static_cast<std::int64_t>(std::floor(value * 16 * 32767 / 127.0));
}

float mean_of_fractions(const ChannelFormat& format, const std::int32_t* values,
                        const Footprint& footprint) {
    std::int64_t sum = 0;
    for (unsigned k = 0; k < footprint.count; ++k)
        sum += widened(format, values[k]) * footprint.texels[k].weight;
    return fraction_of(static_cast<double>((sum + (1 << 11)) >> 12),
                       format.kind == Kind::Signed ? 32767 : 65535);
}

} // namespace

Texel read_texel(const TextureObject& texture, const std::uint8_t* bytes) {
    Texel texel{};
    for (unsigned k = 0; k < texture.image.format.channels; ++k)
        texel[k] = converted(texture, k, raw_channel(texture.image.format, bytes, k));
    return texel;
}

Texel border_texel(const TextureObject& texture) {
    Texel texel{};
    for (unsigned k = 0; k < texture.image.format.channels; ++k)
        texel[k] = converted(texture, k, raw_border(texture, k));
    return texel;
}

Texel filtered_texel(const TextureObject& texture, const Footprint& footprint,
                     const std::array<const std::uint8_t*, 8>& bytes) {
    const ChannelFormat& format = texture.image.format;
    Texel texel{};
    for (unsigned channel = 0; channel < format.channels; ++channel) {
        Weighted floats[8];
        std::int32_t integers[8];
        for (unsigned k = 0; k < footprint.count; ++k) {
            const std::uint32_t raw = bytes[k] == nullptr ? raw_border(texture, channel)
                                                          : raw_channel(format, bytes[k], channel);
            floats[k] = {std::bit_cast<float>(converted(texture, channel, raw)),
                         footprint.texels[k].weight, footprint.texels[k].is_far_slice};
            integers[k] = extended(format, raw);
            if (format.kind == Kind::Signed)
                integers[k] = std::max(integers[k], -static_cast<std::int32_t>(largest_of(format)));
        }
        const bool integer = format.kind != Kind::Float && !is_srgb(texture, channel);
        const int kept = is_srgb(texture, channel) ? 8 : format.bits == 16 ? 15 : 28;
        const bool narrow = format.bits == 16 || is_srgb(texture, channel);
        texel[channel] = bits_of(integer ? mean_of_fractions(format, integers, footprint)
                                         : mean_of_floats(floats, footprint.count, kept,
                                                          narrow ? 11 : 24, narrow ? -24 : -149));
    }
    return texel;
}

} // namespace warpscope

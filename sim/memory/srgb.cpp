// The table of decoded sRGB colours.
#include "sim/memory/srgb.h"

#include <array>
#include <cstddef>

namespace warpscope {
namespace {

/// What an NVIDIA H200 (driver 580.159.04, 2026-12-01) returns for the 256 values: eight
/// significant bits, and no finer than 2^-14. Mostly the nearest such number to the curve of IEC
/// 61966-2-1, at 14 values the next. Below 2^-7 these are multiples of 2^-14; above, the
/// significant bits.
// clang-format off
constexpr std::uint8_t kDecoded[256] = {
    0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 66, 72, 78,
    85, 92, 99, 107, 115, 123, 131, 140, 150, 159, 169, 180, 190, 201, 213, 224,
    236, 250, 131, 138, 145, 152, 159, 166, 174, 182, 190, 198, 206, 215, 224, 233,
    242, 252, 131, 136, 141, 146, 151, 156, 162, 168, 173, 179, 185, 191, 197, 204,
    210, 216, 224, 230, 236, 244, 250, 129, 133, 136, 140, 144, 148, 152, 156, 160,
    164, 169, 173, 177, 182, 186, 191, 195, 200, 205, 209, 214, 219, 224, 229, 234,
    240, 244, 250, 128, 130, 133, 136, 139, 142, 145, 148, 151, 154, 157, 160, 163,
    166, 169, 172, 176, 179, 182, 186, 189, 192, 196, 199, 203, 206, 210, 214, 217,
    221, 225, 229, 232, 236, 240, 244, 248, 252, 128, 130, 132, 134, 136, 138, 141,
    143, 145, 147, 149, 152, 154, 156, 158, 161, 163, 165, 168, 170, 173, 175, 178,
    180, 182, 185, 188, 190, 193, 195, 198, 200, 203, 206, 209, 211, 214, 217, 219,
    222, 225, 228, 231, 234, 237, 240, 242, 246, 248, 252, 254, 129, 130, 132, 133,
    135, 137, 138, 140, 141, 143, 145, 146, 148, 150, 151, 153, 155, 156, 158, 160,
    161, 163, 165, 167, 169, 170, 172, 174, 176, 178, 179, 181, 183, 185, 187, 189,
    191, 193, 195, 197, 199, 201, 203, 205, 207, 209, 211, 213, 215, 217, 219, 221,
    223, 225, 227, 229, 232, 234, 236, 238, 240, 242, 244, 246, 250, 252, 254, 128,
};
// clang-format on

/// The significant bits fall back to 128 where a new binade begins.
constexpr std::array<float, 256> decoded_values() {
    std::array<float, 256> values{};
    float unit = 0x1p-14f;
    for (std::size_t k = 0; k < values.size(); ++k) {
        if (k > 0 && kDecoded[k] < kDecoded[k - 1]) unit *= 2;
        values[k] = static_cast<float>(kDecoded[k]) * unit;
    }
    return values;
}

constexpr std::array<float, 256> kLinear = decoded_values();

} // namespace

float srgb_to_linear(std::uint32_t encoded) {
    return kLinear[encoded & 255];
}

} // namespace warpscope

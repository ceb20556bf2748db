// Color: red, green, blue and opacity, 8 bits each, without any GUI package.
#pragma once

#include <cstdint>

namespace warpscope::gui {

struct Color {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;
    friend bool operator==(const Color&, const Color&) = default;
};

/// 0xRRGGBB, opaque.
constexpr Color rgb(std::uint32_t hex) {
    return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8),
            static_cast<std::uint8_t>(hex), 255};
}

/// The colour with this opacity, 0 to 1.
constexpr Color with_opacity(Color color, float opacity) {
    color.a = static_cast<std::uint8_t>(opacity * 255.0f + 0.5f);
    return color;
}

/// `part` of `over`, the rest of `under`; both opaque.
constexpr Color mix(Color under, Color over, float part) {
    const auto channel = [part](std::uint8_t u, std::uint8_t o) {
        return static_cast<std::uint8_t>(static_cast<float>(u) * (1 - part) +
                                         static_cast<float>(o) * part + 0.5f);
    };
    return {channel(under.r, over.r), channel(under.g, over.g), channel(under.b, over.b), 255};
}

} // namespace warpscope::gui

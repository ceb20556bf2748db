// Rect: a rectangle in pixels, and how one is cut into parts.
#pragma once

#include <algorithm>

namespace warpscope::gui {

struct Rect {
    float x = 0, y = 0, w = 0, h = 0;
    friend bool operator==(const Rect&, const Rect&) = default;

    float right() const { return x + w; }
    float bottom() const { return y + h; }
    float middle_x() const { return x + w / 2; }
    float middle_y() const { return y + h / 2; }
    bool empty() const { return w <= 0 || h <= 0; }
    bool contains(float px, float py) const {
        return px >= x && px < x + w && py >= y && py < y + h;
    }
    Rect inset(float by_x, float by_y) const {
        return {x + by_x, y + by_y, std::max(0.f, w - 2 * by_x), std::max(0.f, h - 2 * by_y)};
    }

    /// These take a part off one side and return it.
    Rect take_top(float height) {
        const float part = std::clamp(height, 0.f, h);
        const Rect taken = {x, y, w, part};
        y += part, h -= part;
        return taken;
    }
    Rect take_bottom(float height) {
        const float part = std::clamp(height, 0.f, h);
        h -= part;
        return {x, y + h, w, part};
    }
    Rect take_left(float width) {
        const float part = std::clamp(width, 0.f, w);
        const Rect taken = {x, y, part, h};
        x += part, w -= part;
        return taken;
    }
    Rect take_right(float width) {
        const float part = std::clamp(width, 0.f, w);
        w -= part;
        return {x + w, y, part, h};
    }
};

} // namespace warpscope::gui

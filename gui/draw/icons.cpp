// The paths of the icons.
#include "gui/draw/icons.h"

#include <cmath>

namespace warpscope::gui {
namespace {

/// A filled triangle that points left or right.
void arrow(Canvas& c, float x, float y, float width, float height, float direction, Color color) {
    const float reach = direction * width / 2;
    c.triangle(x - reach, y - height / 2, x - reach, y + height / 2, x + reach, y, color);
}

void bar(Canvas& c, float x, float y, float height, Color color) {
    const float width = std::max(2.f, std::round(height / 5));
    c.fill({std::round(x - width / 2), std::round(y - height / 2), width, std::round(height)},
           color);
}

/// Towards an end: two triangles and a bar.
void to_end(Canvas& c, float x, float y, float size, float direction, Color color) {
    bar(c, x + direction * size * 0.6f, y, size * 0.9f, color);
    arrow(c, x + direction * size * 0.2f, y, size * 0.55f, size * 0.85f, direction, color);
    arrow(c, x - direction * size * 0.4f, y, size * 0.55f, size * 0.85f, direction, color);
}

void one_step(Canvas& c, float x, float y, float size, float direction, Color color) {
    bar(c, x + direction * size * 0.45f, y, size * 0.95f, color);
    arrow(c, x - direction * size * 0.1f, y, size * 0.72f, size * 0.95f, direction, color);
}

void warning(Canvas& c, float x, float y, float size, Color color) {
    const float half = size / 2;
    const float top = y - half + size * 0.06f, bottom = y + half - size * 0.06f;
    c.outline_triangle(x, top, x - half, bottom, x + half, bottom, color,
                       std::max(1.2f, size / 11));
    const float width = std::max(1.f, size / 10);
    c.fill({x - width / 2, y - size * 0.15f, width, size * 0.3f}, color);
    c.fill({x - width / 2, y + size * 0.22f, width, width}, color);
}

void error(Canvas& c, float x, float y, float size, Color color) {
    const float half = size / 2, arm = size * 0.2f;
    c.fill({x - half, y - half, size, size}, color, size * 0.15f);
    c.line(x - arm, y - arm, x + arm, y + arm, c.colors.on_wrong, size / 8);
    c.line(x - arm, y + arm, x + arm, y - arm, c.colors.on_wrong, size / 8);
}

void logo(Canvas& c, float x, float y, float size, Color) {
    // Four lanes of a warp, one of which lags behind.
    const float width = std::round(size * 0.2f), gap = std::round(size * 0.07f);
    float left = std::round(x - (4 * width + 3 * gap) / 2);
    for (unsigned lane = 0; lane < 4; ++lane) {
        const bool lags = lane == 2;
        const float top = std::round(y - size / 2 + (lags ? size * 0.22f : 0));
        c.fill({left, top, width,
                std::round(size * (lane == 0 || lane == 1 || lane == 3 ? 0.82f : 0.82f))},
               lags ? c.colors.inactive : c.colors.active_stepped);
        left += width + gap;
    }
}

} // namespace

void draw_icon(Canvas& c, Icon icon, float x, float y, float size, Color color) {
    const float half = size / 2;
    switch (icon) {
    case Icon::First: to_end(c, x, y, size, -1, color); break;
    case Icon::RunBack: arrow(c, x, y, size * 0.9f, size, -1, color); break;
    case Icon::StepBack: one_step(c, x, y, size, -1, color); break;
    case Icon::Step: one_step(c, x, y, size, 1, color); break;
    case Icon::Run: arrow(c, x, y, size * 0.9f, size, 1, color); break;
    case Icon::Last: to_end(c, x, y, size, 1, color); break;
    case Icon::ChevronDown:
        c.triangle(x - half, y - half * 0.55f, x + half, y - half * 0.55f, x, y + half * 0.6f,
                   color);
        break;
    case Icon::ChevronRight:
        c.line(x - half * 0.5f, y - half, x + half * 0.5f, y, color, std::max(1.2f, size / 8));
        c.line(x + half * 0.5f, y, x - half * 0.5f, y + half, color, std::max(1.2f, size / 8));
        break;
    case Icon::Error: error(c, x, y, size, color); break;
    case Icon::Warning: warning(c, x, y, size, color); break;
    case Icon::Note: c.circle(x, y, half, color); break;
    case Icon::Barrier: {
        const float width = std::max(2.f, std::round(size * 0.22f));
        c.fill({std::round(x - width * 1.4f), std::round(y - half), width, std::round(size)},
               color);
        c.fill({std::round(x + width * 0.6f), std::round(y - half), width, std::round(size)},
               color);
        break;
    }
    case Icon::Breakpoint: c.circle(x, y, half, color); break;
    case Icon::Tick:
        c.line(x - half * 0.7f, y, x - half * 0.15f, y + half * 0.6f, color,
               std::max(1.4f, size / 8));
        c.line(x - half * 0.15f, y + half * 0.6f, x + half * 0.8f, y - half * 0.6f, color,
               std::max(1.4f, size / 8));
        break;
    case Icon::Unequal:
        c.line(x - half, y - half * 0.4f, x + half, y - half * 0.4f, color, size / 7);
        c.line(x - half, y + half * 0.4f, x + half, y + half * 0.4f, color, size / 7);
        c.line(x - half * 0.5f, y + half, x + half * 0.5f, y - half, color, size / 7);
        break;
    case Icon::Logo: logo(c, x, y, size, color); break;
    }
}

} // namespace warpscope::gui

// Drawing a roof over logarithmic axes.
#include "gui/panels/roofline.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gui/panels/lower.h"
#include "gui/views/navigation.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

using views::Roofline;
using views::RooflinePoint;

/// Powers of ten at both ends of each axis.
struct Axes {
    Rect plot;
    int x_low = 0, x_high = 0, y_low = 0, y_high = 0;

    float x(double value) const {
        const double share = (std::log10(value) - x_low) / (x_high - x_low);
        return std::round(plot.x + static_cast<float>(std::clamp(share, 0.0, 1.0)) * plot.w);
    }
    float y(double value) const {
        const double share = (std::log10(value) - y_low) / (y_high - y_low);
        return std::round(plot.bottom() - static_cast<float>(std::clamp(share, 0.0, 1.0)) * plot.h);
    }
};

Axes axes_of(const Roofline& roof, const Rect& plot) {
    double low = roof.ridge, high = roof.ridge;
    for (const RooflinePoint& point : roof.points)
        low = std::min(low, point.intensity), high = std::max(high, point.intensity);
    Axes axes;
    axes.plot = plot;
    axes.x_low = static_cast<int>(std::floor(std::log10(low) - 0.2));
    axes.x_high = static_cast<int>(std::ceil(std::log10(high) + 0.2));
    axes.y_high = static_cast<int>(std::ceil(std::log10(roof.peak) + 0.1));
    const double least = roof.sectors * std::pow(10.0, axes.x_low);
    axes.y_low = std::min(axes.y_high - 1, static_cast<int>(std::floor(std::log10(least))));
    return axes;
}

void draw_axes(Canvas& canvas, const Axes& axes) {
    const Palette& c = canvas.colors;
    for (int power = axes.x_low; power <= axes.x_high; ++power) {
        const float x = axes.x(std::pow(10.0, power));
        canvas.fill({x, axes.plot.y, 1, axes.plot.h}, c.line);
        canvas.text(x, axes.plot.bottom() + canvas.px(10),
                    fmt::format("{:g}", std::pow(10.0, power)), {Face::Code, Size::Note, c.text3},
                    Align::Center);
    }
    for (int power = axes.y_low; power <= axes.y_high; ++power) {
        const float y = axes.y(std::pow(10.0, power));
        canvas.fill({axes.plot.x, y, axes.plot.w, 1}, c.line);
        canvas.text(axes.plot.x - canvas.px(6), y, fmt::format("{:g}", std::pow(10.0, power)),
                    {Face::Code, Size::Note, c.text3}, Align::Right);
    }
}

void draw_roof(Canvas& canvas, const Axes& axes, const Roofline& roof) {
    const Color color = canvas.colors.text2;
    const double first = std::pow(10.0, axes.x_low), last = std::pow(10.0, axes.x_high);
    canvas.line(axes.x(first), axes.y(roof.sectors * first), axes.x(roof.ridge), axes.y(roof.peak),
                color, 2);
    canvas.line(axes.x(roof.ridge), axes.y(roof.peak), axes.x(last), axes.y(roof.peak), color, 2);
    canvas.text(axes.plot.right() - canvas.px(4), axes.y(roof.peak) - canvas.px(9),
                fmt::format("{} billion warp instructions a second",
                            report::grouped(static_cast<std::uint64_t>(roof.peak))),
                secondary(canvas, Size::Note), Align::Right);
}

void draw_point(PanelContext& context, const Axes& axes, const RooflinePoint& point) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const bool launch = point.line == 0;
    const float x = axes.x(point.intensity), y = axes.y(point.attainable);
    const float radius = canvas.px(launch ? 6 : 4);
    canvas.circle(x, y, radius, launch ? c.text1 : c.text2);
    if (launch)
        canvas.text(x + canvas.px(10), y + canvas.px(10), point.name, words(canvas, Size::Small));
    const Rect around = {x - radius - 2, y - radius - 2, 2 * radius + 4, 2 * radius + 4};
    if (!context.input.over(around)) return;
    context.tooltip =
        fmt::format("{}: {:.2f} warp instructions a sector, {} sectors, at best {:.0f} "
                    "billion a second",
                    point.name, point.intensity, report::grouped(point.sectors), point.attainable);
    if (context.input.clicked && !launch) context.selection.line = point.line;
    if (context.input.double_clicked && !launch)
        context.actions.go_to(views::nearest_step_at_line(context.moment, point.line));
}

} // namespace

void draw_roofline(PanelContext& context, Rect area) {
    Canvas& canvas = context.canvas;
    const Roofline& roof = context.views.roofline;
    Rect body = area.inset(canvas.px(20), canvas.px(8));
    if (roof.empty()) {
        Flow flow{canvas, body.x, body.y, body.w};
        flow.prose("The launch moves no sector of memory, so there is no roof over it.");
        return;
    }
    Flow flow{canvas, body.x, body.y, body.w};
    flow.prose(roof.sentence);
    body.take_top(flow.y - body.y + canvas.px(14));
    Flow foot{canvas, body.x, body.bottom() - canvas.px(16), body.w};
    foot.note("Computed, not timed. Sectors that a cache keeps cost less.");
    Rect plot = body;
    plot.take_bottom(canvas.px(52));
    plot.take_left(canvas.px(44));
    plot.take_right(canvas.px(12));
    if (plot.h < canvas.px(40)) return;
    const Axes axes = axes_of(roof, plot);
    draw_axes(canvas, axes);
    canvas.text(plot.middle_x(), plot.bottom() + canvas.px(25), "warp instructions a sector",
                tertiary(canvas), Align::Center);
    canvas.push_clip(
        {plot.x, plot.y - canvas.px(20), plot.w + canvas.px(12), plot.h + canvas.px(30)});
    draw_roof(canvas, axes, roof);
    for (auto point = roof.points.rbegin(); point != roof.points.rend(); ++point)
        draw_point(context, axes, *point);
    canvas.pop_clip();
}

} // namespace warpscope::gui

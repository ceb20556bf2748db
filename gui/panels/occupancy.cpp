// The Occupancy panel: sliders over the rule that says how many blocks fit on an SM.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/panels/lower.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

struct Slider {
    const char* name;
    std::uint64_t least, most, step, value;
    std::string text;
};

/// Returns the value that the pointer asks for while it drags.
std::uint64_t draw_slider(PanelContext& context, const Rect& row, int index, const Slider& slider) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const float label = canvas.px(canvas.metrics.density == Density::Compact ? 128 : 140);
    const float number = canvas.px(canvas.metrics.density == Density::Compact ? 84 : 130);
    canvas.text(row.x, row.middle_y(), slider.name, words(canvas));
    canvas.text(row.right(), row.middle_y(), slider.text, {Face::Code, Size::Body, c.text1},
                Align::Right);
    const Rect track = {row.x + label, std::round(row.middle_y() - canvas.px(2)),
                        row.w - label - number, canvas.px(4)};
    canvas.fill(track, c.wave_base, canvas.px(2));
    const double span = static_cast<double>(slider.most - slider.least);
    const auto at = static_cast<float>(static_cast<double>(slider.value - slider.least) / span);
    const float x = std::round(track.x + at * track.w);
    canvas.fill({track.x, track.y, x - track.x, track.h}, c.active_stepped, canvas.px(2));
    int& dragged = context.state.lower.slider;
    const Rect grab = {track.x - canvas.px(8), row.y, track.w + canvas.px(16), row.h};
    if (context.input.clicked_in(grab)) dragged = index;
    if (!context.input.down && dragged == index) dragged = -1;
    const bool on = dragged == index || context.input.over(grab);
    canvas.circle(x, row.middle_y(), canvas.px(on ? 8 : 7), c.text1);
    if (dragged != index) return slider.value;
    const double share = std::clamp((context.input.x - track.x) / track.w, 0.f, 1.f);
    const double wanted = std::round(share * span / static_cast<double>(slider.step)) *
                          static_cast<double>(slider.step);
    return std::min(slider.most, slider.least + static_cast<std::uint64_t>(wanted));
}

void draw_limits(Canvas& canvas, Flow& flow, const views::OccupancyView& view) {
    const Palette& c = canvas.colors;
    const float height = canvas.px(22);
    flow.gap(4);
    for (const views::OccupancyLine& line : view.lines) {
        const Rect row = {flow.x, std::round(flow.y), flow.width, height};
        flow.y += height;
        if (line.limits) canvas.fill(row, c.band);
        const Face face = line.limits ? Face::WordsBold : Face::Words;
        canvas.text(row.x + canvas.px(8), row.middle_y(), line.name, {face, Size::Small, c.text1});
        const std::string blocks =
            line.blocks == UINT32_MAX
                ? "no limit"
                : fmt::format("{} {}", line.blocks, line.blocks == 1 ? "block" : "blocks");
        canvas.text(row.right() - canvas.px(8), row.middle_y(), blocks,
                    {line.limits ? Face::CodeBold : Face::Code, Size::Small, c.text1},
                    Align::Right);
    }
}

} // namespace

void draw_occupancy(PanelContext& context) {
    Canvas& canvas = context.canvas;
    const Rect body = lower_header(context);
    const GpuSpec& gpu = context.moment.facts->gpu;
    auto& chosen = context.state.lower.resources;
    const BlockResources launched = views::resources_of(*context.moment.facts);
    BlockResources block = chosen.value_or(launched);
    canvas.push_clip(body);
    Flow flow{canvas, body.x + canvas.px(20), body.y + canvas.px(8), body.w - canvas.px(40)};
    const float height = canvas.px(28);
    const auto row = [&] {
        const Rect area = {flow.x, std::round(flow.y), flow.width, height};
        flow.y += height;
        return area;
    };
    const BlockResources before = block;
    block.threads = draw_slider(context, row(), 0,
                                {"Threads a block", 1, gpu.max_threads_per_block, 1, block.threads,
                                 report::grouped(block.threads)});
    block.registers_per_thread = static_cast<unsigned>(draw_slider(
        context, row(), 1,
        {"Registers a thread", 0, gpu.max_registers_per_thread, 1, block.registers_per_thread,
         block.registers_per_thread == 0 ? "not known"
                                         : fmt::format("{}", block.registers_per_thread)}));
    block.shared_bytes =
        draw_slider(context, row(), 2,
                    {"Shared a block", 0, gpu.shared_bytes_per_block_optin, 128,
                     std::min(block.shared_bytes, gpu.shared_bytes_per_block_optin),
                     report::grouped(block.shared_bytes) + " B"});
    const bool moved = block.threads != before.threads ||
                       block.registers_per_thread != before.registers_per_thread ||
                       block.shared_bytes != before.shared_bytes;
    if (moved) chosen = block;
    const views::OccupancyView view = views::occupancy_view(block, gpu);
    flow.gap(6);
    flow.headline(view.sentence);
    if (!view.remark.empty()) flow.prose(view.remark);
    draw_limits(canvas, flow, view);
    flow.gap(8);
    if (chosen) {
        float x = flow.x;
        if (flow_button(context, x, std::round(flow.y), "As launched", false)) chosen.reset();
        canvas.text_clipped(x + canvas.px(4), flow.y + canvas.px(12), flow.x + flow.width - x,
                            "tried out, not the launch", tertiary(canvas, Size::Small));
    } else {
        flow.note("As launched. How many registers the machine code takes the PTX does not say; "
                  "`ptxas -v` does.");
    }
    canvas.pop_clip();
}

} // namespace warpscope::gui

// The status line: why it stopped, what runs, the useful keys.
#include <fmt/format.h>

#include <cmath>

#include "gui/panels/bars.h"
#include "gui/panels/parts.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

/// "running: 1,234,567 steps".
std::string doing_text(const EngineStatus& status) {
    if (!status.searching) return status.doing;
    return fmt::format("{}: {}", status.doing, report::counted(status.progress, "step"));
}

} // namespace

bool takes_its_time(const EngineStatus& status) {
    return status.busy && status.busy_seconds > 0.3;
}

void draw_status(PanelContext& context, const BarFacts& facts) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const bool large = canvas.metrics.density == Density::Large;
    canvas.fill(context.area, c.header);
    canvas.fill({context.area.x, context.area.y, context.area.w, 1}, c.line);
    const float y = context.area.middle_y();
    float x = context.area.x + canvas.metrics.inset;
    const Moment& moment = context.moment;
    std::string said = context.state.message;
    // What was said last about what was asked for last; of an error what to try, in the same line.
    const bool wrong = said.empty() && facts.status.error.has_value();
    if (wrong) {
        said = to_string(*facts.status.error);
        if (const auto end = said.find('\n'); end != std::string::npos) said.replace(end, 1, "; ");
    } else if (takes_its_time(facts.status) && !facts.status.doing.empty())
        said = doing_text(facts.status);
    else if (said.empty() && moment.stop && !moment.stop->text.empty())
        said = moment.stop->text;
    else if (said.empty() && moment.ended)
        said = moment.end_text == "Finished"
                   ? fmt::format("Finished: {} warp instructions.",
                                 report::grouped(moment.snapshot.position))
                   : moment.end_text + ".";
    else if (said.empty() && !large) {
        said = fmt::format("After step {}", report::grouped(context.views.step.now));
        const bool now = views::access_in(moment, Space::Shared).now;
        if (now && context.views.banks && context.views.banks->conflict())
            said += fmt::format(": {}-way bank conflict.", context.views.banks->degree());
        else
            said += ".";
    }
    if (!said.empty())
        x += canvas.text_clipped(x, y, context.area.w * 0.6f, said,
                                 {Face::Words, Size::Small, wrong ? c.wrong : c.text1}) +
             canvas.px(14);
    if (takes_its_time(facts.status) && !facts.status.error) {
        constexpr std::string_view kCancel = "Cancel (Escape)";
        const float width = canvas.text_width(Face::Words, Size::Small, kCancel) + canvas.px(16);
        const Rect box = {std::round(x), context.area.y + canvas.px(2), std::round(width),
                          context.area.h - canvas.px(4)};
        if (button(canvas, context.input, box, kCancel, {})) context.actions.cancel();
        x = box.right() + canvas.px(14);
    }
    const char* const keys[] = {"F10 step", "Shift+F10 step back",
                                large ? "R next round" : "F5 run",
                                large ? "Shift+R previous round" : "Shift+F5 run back",
                                large ? "Ctrl+P any command" : "Ctrl+L large mode"};
    const float device_width = large ? 0 : canvas.px(330);
    for (const char* key : keys) {
        if (x + canvas.text_width(Face::Words, Size::Small, key) >
            context.area.right() - device_width)
            break;
        x += canvas.text(x, y, key, secondary(canvas)) + canvas.px(large ? 20 : 14);
    }
    if (large) return;
    const std::string order = moment.facts->seed == 0
                                  ? "natural order"
                                  : fmt::format("order of seed {}", moment.facts->seed);
    const std::string rate = facts.frames_per_second > 0
                                 ? fmt::format("   {:.0f} fps", facts.frames_per_second)
                                 : "   idle";
    canvas.text(context.area.right() - canvas.px(12), y,
                fmt::format("emulator   {}, seed {}{}", order, moment.facts->seed, rate),
                tertiary(canvas, Size::Small), Align::Right);
}

} // namespace warpscope::gui

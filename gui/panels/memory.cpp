// The Memory panel: one place for shared, global and local memory.
#include <fmt/format.h>

#include "gui/panels/global_memory.h"
#include "gui/panels/parts.h"
#include "gui/panels/registry.h"
#include "gui/panels/shared_memory.h"
#include "gui/views/navigation.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

std::string step_line(const PanelContext& context, const views::ShownAccess& shown) {
    const CodeLine* code = context.moment.facts->find(shown.function, shown.instruction);
    if (code == nullptr) return "";
    std::string text = fmt::format("last access: warp {}, ", shown.warp);
    if (code->line != 0) text += fmt::format("line {}, ", code->line);
    text += code->mnemonic;
    // What is shown of another step than the one selected says so.
    if (!shown.now) {
        const std::size_t index = context.moment.timeline->index_at(shown.position);
        text += fmt::format(", at step {}", report::grouped(index + 1));
    }
    return text;
}

std::string shared_title(const PanelContext& context) {
    const LaunchFacts& facts = *context.moment.facts;
    const std::uint64_t bytes = facts.static_shared_bytes + facts.dynamic_shared_bytes;
    std::string what = facts.shared.size() == 1 && facts.dynamic_shared_bytes == 0
                           ? facts.shared[0].name + ", "
                           : "";
    const auto& fix = context.views.padding;
    if (context.state.with_fix && fix)
        return fmt::format("{}{} B with rows of {} bytes instead of {}", what,
                           report::grouped(fix->bytes), fix->padded_row_bytes, fix->row_bytes);
    return fmt::format("{}{} B", what, report::grouped(bytes));
}

/// Nothing of this space in the step: why, and where the next access is.
void draw_nothing(PanelContext& context, const Rect& body, bool shared, const char* what) {
    const auto next = views::next_access(context.moment, shared);
    if (!next) {
        empty_sentence(
            context, body,
            fmt::format("No {} access of this warp yet, and none comes in this block.", what));
        return;
    }
    const std::size_t index = context.moment.timeline->index_at(*next);
    if (empty_sentence(context, body,
                       fmt::format("No {} access of this warp yet. Next one in the block:", what),
                       fmt::format("step {}", report::grouped(index + 1))))
        context.actions.go_to(next);
}

void draw_local(PanelContext& context, const Rect& body) {
    if (!context.views.local) {
        empty_sentence(context, body, "This step makes no local access.");
        return;
    }
    Canvas& canvas = context.canvas;
    const float x = body.x + canvas.px(20);
    canvas.text(x, body.y + canvas.px(28), context.views.local->sentence,
                {Face::WordsBold, Size::Body, canvas.colors.text1});
    canvas.paragraph(
        x, body.y + canvas.px(44), body.w - canvas.px(40), canvas.px(20),
        "Local memory belongs to one thread, but lies in global memory: words of the 32 lanes at "
        "one offset stand side by side. The Lanes panel shows the offsets and values.",
        secondary(canvas, Size::Body));
}

} // namespace

void draw_memory(PanelContext& context) {
    Canvas& canvas = context.canvas;
    UiState& state = context.state;
    const bool shared = state.memory == MemoryTab::Shared;
    const bool global = state.memory == MemoryTab::Global;
    const bool has = shared   ? context.views.banks.has_value()
                     : global ? context.views.global.has_value()
                              : context.views.local.has_value();
    const auto shown = views::access_in(context.moment, shared   ? Space::Shared
                                                        : global ? Space::Global
                                                                 : Space::Local);
    const std::string access = has ? step_line(context, shown) : "";
    float right = 0;
    const std::string subtitle =
        shared ? shared_title(context) + (has ? "; " + access : "") : access;
    const Rect body = panel_header(
        context,
        shared   ? "Shared memory"
        : global ? "Global memory"
                 : "Local memory",
        subtitle, right,
        header_buttons_width(canvas, {"Shared", "Global", "Local", "With the fix", "Values"}));
    const Rect header = {context.area.x, context.area.y, context.area.w, canvas.metrics.header};
    const auto choose = [&](MemoryTab tab, const char* label) {
        if (header_button(context, header, right, label, {.on = state.memory == tab}))
            state.memory = tab;
    };
    // Those that are always there come first, at the edge: the others do not push them.
    choose(MemoryTab::Local, "Local");
    choose(MemoryTab::Global, "Global");
    choose(MemoryTab::Shared, "Shared");
    if (shared && header_button(context, header, right, "Values", {.on = state.show_values}))
        state.show_values = !state.show_values;
    if (shared && context.views.padding &&
        header_button(context, header, right, "With the fix", {.on = state.with_fix}))
        context.actions.press({.key = static_cast<Key>('W')});
    if (shared && has)
        draw_shared_memory(context, body);
    else if (shared)
        draw_nothing(context, body, true, "shared");
    else if (global && has)
        draw_global_memory(context, body);
    else if (global)
        draw_nothing(context, body, false, "global");
    else
        draw_local(context, body);
}

} // namespace warpscope::gui

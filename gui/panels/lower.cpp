// Drawing tabs and text.
#include "gui/panels/lower.h"

#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace warpscope::gui {
namespace {

/// What stands behind a tab's title: how many kinds of findings there are.
std::string badge_of(const PanelContext& context, const PanelRow& row) {
    if (row.id != std::string_view("findings") || context.views.findings.kinds.empty()) return "";
    return fmt::format("{}", context.views.findings.kinds.size());
}

float badge_width(const Canvas& canvas, const std::string& badge) {
    if (badge.empty()) return 0;
    return std::round(canvas.text_width(Face::Words, Size::Note, badge)) + canvas.px(14);
}

} // namespace

Rect lower_header(PanelContext& context) {
    Canvas& canvas = context.canvas;
    if (pinned_panel(context.state.layout.workspace, context.slot) != nullptr) {
        float right = 0;
        return panel_header(context, panel_at(context.slot, context.state)->title, "", right);
    }
    const Palette& c = canvas.colors;
    const bool full = canvas.metrics.density != Density::Compact;
    Rect body = context.area;
    canvas.fill(body, c.panel);
    const Rect header = body.take_top(canvas.metrics.tabs);
    canvas.fill(header, c.header);
    canvas.fill({header.x, header.bottom() - 1, header.w, 1}, c.line);
    const PanelRow* shown = panel_in(Slot::Lower, context.state.lower_tab);
    const Size size = full ? Size::Body : Size::Small;
    // Bold letters are wider: where there is room it is kept, so that tabs stay where they are.
    const Face widest = full ? Face::WordsBold : Face::Words;
    float texts = 0, tabs = 0;
    for (const PanelRow& row : panel_rows()) {
        if (row.slot != Slot::Lower) continue;
        texts += std::ceil(canvas.text_width(widest, size, row.title)) +
                 badge_width(canvas, badge_of(context, row));
        tabs += 1;
    }
    const float room = header.w - canvas.px(34);
    const float inset =
        std::clamp(std::floor((room - texts) / (2 * tabs)), canvas.px(3), canvas.px(12));
    float x = header.x;
    for (const PanelRow& row : panel_rows()) {
        if (row.slot != Slot::Lower) continue;
        const bool on = &row == shown;
        const float title = std::ceil(canvas.text_width(widest, size, row.title));
        const std::string badge = badge_of(context, row);
        const float number = badge_width(canvas, badge);
        const Rect tab = {x, header.y, title + number + 2 * inset, header.h};
        const bool over = context.input.over(tab);
        if (on) {
            canvas.fill({tab.x, tab.y, tab.w, tab.h}, c.panel);
            canvas.fill({tab.x, tab.y, tab.w, 2}, c.selection);
        }
        canvas.text(x + inset, header.middle_y(), row.title,
                    {on ? widest : Face::Words, size, on || over ? c.text1 : c.text2});
        if (!badge.empty()) {
            const Rect pill = {x + inset + title + canvas.px(4),
                               std::round(header.middle_y() - canvas.px(8)), number - canvas.px(4),
                               canvas.px(16)};
            canvas.fill(pill, c.raised, canvas.px(8));
            canvas.text(pill.middle_x(), pill.middle_y(), badge, {Face::Words, Size::Note, c.text1},
                        Align::Center);
        }
        if (over && context.input.clicked) {
            context.state.lower_tab = row.id;
            context.state.focus = static_cast<unsigned>(Slot::Lower);
        }
        x += tab.w;
    }
    if (shown != nullptr) help_mark(context, header, shown->id);
    return body;
}

void change_tab(UiState& state, int step) {
    // Tabs stand in the other workspaces only.
    if (pinned_panel(state.layout.workspace, Slot::Lower) != nullptr)
        state.layout.workspace = Workspace::Debug;
    std::vector<const PanelRow*> tabs;
    std::size_t now = 0;
    for (const PanelRow& row : panel_rows()) {
        if (row.slot != Slot::Lower) continue;
        if (row.id == state.lower_tab) now = tabs.size();
        tabs.push_back(&row);
    }
    if (tabs.empty()) return;
    const std::size_t next =
        (now + tabs.size() + static_cast<std::size_t>(step + 1) - 1) % tabs.size();
    state.lower_tab = tabs[next]->id;
    state.focus = static_cast<unsigned>(Slot::Lower);
}

void Flow::headline(std::string_view text) {
    y = canvas.paragraph(x, y, width, canvas.px(22), text,
                         {Face::WordsBold, Size::Section, canvas.colors.text1});
    gap(4);
}

void Flow::title(std::string_view text) {
    gap(6);
    y = canvas.paragraph(x, y, width, canvas.px(22), text,
                         {Face::WordsBold, Size::Body, canvas.colors.text1});
}

void Flow::prose(std::string_view text) {
    y = canvas.paragraph(x, y, width, canvas.px(20), text, secondary(canvas, Size::Body));
}

void Flow::note(std::string_view text) {
    y = canvas.paragraph(x, y, width, canvas.px(18), text, secondary(canvas, Size::Small));
}

void access_badge(Canvas& canvas, float x, float middle_y, bool writes) {
    const Rect box = {x, std::round(middle_y - canvas.px(7)), canvas.px(14), canvas.px(14)};
    canvas.fill(box, writes ? canvas.colors.write : canvas.colors.read, canvas.px(2));
    // White on the dark colours of the light theme, dark on the others: what contrasts more.
    const Color fill = writes ? canvas.colors.write : canvas.colors.read;
    const bool pale = fill.r + fill.g + fill.b > 330;
    canvas.text(box.middle_x(), box.middle_y(), writes ? "W" : "R",
                {Face::WordsBold, Size::Digits, pale ? rgb(0x101318) : rgb(0xFFFFFF)},
                Align::Center);
}

bool flow_button(PanelContext& context, float& x, float y, std::string_view label, bool primary) {
    Canvas& canvas = context.canvas;
    const Face face = primary ? Face::WordsBold : Face::Words;
    const float width = std::round(canvas.text_width(face, Size::Small, label)) + canvas.px(24);
    const Rect rect = {x, y, width, canvas.px(24)};
    x += width + canvas.px(8);
    return button(canvas, context.input, rect, label, {.primary = primary});
}

} // namespace warpscope::gui

// The Findings panel: kinds, the worst first; the chosen one explained.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/draw/icons.h"
#include "gui/panels/explanation.h"
#include "gui/panels/findings_order.h"
#include "gui/panels/lower.h"

namespace warpscope::gui {
namespace {

using views::FindingItem;
using views::FindingKind;

Icon icon_of(Severity severity) {
    return severity == Severity::Error     ? Icon::Error
           : severity == Severity::Warning ? Icon::Warning
                                           : Icon::Note;
}

/// What a click on a finding selects; time stays.
void choose(const Moment& moment, const views::FindingsView& view, views::Selection& selection,
            UiState& state, std::size_t item) {
    const FindingItem& chosen = view.items[item];
    state.lower.finding = item;
    state.lower.finding_scroll = 0;
    if (chosen.line != 0) selection.line = chosen.line;
    if (!chosen.has_thread || !chosen.wish || chosen.wish->block != moment.block) return;
    selection.warp = chosen.warp;
    selection.lane = chosen.lane;
}

void go_before(Actions& actions, const FindingItem& item) {
    if (item.wish) actions.go_before(*item.wish, item.lane);
}

/// Why there is nothing to list.
std::string nothing_text(const PanelContext& context) {
    const Examination& e = context.examination;
    if (e.findings_error) return "The launch could not be checked: " + e.findings_error->message;
    if (e.working && e.findings == nullptr) return "Checking the launch …";
    if (e.findings == nullptr) return "Nobody has looked for findings yet.";
    if (!e.findings->unchecked.empty()) return "Not checked: " + e.findings->unchecked + ".";
    if (e.working) return "No findings of the checkers. Counting what accesses cost …";
    return "No findings: the checkers found nothing, and no line wastes passes or sectors.";
}

struct ListRow {
    const FindingKind* kind = nullptr; ///< of a kind's own row
    std::size_t item = 0;
};

/// Kinds, and the findings of the one that is unfolded.
std::vector<ListRow> list_rows(const views::FindingsView& view, std::size_t chosen) {
    std::vector<ListRow> rows;
    for (const FindingKind& kind : view.kinds) {
        rows.push_back({&kind, kind.items.front()});
        const bool open =
            std::find(kind.items.begin(), kind.items.end(), chosen) != kind.items.end();
        if (!open || kind.items.size() < 2) continue;
        for (const std::size_t item : kind.items)
            rows.push_back({nullptr, item});
    }
    return rows;
}

void draw_list_row(PanelContext& context, const Rect& row, const ListRow& entry) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const FindingItem& item = context.views.findings.items[entry.item];
    const bool single = entry.kind != nullptr && entry.kind->items.size() == 1;
    const bool chosen =
        context.state.lower.finding == entry.item && (single || entry.kind == nullptr);
    if (chosen) {
        canvas.fill(row, c.band);
        canvas.fill({row.x, row.y, 2, row.h}, c.selection);
    }
    const std::string& count = entry.kind != nullptr ? entry.kind->count : item.count;
    const float right = row.right() - canvas.px(14);
    const float count_width = canvas.text(right, row.middle_y(), count,
                                          {Face::Words, Size::Small, c.text1}, Align::Right);
    float x = row.x + canvas.px(20);
    const float end = right - count_width - canvas.px(12);
    if (entry.kind == nullptr) {
        x += canvas.px(20);
        canvas.text_clipped(x, row.middle_y(), end - x, item.place,
                            chosen ? words(canvas, Size::Small) : secondary(canvas));
        return;
    }
    draw_icon(canvas, icon_of(entry.kind->severity), x, row.middle_y(), canvas.px(12),
              entry.kind->severity == Severity::Note ? c.text3 : c.wrong);
    x += canvas.px(16);
    x += canvas.text_clipped(x, row.middle_y(), end - x, entry.kind->title,
                             {Face::WordsBold, Size::Body, c.text1});
    x += canvas.px(14);
    const std::string place =
        single ? item.place : fmt::format("{} places", entry.kind->items.size());
    canvas.text_clipped(x, row.middle_y(), end - x, place, secondary(canvas));
}

void draw_list(PanelContext& context, const Rect& area, const std::vector<ListRow>& rows) {
    Canvas& canvas = context.canvas;
    const float height = canvas.px(24);
    float& scroll = context.state.lower.findings_scroll;
    scroll_area(context, area, height * static_cast<float>(rows.size()), scroll);
    canvas.push_clip(area);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const Rect row = {area.x, area.y + static_cast<float>(r) * height - scroll, area.w, height};
        if (row.bottom() <= area.y || row.y >= area.bottom()) continue;
        draw_list_row(context, row, rows[r]);
        if (!context.input.over(area) || !context.input.over(row)) continue;
        const std::size_t item = rows[r].item;
        if (context.input.clicked) {
            choose(context.moment, context.views.findings, context.selection, context.state, item);
            context.state.focus = static_cast<unsigned>(context.slot);
        }
        if (context.input.double_clicked)
            go_before(context.actions, context.views.findings.items[item]);
    }
    canvas.pop_clip();
    canvas.fill({area.x, area.bottom() - 1, area.w, 1}, canvas.colors.line);
}

std::size_t common_indent(const FindingItem& item) {
    std::size_t indent = std::string::npos;
    for (const views::FindingLine& line : item.excerpt)
        if (const auto first = line.text.find_first_not_of(' '); first != std::string::npos)
            indent = std::min(indent, first);
    return indent == std::string::npos ? 0 : indent;
}

void draw_excerpt(Canvas& canvas, const FindingItem& item, Flow& flow) {
    if (item.excerpt.empty()) return;
    const Palette& c = canvas.colors;
    flow.gap(8);
    const float height = canvas.px(20);
    const Rect box = {flow.x, std::round(flow.y), flow.width,
                      height * static_cast<float>(item.excerpt.size()) + canvas.px(4)};
    canvas.outline(box, c.line);
    const std::size_t indent = common_indent(item);
    float y = box.y + canvas.px(2);
    for (const views::FindingLine& line : item.excerpt) {
        const Rect row = {box.x + 1, y, box.w - 2, height};
        y += height;
        if (!line.actors.empty()) canvas.fill(row, c.band);
        if (line.number == 0) {
            canvas.text(row.x + canvas.px(44), row.middle_y(), "…", code(canvas));
            continue;
        }
        canvas.text(row.x + canvas.px(34), row.middle_y(), fmt::format("{}", line.number),
                    {Face::Code, Size::Small, c.text3}, Align::Right);
        float right = row.right() - canvas.px(8);
        for (auto actor = line.actors.rbegin(); actor != line.actors.rend() && item.race; ++actor) {
            const views::FindingActor& a = item.actors[*actor];
            right -=
                canvas.text(right, row.middle_y(), a.tag, words(canvas, Size::Small), Align::Right);
            right -= canvas.px(18);
            if (a.known) access_badge(canvas, right, row.middle_y(), a.writes);
            right -= canvas.px(10);
        }
        const float x = row.x + canvas.px(44);
        canvas.text_clipped(x, row.middle_y(), right - x,
                            line.text.size() > indent ? line.text.substr(indent) : "",
                            code(canvas, Size::Small));
    }
    flow.y = box.bottom();
    flow.gap(8);
}

void draw_details(PanelContext& context, const Rect& area, const FindingItem& item) {
    Canvas& canvas = context.canvas;
    float& scroll = context.state.lower.finding_scroll;
    canvas.push_clip(area);
    Flow flow{canvas, area.x + canvas.px(20), area.y + canvas.px(10) - scroll,
              area.w - canvas.px(40)};
    const float top = flow.y;
    flow.headline(item.headline);
    if (!item.text.empty()) flow.prose(item.text);
    // The lines of two who race explain it; of a conflict the fix comes first.
    if (!item.conflict) draw_excerpt(canvas, item, flow);
    if (item.race && item.actors.size() > 1) draw_order(canvas, item, flow);
    if (!item.order_note.empty()) flow.note(item.order_note);
    if (!item.advice.empty()) {
        flow.title("What to do");
        flow.prose(item.advice);
        if (item.conflict) {
            draw_price(context, flow);
            flow.gap(6);
            draw_fix_buttons(context, flow);
        }
    }
    if (item.conflict) draw_excerpt(canvas, item, flow);
    if (!item.explain.empty()) {
        flow.title("Does it change a result?");
        flow.prose("This command looks for an order of threads in which it does:");
        canvas.text_clipped(flow.x, flow.y + canvas.px(10), flow.width, item.explain,
                            code(canvas, Size::Small));
        flow.gap(20);
    }
    canvas.pop_clip();
    scroll_area(context, area, flow.y - top + canvas.px(20), scroll);
}

void draw_buttons(PanelContext& context, const Rect& bar, const FindingItem& item) {
    Canvas& canvas = context.canvas;
    canvas.fill({bar.x, bar.y, bar.w, 1}, canvas.colors.line);
    float x = bar.x + canvas.px(20);
    if (!item.wish) {
        canvas.text(x, bar.middle_y(), "No step of this launch is to blame alone.",
                    tertiary(canvas, Size::Small));
        return;
    }
    const float y = std::round(bar.middle_y() - canvas.px(12));
    if (flow_button(context, x, y, "Go to the moment before", true))
        go_before(context.actions, item);
    canvas.text_clipped(x + canvas.px(4), bar.middle_y(), bar.right() - x - canvas.px(12),
                        "Enter does the same", tertiary(canvas, Size::Small));
}

} // namespace

void draw_findings(PanelContext& context) {
    Canvas& canvas = context.canvas;
    const views::FindingsView& view = context.views.findings;
    Rect body = lower_header(context);
    if (view.items.empty()) {
        Flow flow{canvas, body.x + canvas.px(20), body.y + canvas.px(16), body.w - canvas.px(40)};
        flow.prose(nothing_text(context));
        return;
    }
    if (context.state.lower.finding >= view.items.size())
        context.state.lower.finding = view.kinds.front().items.front();
    const auto rows = list_rows(view, context.state.lower.finding);
    const float row = canvas.px(24);
    const float most = std::max(row, std::floor(body.h * 0.36f / row) * row);
    const Rect list = body.take_top(std::min(most, row * static_cast<float>(rows.size())) + 1);
    draw_list(context, list, rows);
    const FindingItem& item = view.items[context.state.lower.finding];
    const Rect bar = body.take_bottom(canvas.px(36));
    draw_details(context, body, item);
    draw_buttons(context, bar, item);
}

bool press_in_findings(KeyContext& context, const KeyPress& key) {
    const views::FindingsView& view = context.views.findings;
    if (view.items.empty() || key.ctrl || key.alt) return false;
    // In the order of the list.
    std::vector<std::size_t> order;
    for (const FindingKind& kind : view.kinds)
        order.insert(order.end(), kind.items.begin(), kind.items.end());
    const auto now = static_cast<std::size_t>(
        std::find(order.begin(), order.end(), context.state.lower.finding) - order.begin());
    const bool back = key.key == Key::Up || (key.key == Key::F8 && key.shift);
    if (key.key == Key::Up || key.key == Key::Down || key.key == Key::F8) {
        const std::size_t next =
            back ? (now == 0 ? 0 : now - 1) : std::min(now + 1, order.size() - 1);
        choose(context.moment, view, context.selection, context.state, order[next]);
        if (key.key == Key::F8) go_before(context.actions, view.items[order[next]]);
        return true;
    }
    if (key.key != Key::Enter) return false;
    go_before(context.actions, view.items[order[std::min(now, order.size() - 1)]]);
    return true;
}

} // namespace warpscope::gui

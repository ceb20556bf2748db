// Drawing the explanation: the panel's lesson; of a bank conflict also why it happens, the padding
// that ends it, both as small maps, and what that buys.
#include "gui/panels/explanation.h"

#include <cmath>

#include <fmt/format.h>

#include "gui/panels/lower.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

using views::BankView;
using views::Padding;

std::string in_words(std::uint64_t bytes) {
    return bytes % kBankBytes == 0 ? fmt::format("{} words", bytes / kBankBytes)
                                   : fmt::format("{} bytes", bytes);
}

/// Name, then two values right-aligned, with a line below.
void table_row(Canvas& canvas, Flow& flow, std::string_view name, const std::string& now,
               const std::string& then, bool head = false) {
    const float y = flow.y + canvas.px(12), right = flow.x + flow.width;
    const Face face = head ? Face::Words : Face::Code;
    const Color quiet = head ? canvas.colors.text3 : canvas.colors.text2;
    canvas.text(flow.x, y, name,
                head ? TextStyle{Face::WordsBold, Size::Body, canvas.colors.text1}
                     : secondary(canvas, Size::Body));
    canvas.text(right - (then.empty() ? 0 : canvas.px(90)), y, now, {face, Size::Body, quiet},
                Align::Right);
    canvas.text(right, y, then,
                {head ? face : Face::CodeBold, Size::Body, head ? quiet : canvas.colors.text1},
                Align::Right);
    canvas.fill({flow.x, flow.y + canvas.px(25), flow.width, 1}, canvas.colors.line);
    flow.gap(26);
}

/// The banks from left to right, rows of 32 words from above to below, the words of the access.
void draw_map(Canvas& canvas, const Rect& box, const BankView& view, std::uint32_t rows,
              unsigned lane) {
    const Palette& c = canvas.colors;
    const float cell_w = box.w / kBanks, cell_h = box.h / static_cast<float>(rows);
    canvas.fill(box, c.cell);
    const Color hue = view.conflict() ? c.degree[degree_index(view.passes)]
                      : view.store    ? c.write
                                      : c.read;
    const auto place = [&](const BankView::Hit& hit) {
        const auto row = static_cast<float>(hit.word / kBanks - view.first_row);
        return Rect{std::round(box.x + cell_w * static_cast<float>(hit.bank)),
                    std::round(box.y + cell_h * row), std::ceil(cell_w) - 1,
                    std::max(1.f, std::ceil(cell_h) - 1)};
    };
    canvas.push_clip(box);
    for (const BankView::Hit& hit : view.hits)
        canvas.fill(place(hit), hue);
    for (const BankView::Hit& hit : view.hits) {
        if (hit.lane != lane) continue;
        const Rect cell = place(hit);
        canvas.outline({cell.x - 2, cell.y - 2, cell.w + 4, cell.h + 4}, c.selection, 2);
    }
    canvas.pop_clip();
}

void draw_why(Flow& flow, const BankView& now) {
    flow.headline("Why");
    flow.prose("Shared memory has 32 banks of one word. Word w lies in bank w mod 32, and a pass "
               "takes one word from each bank.");
    flow.gap(4);
    if (now.conflict())
        flow.prose(
            fmt::format("This {} needs {} where {} would do.", now.store ? "store" : "load",
                        fmt::format("{} passes", now.passes),
                        now.least_passes == 1 ? "one pass" : fmt::format("{}", now.least_passes)));
}

/// What the array looks like in the source, where it is known: the line that declares it.
void draw_declaration(PanelContext& context, Flow& flow, const std::string& array) {
    if (array.empty()) return;
    Canvas& canvas = context.canvas;
    const std::string wanted = " " + array + "[";
    for (const SourceFileText& source : context.moment.facts->sources)
        for (std::size_t i = 0; i < source.lines.size(); ++i) {
            const std::string& text = source.lines[i];
            const auto shared = text.find("__shared__");
            const auto name = text.find(wanted, shared);
            if (shared == std::string::npos || name == std::string::npos) continue;
            flow.gap(4);
            const Rect box = {flow.x, std::round(flow.y), flow.width, canvas.px(26)};
            canvas.outline(box, canvas.colors.line);
            canvas.text(box.x + canvas.px(34), box.middle_y(), fmt::format("{}", i + 1),
                        {Face::Code, Size::Small, canvas.colors.text3}, Align::Right);
            canvas.text_clipped(box.x + canvas.px(44), box.middle_y(), box.w - canvas.px(52),
                                text.substr(shared), code(canvas, Size::Small));
            flow.y = box.bottom();
            flow.gap(6);
            return;
        }
}

void draw_maps(PanelContext& context, Flow& flow, const Padding& fix, const BankView& now,
               const BankView& then) {
    Canvas& canvas = context.canvas;
    const float gap = canvas.px(24), width = std::floor((flow.width - gap) / 2);
    const auto map = [&](float x, const std::string& title, const BankView& view) {
        canvas.text(x, flow.y + canvas.px(10), title,
                    {Face::WordsBold, Size::Small, canvas.colors.text1});
        const std::uint32_t rows = std::max({1u, now.rows, then.rows});
        const float height =
            std::min(width, std::max(canvas.px(48), canvas.px(6) * static_cast<float>(rows)));
        const Rect box = {x, flow.y + canvas.px(24), width, height};
        draw_map(canvas, box, view, rows, context.selection.lane);
        canvas.text(box.right(), box.bottom() + canvas.px(14),
                    fmt::format("{} {}", view.passes, view.passes == 1 ? "pass" : "passes"),
                    {Face::WordsBold, Size::Small, canvas.colors.text1}, Align::Right);
        return box.bottom() + canvas.px(28);
    };
    map(flow.x, "Now: rows of " + in_words(fix.row_bytes), now);
    flow.y = map(flow.x + width + gap, "Padded: rows of " + in_words(fix.padded_row_bytes), then);
}

void draw_fix(PanelContext& context, Flow& flow, const Padding& fix) {
    Canvas& canvas = context.canvas;
    const BankView &now = *context.views.banks_as_is, &then = *context.views.banks_padded;
    flow.gap(8);
    flow.headline(fmt::format("The fix: {} of padding in each row",
                              fix.padded_row_bytes - fix.row_bytes == kBankBytes
                                  ? "one word"
                                  : in_words(fix.padded_row_bytes - fix.row_bytes)));
    draw_declaration(context, flow, fix.array);
    draw_maps(context, flow, fix, now, then);
    table_row(canvas, flow, "What it buys", "now", "padded", true);
    table_row(canvas, flow, now.store ? "Passes of this store" : "Passes of this load",
              fmt::format("{}", fix.passes_now), fmt::format("{}", fix.passes));
    table_row(canvas, flow, "Shared memory of a block", report::grouped(fix.bytes_now) + " B",
              report::grouped(fix.bytes) + " B");
    table_row(canvas, flow, "Blocks on an SM", fmt::format("{}", fix.blocks_now),
              fmt::format("{}", fix.blocks));
    flow.gap(12);
    draw_fix_buttons(context, flow);
    flow.gap(8);
    flow.note("The padded numbers are computed by the same rules as the counters; they were not "
              "run. Registers are not known from the PTX.");
}

void draw_numbers(Canvas& canvas, Flow& flow, const BankView& banks) {
    flow.gap(8);
    table_row(canvas, flow, "The numbers of this access", "", "", true);
    table_row(canvas, flow, "Lanes that take part", fmt::format("{}", count_lanes(banks.lanes)),
              "");
    table_row(canvas, flow, "Bytes of a lane", fmt::format("{}", banks.width), "");
    table_row(canvas, flow, "Passes of this access", fmt::format("{}", banks.passes), "");
    table_row(canvas, flow, "Passes that its width asks for", fmt::format("{}", banks.least_passes),
              "");
}

} // namespace

void draw_price(PanelContext& context, Flow& flow) {
    if (!context.views.padding) return;
    Canvas& canvas = context.canvas;
    const Padding& fix = *context.views.padding;
    const auto line = [&](const char* name, const std::string& bold, const std::string& rest) {
        const float y = flow.y + canvas.px(10);
        canvas.text(flow.x, y, name, secondary(canvas));
        float x = flow.x + canvas.px(128);
        if (!bold.empty())
            x += canvas.text(x, y, bold, {Face::CodeBold, Size::Small, canvas.colors.text1}) +
                 canvas.px(10);
        canvas.text_clipped(x, y, flow.x + flow.width - x, rest, secondary(canvas));
        flow.gap(20);
    };
    flow.gap(4);
    line("Passes of the access", fmt::format("{} → {}", fix.passes_now, fix.passes),
         "with " + in_words(fix.padded_row_bytes) + " in each row");
    line("Price", "",
         fmt::format("{} B more shared memory a block; {} blocks on an SM {}",
                     report::grouped(fix.bytes - fix.bytes_now), fix.blocks,
                     fix.blocks == fix.blocks_now
                         ? "still fit"
                         : fmt::format("fit instead of {}", fix.blocks_now)));
}

void draw_fix_buttons(PanelContext& context, Flow& flow) {
    Canvas& canvas = context.canvas;
    const std::string& next = context.views.next_program;
    if (!context.views.padding && next.empty()) return;
    float x = flow.x;
    const float y = std::round(flow.y);
    if (context.views.padding &&
        flow_button(context, x, y,
                    context.state.with_fix ? "Show it as it is" : "Show this access with the fix",
                    true))
        context.actions.press({.key = static_cast<Key>('W')});
    if (!next.empty() && flow_button(context, x, y, "Open " + next, false))
        context.actions.open_next();
    flow.y = y + canvas.px(24);
    flow.gap(4);
}

void draw_explanation(PanelContext& context) {
    Canvas& canvas = context.canvas;
    canvas.fill(context.area, canvas.colors.panel);
    Rect body = context.area;
    const Rect header = body.take_top(canvas.metrics.header);
    canvas.fill(header, canvas.colors.header);
    canvas.fill({header.x, header.bottom() - 1, header.w, 1}, canvas.colors.line);
    const PanelRow* row = panel_at(context.slot, context.state);
    canvas.text(header.x + canvas.metrics.inset, header.middle_y(), "What this shows",
                {Face::WordsBold, Size::Body, canvas.colors.text1});
    float& scroll = context.state.explanation_scroll;
    Flow flow{canvas, body.x + canvas.px(20), body.y + canvas.px(16) - scroll,
              body.w - canvas.px(40)};
    const float top = flow.y;
    canvas.push_clip(body);
    const bool banks = context.slot == Slot::Memory && context.views.banks &&
                       context.state.memory == MemoryTab::Shared;
    if (!banks) {
        flow.prose(row->help);
    } else {
        draw_why(flow, *context.views.banks);
        if (context.views.padding)
            draw_fix(context, flow, *context.views.padding);
        else
            draw_numbers(canvas, flow, *context.views.banks);
    }
    canvas.pop_clip();
    scroll_area(context, body, flow.y - top + canvas.px(24), scroll);
}

} // namespace warpscope::gui

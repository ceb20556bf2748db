// The Compare panel: the launch on the emulator and on a GPU.
#include <fmt/format.h>

#include <cmath>

#include "gui/draw/icons.h"
#include "gui/panels/lower.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

using views::CompareView;

void draw_devices(PanelContext& context, Flow& flow, const CompareView& view) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const LaunchFacts& facts = *context.moment.facts;
    const float gap = canvas.px(12), width = std::floor((flow.width - gap) / 2);
    const auto card = [&](float x, const char* name, const std::string& what,
                          const std::string& note) {
        const Rect box = {x, std::round(flow.y), width, canvas.px(44)};
        canvas.outline(box, c.line);
        const float inner = box.x + canvas.px(10);
        const float title =
            canvas.text(inner, box.y + canvas.px(14), name, {Face::WordsBold, Size::Body, c.text1});
        canvas.text_clipped(inner + title + canvas.px(10), box.y + canvas.px(14),
                            box.right() - inner - title - canvas.px(16), what,
                            words(canvas, Size::Small));
        canvas.text_clipped(inner, box.y + canvas.px(31), box.w - canvas.px(20), note,
                            tertiary(canvas));
    };
    card(flow.x, "Emulator", fmt::format("as {}, seed {}", facts.gpu.name, facts.seed),
         "the authority: the host reads its data");
    const std::string day =
        view.recorded.empty() ? view.gpu : "recorded " + view.recorded + ", " + view.gpu;
    card(flow.x + width + gap, "GPU", day, "same PTX, same memory before the launch");
    flow.y += canvas.px(44);
    flow.gap(12);
}

/// A table's columns as shares of the width, its head, then rows.
struct Table {
    Canvas& canvas;
    Flow& flow;
    std::vector<float> at; ///< 0 to 1, where columns begin

    void row(const std::vector<std::string>& cells, bool head, int tick = -1) {
        const float height = canvas.px(head ? 20 : 24);
        const Rect area = {flow.x, std::round(flow.y), flow.width, height};
        flow.y += height;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            float x = area.x + std::round(at[i] * area.w);
            const float end = i + 1 < at.size() ? area.x + at[i + 1] * area.w : area.right();
            if (!head && tick >= 0 && i + 1 == cells.size()) {
                draw_icon(canvas, tick != 0 ? Icon::Tick : Icon::Unequal, x + canvas.px(6),
                          area.middle_y(), canvas.px(11),
                          tick != 0 ? canvas.colors.text2 : canvas.colors.wrong);
                x += canvas.px(18);
            }
            const TextStyle style =
                head ? tertiary(canvas)
                     : TextStyle{i == 0 || i + 1 == cells.size() ? Face::Words : Face::Code,
                                 Size::Small, canvas.colors.text1};
            canvas.text_clipped(x, area.middle_y(), end - x - canvas.px(8), cells[i], style);
        }
        canvas.fill({area.x, area.bottom() - 1, area.w, 1}, canvas.colors.line);
    }
};

/// One device's row of an owner map: cells parted among their writers.
void draw_owner_row(PanelContext& context, const Rect& row, float label, float cell,
                    const views::OwnerMap& map, std::size_t shown, bool gpu) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    canvas.text(row.x, row.middle_y(), gpu ? "GPU" : "Emulator",
                {Face::WordsBold, Size::Small, c.text1});
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& writers = gpu ? map.cells[i].gpu : map.cells[i].emulator;
        const Rect box = {std::round(row.x + label + cell * static_cast<float>(i)), row.y,
                          std::round(cell) - canvas.px(4), row.h};
        if (writers.empty()) {
            canvas.outline(box, c.line);
            canvas.text_in_cell(box, "nobody", tertiary(canvas));
            continue;
        }
        const float part = box.w / static_cast<float>(writers.size());
        std::string all;
        for (std::size_t w = 0; w < writers.size(); ++w) {
            const Rect half = {std::round(box.x + part * static_cast<float>(w)), box.y,
                               std::round(part), box.h};
            canvas.fill(half, c.owner[writers[w].color]);
            const bool pale = c.owner[writers[w].color].g > 140;
            canvas.text_in_cell(half, writers[w].label,
                                {Face::Code, Size::Note, pale ? rgb(0x101318) : rgb(0xFFFFFF)});
            all += (w == 0 ? "" : ", ") + writers[w].who;
        }
        canvas.outline(box, c.wrong, 2);
        if (context.input.over(box))
            context.tooltip = "element " + map.cells[i].element + ": " + all;
    }
}

void draw_owner_map(PanelContext& context, Flow& flow, const views::OwnerMap& map) {
    Canvas& canvas = context.canvas;
    const float label = canvas.px(76), height = canvas.px(28);
    const float room = flow.width - label;
    std::size_t most = 2;
    for (const views::OwnerCell& element : map.cells)
        most = std::max({most, element.emulator.size(), element.gpu.size()});
    // So wide that each writer's name has room.
    const float least = canvas.px(44) * static_cast<float>(std::min<std::size_t>(most, 8));
    const auto fit = static_cast<std::size_t>(std::max(1.f, room / least));
    const std::size_t shown = std::min(fit, map.cells.size());
    const float cell = std::min(least * 1.5f, std::floor(room / static_cast<float>(shown)));
    flow.title("Who wrote");
    flow.note(map.buffer);
    const float y = flow.y + canvas.px(10);
    for (std::size_t i = 0; i < shown; ++i)
        canvas.text(flow.x + label + cell * (static_cast<float>(i) + 0.5f), y, map.cells[i].element,
                    tertiary(canvas), Align::Center);
    flow.gap(20);
    for (const bool gpu : {false, true}) {
        draw_owner_row(context, {flow.x, std::round(flow.y), flow.width, height}, label, cell, map,
                       shown, gpu);
        flow.gap(34);
    }
    if (shown < map.cells.size())
        flow.note(fmt::format("and {} more elements in the table",
                              report::grouped(map.cells.size() - shown)));
}

void draw_profiler(PanelContext& context, Flow& flow, const CompareView& view) {
    if (view.profiler.empty() || view.counters.empty()) return;
    flow.title("Counters");
    flow.note("on the GPU by " + view.profiler);
    Table table{context.canvas, flow, {0, 0.44f, 0.6f, 0.78f}};
    table.row({"name", "emulator", "GPU", "equal?"}, true);
    for (const views::CounterPairRow& row : view.counters)
        table.row({row.name, row.emulator, row.gpu, row.note}, false, row.different ? 0 : 1);
}

void draw_tables(PanelContext& context, Flow& flow, const CompareView& view) {
    Canvas& canvas = context.canvas;
    if (!view.values.empty()) {
        flow.title("Differing values");
        Table table{canvas, flow, {0, 0.26f, 0.42f, 0.57f, 0.72f}};
        table.row({"element", "emulator", "GPU", "difference", "last writer on the emulator"},
                  true);
        std::string buffer;
        for (const views::DifferingValue& value : view.values) {
            if (value.buffer != buffer) flow.note(buffer = value.buffer);
            std::string writer = value.writer.empty() ? "nobody" : value.writer;
            if (value.line != 0) writer += fmt::format(", line {}", value.line);
            table.row({value.element, value.emulator, value.gpu, value.distance, writer}, false);
        }
    }
    for (const views::ReasonRow& reason : view.reasons)
        flow.note(fmt::format("{}: {} may differ, because of {}.", reason.buffer, reason.count,
                              reason.reasons));
    if (view.watched) {
        flow.title(view.violations.empty()
                       ? "Ownership: nobody wrote what is not theirs, on either."
                       : fmt::format("Ownership violations: {} on both, {} otherwise on the GPU",
                                     report::grouped(view.violations_both),
                                     report::grouped(view.violations_differing)));
        Table table{canvas, flow, {0, 0.16f, 0.44f, 0.72f}};
        if (!view.violations.empty())
            table.row({"elements", "written on the emulator by", "on the GPU by", "agree?"}, true);
        std::string buffer;
        for (const views::ViolationRow& row : view.violations) {
            if (row.buffer != buffer) flow.note(buffer = row.buffer);
            table.row({row.elements, row.emulator, row.gpu, row.note}, false, row.agree ? 1 : 0);
        }
    }
    for (const std::string& other : view.others)
        flow.note(other);
}

void draw_executions(PanelContext& context, Flow& flow) {
    const LaunchReport* launch = context.examination.compared.get();
    if (launch == nullptr || !launch->comparison || launch->comparison->executions.empty()) return;
    Canvas& canvas = context.canvas;
    flow.title("Executions by lanes");
    Table table{canvas, flow, {0, 0.4f, 0.58f, 0.78f}};
    table.row({"line", "emulator", "GPU", "equal?"}, true);
    for (const LineExecutions& line : launch->comparison->executions) {
        const bool equal = line.emulator_threads == line.gpu_threads;
        table.row({line.source.line != 0 ? fmt::format("line {}", line.source.line)
                                         : fmt::format("PTX line {}", line.ptx_line),
                   report::grouped(line.emulator_threads), report::grouped(line.gpu_threads),
                   equal ? "equal" : "differ"},
                  false, equal ? 1 : 0);
    }
}

void draw_missing(PanelContext& context, Flow& flow) {
    const Examination& e = context.examination;
    if (e.compare_error) {
        flow.headline("The recording could not be compared.");
        flow.prose(to_string(*e.compare_error));
        return;
    }
    if (e.working && e.recorded) {
        flow.headline("Comparing with the recording …");
        return;
    }
    flow.headline("There is no recording of a GPU for this launch.");
    flow.prose(
        "On a machine with an NVIDIA GPU this writes what the GPU leaves beside the captured "
        "launch:");
    flow.gap(4);
    Canvas& canvas = context.canvas;
    canvas.text_clipped(flow.x, flow.y + canvas.px(10), flow.width,
                        "warpscope record " + e.capsule.string(), code(canvas, Size::Small));
    flow.gap(28);
    flow.prose("Open that captured launch here, on any machine, and both stand side by side. "
               "`warpscope compare PROGRAM.cu` runs all launches of a program on both at once.");
}

} // namespace

void draw_compare(PanelContext& context) {
    Canvas& canvas = context.canvas;
    const Rect body = lower_header(context);
    float& scroll = context.state.lower.compare_scroll;
    canvas.push_clip(body);
    Flow flow{canvas, body.x + canvas.px(20), body.y + canvas.px(12) - scroll,
              body.w - canvas.px(40)};
    const float top = flow.y;
    if (!context.views.compare) {
        draw_missing(context, flow);
    } else {
        const CompareView& view = *context.views.compare;
        draw_devices(context, flow, view);
        const float icon_y = flow.y + canvas.px(11);
        draw_icon(canvas, view.equal ? Icon::Tick : Icon::Unequal, flow.x + canvas.px(6), icon_y,
                  canvas.px(13), view.equal ? canvas.colors.text2 : canvas.colors.wrong);
        Flow beside{canvas, flow.x + canvas.px(20), flow.y, flow.width - canvas.px(20)};
        beside.headline(view.headline);
        flow.y = beside.y;
        flow.prose(view.text);
        for (const views::OwnerMap& map : view.owner_maps)
            draw_owner_map(context, flow, map);
        draw_tables(context, flow, view);
        draw_profiler(context, flow, view);
        draw_executions(context, flow);
        flow.gap(10);
        flow.note("Where the emulator finishes clean, the GPU must agree. Where it reports an "
                  "error, agreement proves nothing.");
    }
    canvas.pop_clip();
    scroll_area(context, body, flow.y - top + canvas.px(24), scroll);
}

} // namespace warpscope::gui

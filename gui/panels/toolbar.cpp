// The toolbar and the line of the selection below it.
#include <fmt/format.h>

#include <cmath>

#include "gui/draw/icons.h"
#include "gui/panels/bars.h"
#include "gui/panels/parts.h"
#include "runtime/report/units.h"

namespace warpscope::gui {
namespace {

/// A labelled box; returns its rectangle.
Rect labelled_box(PanelContext& context, float& x, std::string_view name, std::string_view value,
                  bool menu) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const float y = context.area.middle_y();
    x += canvas.text(x, y, name, tertiary(canvas, Size::Small));
    x += canvas.px(10);
    const float text = canvas.text_width(Face::Code, Size::Body, value);
    const Rect box = {std::round(x), std::round(y - canvas.px(12)),
                      std::round(text + canvas.px(menu ? 38 : 20)), canvas.px(24)};
    const bool over = menu && context.input.over(box);
    canvas.fill(box, over ? c.raised : c.panel, canvas.px(4));
    canvas.outline(box, c.line, 1, canvas.px(4));
    canvas.text(box.x + canvas.px(10), y, value, code(canvas));
    if (menu)
        draw_icon(canvas, Icon::ChevronDown, box.right() - canvas.px(15), y, canvas.px(9), c.text2);
    x = box.right() + canvas.px(20);
    return box;
}

void draw_go_to(PanelContext& context, BarFacts& facts) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const bool wide = canvas.metrics.density == Density::Full;
    const float width = canvas.px(wide ? 300 : 210);
    const Rect box = {context.area.right() - canvas.px(12) - width,
                      std::round(context.area.middle_y() - canvas.px(12)), width, canvas.px(24)};
    if (context.input.clicked) facts.go_to_focus = context.input.over(box);
    canvas.fill(box, c.panel, canvas.px(4));
    canvas.outline(box, facts.go_to_focus ? c.text1 : c.line, facts.go_to_focus ? 2.f : 1.f,
                   canvas.px(4));
    const float y = box.middle_y();
    if (facts.go_to_focus || !facts.go_to_text.empty()) {
        const float text = canvas.text(box.x + canvas.px(10), y, facts.go_to_text, code(canvas));
        if (facts.go_to_focus)
            canvas.fill({box.x + canvas.px(11) + text, box.y + canvas.px(5),
                         std::max(1.f, canvas.px(1)), box.h - canvas.px(10)},
                        c.text1);
        return;
    }
    canvas.text(box.x + canvas.px(10), y,
                wide ? "Find a command, line, step, warp, lane…" : "Find…",
                tertiary(canvas, Size::Small));
    const Rect key = {box.right() - canvas.px(54), box.y + canvas.px(4), canvas.px(50),
                      box.h - canvas.px(8)};
    canvas.outline(key, c.line, 1, canvas.px(3));
    canvas.text(key.middle_x(), key.middle_y(), "Ctrl P", {Face::Code, Size::Note, c.text2},
                Align::Center);
}

std::string short_gpu(const std::string& name) {
    return name.starts_with("NVIDIA ") ? name.substr(7) : name;
}

std::string short_program(const std::string& path, std::size_t most) {
    if (path.size() <= most) return path;
    const auto slash = path.find('/', path.size() - most);
    return slash == std::string::npos ? "…" + path.substr(path.size() - most + 1)
                                      : "…" + path.substr(slash);
}

void draw_large_toolbar(PanelContext& context) {
    Canvas& canvas = context.canvas;
    const LaunchFacts& facts = *context.moment.facts;
    const float y = context.area.middle_y();
    draw_icon(canvas, Icon::Logo, context.area.x + canvas.px(31), y, canvas.px(30),
              canvas.colors.text1);
    float x = context.area.x + canvas.px(60);
    const std::string file = facts.sources.empty() ? facts.program : facts.sources[0].file;
    x += canvas.text(x, y, file.substr(file.rfind('/') + 1),
                     {Face::Code, Size::Section, canvas.colors.text1});
    canvas.text(x + canvas.px(16), y,
                fmt::format("launch {}, emulator as {}", facts.launch, short_gpu(facts.gpu.name)),
                secondary(canvas));
    canvas.text(context.area.right() - canvas.px(16), y, "Large mode   Ctrl L",
                tertiary(canvas, Size::Small), Align::Right);
}

} // namespace

void draw_toolbar(PanelContext& context, BarFacts& facts) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    canvas.fill(context.area, c.header);
    if (canvas.metrics.density == Density::Large) {
        canvas.fill({context.area.x, context.area.bottom() - 1, context.area.w, 1}, c.line);
        draw_large_toolbar(context);
        return;
    }
    draw_go_to(context, facts); // first: a click elsewhere leaves it, and the boxes may open it
    const float y = context.area.middle_y();
    draw_icon(canvas, Icon::Logo, context.area.x + canvas.px(25), y, canvas.px(22), c.text1);
    float x = context.area.x + canvas.px(46);
    x += canvas.text(x, y, "Warpscope", {Face::WordsBold, Size::Section, c.text1}) + canvas.px(16);
    const bool wide = canvas.metrics.density == Density::Full;
    const Rect program = labelled_box(context, x, "Program",
                                      short_program(facts.status.program, wide ? 48 : 28), true);
    if (context.input.clicked_in(program))
        context.actions.press({.key = static_cast<Key>('O'), .ctrl = true});
    const bool menu = facts.status.launches.size() > 1;
    const std::string& kernel = context.moment.facts->kernel;
    const std::size_t most = wide ? 40 : 20;
    const Rect launch =
        labelled_box(context, x, "Launch",
                     fmt::format("{}  {}{}", context.moment.facts->launch, kernel.substr(0, most),
                                 kernel.size() > most ? "…" : ""),
                     menu);
    if (menu && context.input.clicked_in(launch))
        context.actions.press({.key = static_cast<Key>('J'), .ctrl = true});
    if (context.input.over(program))
        context.tooltip = "open another program or captured launch (Ctrl+O)";
    if (menu && context.input.over(launch))
        context.tooltip =
            fmt::format("choose one of {} launches (Ctrl+J)", facts.status.launches.size());
    if (wide)
        labelled_box(context, x, "Device",
                     fmt::format("emulator as {}", short_gpu(context.moment.facts->gpu.name)),
                     false);
}

void draw_selection_line(PanelContext& context) {
    Canvas& canvas = context.canvas;
    const Palette& c = canvas.colors;
    const bool large = canvas.metrics.density == Density::Large;
    canvas.fill(context.area, c.window);
    if (large) canvas.fill({context.area.x, context.area.bottom() - 1, context.area.w, 1}, c.line);
    const float y = context.area.middle_y();
    float x = context.area.x + canvas.metrics.inset;
    bool first = true;
    const Size size = large ? Size::Body : Size::Small;
    const auto part = [&](const char* name, const std::string& value) {
        if (!first) {
            draw_icon(canvas, Icon::ChevronRight, x + canvas.px(8), y, canvas.px(large ? 14 : 11),
                      c.text3);
            x += canvas.px(large ? 30 : 26);
        }
        first = false;
        x += canvas.text(x, y, name, {Face::Words, size, c.text3}) + canvas.px(large ? 8 : 6);
        x += canvas.text(x, y, value, {Face::CodeBold, large ? Size::Body : Size::Body, c.text1}) +
             canvas.px(large ? 10 : 8);
    };
    const Moment& moment = context.moment;
    const views::Selection& selection = context.selection;
    const Dim3 block = from_linear_index(selection.block, moment.facts->grid);
    const CodeLine* code = moment.facts->find(moment.step.at.function, moment.step.at.instruction);
    if (!large) part("Launch", fmt::format("{}", selection.launch));
    part("Block", moment.facts->grid.z > 1 ? fmt::format("({},{},{})", block.x, block.y, block.z)
                                           : fmt::format("({},{})", block.x, block.y));
    part("Warp", fmt::format("{}", selection.warp));
    part("Lane", fmt::format("{}", selection.lane));
    std::uint32_t line = selection.line;
    for (const views::SourceRow& row : context.views.source.rows)
        if (line == 0 && row.selected) line = row.number;
    if (line != 0) part("Line", fmt::format("{}", line));
    if (code != nullptr && moment.step.position != 0 && !large)
        part("Instruction", fmt::format("{} {}", code->ptx_line, code->mnemonic));
    if (!moment.step.accesses.empty() && !large &&
        has_lane(moment.step.accesses.back().lanes, selection.lane)) {
        const LaneAccess& access = moment.step.accesses.back();
        const char* const space = access.space == Space::Shared  ? "shared "
                                  : access.space == Space::Local ? "local "
                                                                 : "";
        part("Address", fmt::format("{}0x{:X}", space, access.address[selection.lane]));
    }
    part("Step", report::grouped(context.views.step.now));
    if (large) return;
    const LaunchFacts& facts = *moment.facts;
    const std::string shape =
        fmt::format("grid ({},{},{})   block ({},{},{})   {}   {} each", facts.grid.x, facts.grid.y,
                    facts.grid.z, facts.block.x, facts.block.y, facts.block.z,
                    report::counted(volume(facts.grid), "block"),
                    report::counted(facts.warps_per_block(), "warp"));
    if (x + canvas.text_width(Face::Words, Size::Small, shape) + canvas.px(24) <
        context.area.right())
        canvas.text(context.area.right() - canvas.px(12), y, shape, tertiary(canvas, Size::Small),
                    Align::Right);
}

} // namespace warpscope::gui

// Drawing banks: straight lines are good, a fan is a conflict.
#include "gui/panels/shared_memory.h"

#include <fmt/format.h>

#include <cmath>

#include "gui/draw/icons.h"
#include "gui/panels/parts.h"

namespace warpscope::gui {
namespace {

using views::BankView;

/// When a hit is served, as seen from the pass that is shown.
enum class Turn : std::uint8_t { Together, Served, Now, Queued };

struct Scene {
    PanelContext& context;
    Canvas& canvas;
    const BankView& view;
    LaneAxis axis;
    std::optional<unsigned> pass;
    std::optional<unsigned> hover_lane;
    Rect lanes, curves, banks, grid, passes;
    float row_height = 8;

    Turn turn(const BankView::Hit& hit) const {
        if (!pass) return Turn::Together;
        return hit.pass < *pass ? Turn::Served : hit.pass == *pass ? Turn::Now : Turn::Queued;
    }
    /// What lines and words are drawn in: read or write colour, or the degree's from 2 on.
    Color hue() const {
        const Palette& c = canvas.colors;
        if (view.conflict()) return c.degree[degree_index(view.passes)];
        return view.store ? c.write : c.read;
    }
    Color hue(Turn when) const {
        const Color ground = canvas.colors.panel;
        switch (when) {
        case Turn::Served: return mix(ground, hue(), 0.75f);
        case Turn::Queued: return mix(ground, hue(), 0.32f);
        default: return hue();
        }
    }
    unsigned chosen_lane() const { return hover_lane.value_or(context.selection.lane); }
    float lane_middle(unsigned lane) const { return axis.x(lane) + (axis.cell - 1) / 2; }
};

void place(Scene& scene, Rect body) {
    Canvas& c = scene.canvas;
    const bool compact = c.metrics.density != Density::Full;
    const bool enlarged = scene.context.state.layout.enlarged.has_value();
    const unsigned rows = std::max(1u, scene.view.rows);
    scene.passes = body.take_bottom(c.px(compact ? 20 : 29));
    scene.passes = scene.passes.inset(0, 0);
    scene.passes.h = c.px(compact ? 16 : 18);
    scene.lanes = body.take_top(c.px(compact ? 16 : 20));
    const float wanted = c.px(compact ? 64 : enlarged ? 138 : 110);
    scene.curves = body.take_top(std::min(wanted, body.h * 0.45f));
    scene.banks = body.take_top(c.px(compact ? 16 : 20));
    const float most =
        scene.context.state.show_values || enlarged ? c.px(17) : c.px(compact ? 6 : 8);
    body.take_top(1);
    scene.row_height = std::floor(std::min(most, (body.h - c.px(8)) / static_cast<float>(rows)));
    scene.row_height = std::max(scene.row_height, 1.f);
    scene.grid = body.take_top(scene.row_height * static_cast<float>(rows));
    // The pass strip follows the grid, so that an enlarged panel stays one picture.
    scene.passes.y = std::min(scene.passes.y, scene.grid.bottom() + c.px(compact ? 6 : 12));
}

void label(Scene& scene, float middle_y, std::string_view text) {
    scene.canvas.text(scene.context.area.x + scene.canvas.metrics.inset, middle_y, text,
                      tertiary(scene.canvas));
}

void draw_lane_row(Scene& scene) {
    Canvas& canvas = scene.canvas;
    const Palette& c = canvas.colors;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        const Rect cell = {scene.axis.x(lane) + 1, scene.lanes.y, scene.axis.cell - 2,
                           scene.lanes.h};
        const BankView::Hit* hit = scene.view.hit_of(lane);
        const std::string number = fmt::format("{}", lane);
        if (hit == nullptr) {
            canvas.outline(cell, c.line);
            canvas.text_in_cell(cell, number, {Face::Code, Size::Note, c.text3});
            continue;
        }
        const Turn when = scene.turn(*hit);
        const bool bright =
            when == Turn::Now || (when == Turn::Together && lane == scene.context.selection.lane);
        Color text = c.text1;
        if (when == Turn::Queued) {
            canvas.outline(cell, c.active_stepped);
        } else {
            canvas.fill(cell, bright ? c.active_stepped : c.active);
            text = bright ? c.on_active_stepped : c.on_active;
        }
        canvas.text_in_cell(cell, number, {Face::Code, Size::Note, text});
        if (lane == scene.context.selection.lane && !bright) canvas.outline(cell, c.selection);
    }
    if (canvas.metrics.density == Density::Full)
        canvas.text(scene.axis.notes, scene.lanes.middle_y(),
                    fmt::format("{} on", count_lanes(scene.view.lanes)), secondary(canvas));
}

void draw_curves(Scene& scene) {
    Canvas& canvas = scene.canvas;
    const auto draw = [&](const BankView::Hit& hit, Color color, float width) {
        canvas.lane_curve(scene.lane_middle(hit.lane), scene.curves.y, scene.lane_middle(hit.bank),
                          scene.curves.bottom(), color, width);
    };
    const unsigned chosen = scene.chosen_lane();
    for (const BankView::Hit& hit : scene.view.hits) {
        if (hit.lane == chosen) continue;
        const Turn when = scene.turn(hit);
        const float opacity = when == Turn::Queued ? 0.45f : when == Turn::Together ? 0.8f : 0.95f;
        draw(hit, with_opacity(scene.hue(Turn::Together), opacity),
             when == Turn::Queued ? 1.f : 1.3f);
    }
    for (const BankView::Hit& hit : scene.view.hits)
        if (hit.lane == chosen) draw(hit, canvas.colors.selection, 2.2f);
}

void draw_bank_row(Scene& scene) {
    Canvas& canvas = scene.canvas;
    const Palette& c = canvas.colors;
    for (unsigned bank = 0; bank < kBanks; ++bank) {
        const Rect cell = {scene.axis.x(bank), scene.banks.y, scene.axis.cell - 1, scene.banks.h};
        const unsigned words = scene.view.words_in_bank[bank];
        const bool hot = words > scene.view.least_passes && scene.view.conflict();
        canvas.fill(cell, hot ? c.degree[degree_index(words)] : c.cell);
        canvas.text_in_cell(cell, fmt::format("{}", bank),
                            {hot ? Face::CodeBold : Face::Code, Size::Note,
                             hot          ? c.on_wrong
                             : words != 0 ? c.text1
                                          : c.text3});
    }
    const std::string passes =
        fmt::format("{} {}", scene.view.passes, scene.view.passes == 1 ? "pass" : "passes");
    if (canvas.metrics.density == Density::Full)
        canvas.text(scene.axis.notes, scene.banks.middle_y(), passes,
                    {Face::WordsBold, Size::Note, c.text1});
}

void draw_stripes(Scene& scene) {
    Canvas& canvas = scene.canvas;
    const Palette& c = canvas.colors;
    const float width = scene.axis.cell * 32 - 1;
    for (unsigned row = 0; row < scene.view.rows; row += 2)
        canvas.fill({scene.axis.left, scene.grid.y + scene.row_height * static_cast<float>(row),
                     width, scene.row_height - (scene.row_height > 6 ? 1 : 0)},
                    c.cell);
    for (unsigned bank = 1; bank < kBanks; ++bank)
        canvas.fill({scene.axis.x(bank) - 1, scene.grid.y, 1, scene.grid.h}, c.panel);
    // Every eighth row, or every one when there is room, says its number.
    const unsigned each = scene.row_height >= canvas.px(13) ? 1 : 8;
    for (unsigned row = 0; row < scene.view.rows; row += each) {
        const float middle = scene.grid.y + scene.row_height * (static_cast<float>(row) + 0.5f);
        canvas.text(scene.axis.left - canvas.px(8), std::max(middle, scene.grid.y + canvas.px(4)),
                    fmt::format("row {}", scene.view.first_row + row), tertiary(canvas),
                    Align::Right);
    }
}

Rect word_cell(const Scene& scene, std::uint32_t word) {
    const std::uint32_t row = word / kBanks - scene.view.first_row;
    return {scene.axis.x(word % kBanks), scene.grid.y + scene.row_height * static_cast<float>(row),
            scene.axis.cell - 1, std::max(1.f, scene.row_height - 1)};
}

void draw_words(Scene& scene) {
    Canvas& canvas = scene.canvas;
    const Palette& c = canvas.colors;
    const auto shown = [&](std::uint32_t word) {
        return word / kBanks >= scene.view.first_row &&
               word / kBanks < scene.view.first_row + scene.view.rows;
    };
    for (const BankView::Hit& hit : scene.view.hits)
        if (shown(hit.word)) canvas.fill(word_cell(scene, hit.word), scene.hue(scene.turn(hit)));
    if (scene.row_height >= canvas.px(14)) {
        for (std::uint32_t i = 0; i < scene.view.values.size(); ++i) {
            const std::uint32_t word = scene.view.first_row * kBanks + i;
            const bool hit = std::any_of(scene.view.hits.begin(), scene.view.hits.end(),
                                         [&](const BankView::Hit& h) { return h.word == word; });
            canvas.text_in_cell(word_cell(scene, word), fmt::format("{}", scene.view.values[i]),
                                {hit ? Face::CodeBold : Face::Code, Size::Digits,
                                 hit ? c.text1 : mix(c.panel, c.text3, 0.75f)});
        }
    }
    for (const BankView::Hit& hit : scene.view.hits) {
        if (hit.lane != scene.chosen_lane() || !shown(hit.word)) continue;
        Rect cell = word_cell(scene, hit.word);
        canvas.outline({cell.x - 1, cell.y - 1, cell.w + 2, cell.h + 2}, c.selection, 2);
    }
}

/// Right of the grid: what the chosen lane got, and in which pass.
void draw_note(Scene& scene) {
    Canvas& canvas = scene.canvas;
    const unsigned lane = scene.chosen_lane();
    const BankView::Hit* hit = scene.view.hit_of(lane);
    if (hit == nullptr || canvas.metrics.density != Density::Full) return;
    const std::uint32_t row = hit->word / kBanks;
    if (row < scene.view.first_row || row >= scene.view.first_row + scene.view.rows) return;
    const float y =
        std::min(word_cell(scene, hit->word).middle_y(), scene.grid.bottom() - canvas.px(36));
    const float x = scene.axis.notes;
    const float first = std::max(y, scene.banks.bottom() + canvas.px(14));
    canvas.text(x, first, fmt::format("lane {}", lane),
                {Face::WordsBold, Size::Note, canvas.colors.text1});
    const std::size_t index = hit->word - scene.view.first_row * kBanks;
    const std::uint32_t value = index < scene.view.values.size() ? scene.view.values[index] : 0;
    canvas.text(x, first + canvas.px(15),
                fmt::format("pass {} of {}", hit->pass + 1, scene.view.passes),
                secondary(canvas, Size::Note));
    canvas.text_clipped(x, first + canvas.px(30), scene.context.area.right() - x - 2,
                        fmt::format("{} {}", scene.view.store ? "has" : "got", value),
                        secondary(canvas, Size::Note));
}

void draw_passes(Scene& scene) {
    Canvas& canvas = scene.canvas;
    const Palette& c = canvas.colors;
    UiState& state = scene.context.state;
    label(scene, scene.passes.middle_y(), "pass");
    for (unsigned p = 0; p < std::min(scene.view.passes, kLanes); ++p) {
        const Rect cell = {scene.axis.x(p), scene.passes.y, scene.axis.cell - 1, scene.passes.h};
        const bool now = scene.pass && p == *scene.pass;
        const bool done = !scene.pass || p < *scene.pass;
        const bool costs = scene.view.conflict();
        canvas.fill(cell, now    ? scene.hue()
                          : done ? (costs ? mix(c.panel, c.degree[2], 0.95f) : c.active)
                                 : c.cell);
        canvas.text_in_cell(cell, fmt::format("{}", p + 1),
                            {now ? Face::CodeBold : Face::Code, Size::Note,
                             now    ? c.on_wrong
                             : done ? (costs ? c.text1 : c.on_active)
                                    : c.text3});
        if (now) canvas.outline({cell.x - 1, cell.y - 1, cell.w + 2, cell.h + 2}, c.selection, 2);
        if (scene.context.input.clicked_in(cell)) {
            state.pass_seconds = (p + 0.5) / 4;
            state.playing = false;
        }
    }
    if (scene.view.passes < 2 || canvas.metrics.density != Density::Full) return;
    const Rect play = {scene.axis.notes, scene.passes.y, canvas.px(60), scene.passes.h};
    if (state.playing) {
        canvas.text(play.x, play.middle_y(), "playing", secondary(canvas));
    } else {
        draw_icon(canvas, Icon::Run, play.x + canvas.px(6), play.middle_y(), canvas.px(10),
                  c.text1);
        canvas.text(play.x + canvas.px(24), play.middle_y(), "play", secondary(canvas));
    }
    if (scene.context.input.clicked_in(play)) scene.context.actions.press({.key = Key::Space});
}

void take_input(Scene& scene) {
    const Input& input = scene.context.input;
    const auto lane = scene.axis.lane_at(input.x);
    if (!lane) return;
    if (input.over(scene.lanes) || input.over(scene.curves)) {
        if (scene.view.hit_of(*lane) != nullptr) scene.hover_lane = *lane;
        if (input.clicked) scene.context.selection.lane = *lane;
    } else if (input.over(scene.grid)) {
        const auto row = static_cast<std::uint32_t>((input.y - scene.grid.y) / scene.row_height);
        const std::uint32_t word = (scene.view.first_row + row) * kBanks + *lane;
        const std::size_t index = word - scene.view.first_row * kBanks;
        if (index >= scene.view.values.size()) return;
        std::string who;
        for (const BankView::Hit& hit : scene.view.hits) {
            if (hit.word != word) continue;
            who = fmt::format("; lane {}, pass {}", hit.lane, hit.pass + 1);
            scene.hover_lane = hit.lane;
            if (input.clicked) scene.context.selection.lane = hit.lane;
        }
        scene.context.tooltip =
            fmt::format("shared 0x{:X}, word {}, bank {}: {} (0x{:08X}){}", word * kBankBytes, word,
                        *lane, scene.view.values[index], scene.view.values[index], who);
        if (input.clicked) scene.context.selection.address = std::uint64_t{word} * kBankBytes;
    } else if (input.over(scene.banks)) {
        scene.context.tooltip = fmt::format("bank {}: {} different words of this access", *lane,
                                            scene.view.words_in_bank[*lane]);
    }
}

} // namespace

std::optional<unsigned> shown_pass(const UiState& state, unsigned passes) {
    if (state.pass_seconds < 0 || passes < 2) return std::nullopt;
    return std::min(passes - 1, static_cast<unsigned>(state.pass_seconds * 4));
}

void draw_shared_memory(PanelContext& context, Rect body) {
    Canvas& canvas = context.canvas;
    const BankView& view = *context.views.banks;
    Scene scene{context,
                canvas,
                view,
                lane_axis(context.area, canvas.metrics),
                shown_pass(context.state, view.passes),
                {},
                {},
                {},
                {},
                {},
                {}};
    const bool enlarged = context.state.layout.enlarged.has_value();
    const Rect sentence = body.take_top(canvas.px(enlarged                                  ? 52
                                                  : canvas.metrics.density == Density::Full ? 34
                                                                                            : 26));
    const Size size = enlarged ? Size::Headline : Size::Body;
    float x = scene.axis.left;
    x += canvas.text(x, sentence.middle_y(), view.sentence,
                     {Face::WordsBold, size, canvas.colors.text1});
    if (!enlarged)
        canvas.text_clipped(x + canvas.px(14), sentence.middle_y(),
                            body.right() - x - canvas.px(20), view.remark, secondary(canvas, size));
    place(scene, body);
    take_input(scene);
    canvas.push_clip(context.area);
    label(scene, scene.lanes.middle_y(), "lane");
    if (canvas.metrics.density == Density::Full) {
        label(scene, scene.curves.y + canvas.px(38), "which bank each");
        label(scene, scene.curves.y + canvas.px(54), view.store ? "lane writes" : "lane reads");
    }
    label(scene, scene.banks.middle_y(), "bank");
    draw_stripes(scene);
    draw_curves(scene);
    draw_lane_row(scene);
    draw_bank_row(scene);
    draw_words(scene);
    draw_note(scene);
    draw_passes(scene);
    canvas.pop_clip();
}

} // namespace warpscope::gui

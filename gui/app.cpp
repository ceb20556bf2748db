// One frame: the newest moment, its views, the layout, the panels.
#include "gui/app.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "gui/commands.h"
#include "gui/engine/series.h"
#include "gui/overlay.h"
#include "gui/panels/explanation.h"
#include "gui/panels/folded.h"
#include "gui/panels/parts.h"
#include "gui/panels/registry.h"
#include "gui/panels/shared_memory.h"
#include "gui/panels/time_bar.h"
#include "gui/panels/timeline.h"
#include "gui/views/navigation.h"
#include "gui/views/words.h"

namespace warpscope::gui {

App::App(Engine& engine, Examiner& examiner, UiState state)
    : engine_(engine), examiner_(examiner), state_(std::move(state)) {
    actions_.go_to = [this](std::optional<std::uint64_t> position) { jump_to(position); };
    actions_.scrub = [this](std::uint64_t position) { go_to(position); };
    actions_.begin_jump = [this] { begin_jump(); };
    actions_.run_to = [this](const views::BreakPlace& place) { run_to(place); };
    actions_.edit_breakpoint = [this](const views::BreakPlace& place) { edit_condition(place); };
    actions_.run = [this] { run(false); };
    actions_.run_back = [this] { run(true); };
    actions_.cancel = [this] { engine_.cancel(); };
    actions_.press = [this](const KeyPress& key) { press(key); };
    actions_.open_launch = [this](std::uint32_t launch) {
        OpenRequest request;
        request.path = bars_.status.program;
        // Captured already: the folder that holds the launches.
        if (!bars_.status.launches.empty()) request.path = bars_.status.launches[0].parent_path();
        request.launch = launch;
        engine_.open(std::move(request));
    };
    actions_.open_next = [this] { open_next(); };
    actions_.go_before = [this](const StepWish& wish, std::uint32_t lane) {
        begin_jump();
        to_select_ = {wish.warp, lane};
        engine_.go_before(wish);
    };
    actions_.go_to_block = [this](std::uint64_t block) {
        begin_jump();
        engine_.go_to_block(block, shown_line());
    };
    actions_.go_to_change = [this](const std::string& expression) {
        to_select_ = {selection_.warp, selection_.lane};
        engine_.go_to_change(expression, {moment_->block, selection_.warp, selection_.lane});
    };
    for (const PanelRow& row : panel_rows())
        state_.layout.has_lower |= row.slot == Slot::Lower;
}

float App::text_scale(float width) const {
    return metrics_for(width, state_.scale, state_.layout.large).text_scale;
}

void App::take_moment() {
    bars_.status = engine_.status();
    // What there is to know about a launch is asked for when it is opened.
    if (!bars_.status.capsule.empty() &&
        (examination_ == nullptr || examination_->capsule != bars_.status.capsule)) {
        examiner_.examine(bars_.status.capsule, bars_.status.report);
        state_.lower = {};
        state_.with_fix = false;
        const auto next = next_in_series(bars_.status.program);
        views_.next_program = next ? next->filename().string() : "";
    }
    if (const auto newest = examiner_.examination(); newest != examination_) {
        examination_ = newest;
        placed_findings_ = views::placed_findings(examination_.get());
        breakpoints_told_ = 0;
    }
    blocks_ = engine_.blocks();
    const std::shared_ptr<const Moment> newest = engine_.moment();
    // A launch is there before it is said how it came about.
    if (newest == nullptr || newest == moment_) return take_outcome(bars_.status.built);
    const bool other = moment_ == nullptr || moment_->facts != newest->facts;
    // Another warp's values alone move nothing.
    const bool moved = other || newest->step.position != moment_->step.position;
    moment_ = newest;
    if (other) take_launch();
    take_outcome(bars_.status.built);
    if (!moved) return;
    selection_ = views::follow(selection_, *moment_);
    if (to_select_) {
        selection_.warp = to_select_->first;
        selection_.lane = to_select_->second;
        selection_.line = 0;
        to_select_.reset();
    }
    if (to_restore_ && to_restore_->step == moment_->snapshot.position) selection_ = *to_restore_;
    to_restore_.reset();
    // What is shown of time goes along, a page at a time.
    state_.time.follows = true;
    state_.pass_seconds = -1;
    state_.playing = false;
    const LaunchFacts& facts = *moment_->facts;
    const bool no_shared = facts.static_shared_bytes + facts.dynamic_shared_bytes == 0;
    if (no_shared && state_.memory == MemoryTab::Shared) state_.memory = MemoryTab::Global;
    if (!state_.memory_follows || moment_->step.accesses.empty()) return;
    switch (moment_->step.accesses.back().space) {
    case Space::Shared: state_.memory = MemoryTab::Shared; break;
    case Space::Global: state_.memory = MemoryTab::Global; break;
    case Space::Local: state_.memory = MemoryTab::Local; break;
    default: break;
    }
}

/// Of the lower panel that is shown, and of findings, whose number stands in their tab.
void App::rebuild_lower_views(unsigned strip_columns) {
    const LaunchFacts& facts = *moment_->facts;
    static const Examination kNothing;
    const Examination& e = examination_ != nullptr ? *examination_ : kNothing;
    // They are of the launch, whatever the moment.
    if (examined_ != examination_ || examined_facts_ != moment_->facts) {
        examined_ = examination_;
        examined_facts_ = moment_->facts;
        views_.findings = views::findings_view(e.findings.get(), e.of_run, e.counters.get(), facts);
        views_.counters.reset();
        views_.roofline = {};
        if (e.counters != nullptr) {
            views_.counters = views::counter_rows(*e.counters);
            views_.roofline = views::roofline(*e.counters, facts.gpu);
        }
        views_.compare.reset();
        if (e.compared != nullptr && e.compared->comparison)
            views_.compare = views::compare_view(*e.compared->comparison);
    }
    if (e.counters != nullptr && !state_.lower.heat.empty())
        views::add_heat(*e.counters, state_.lower.heat, views_.source);
    if (slot_of("grid", state_, layout_) && blocks_ != nullptr) {
        std::set<std::uint64_t> with_findings;
        for (const views::FindingItem& item : views_.findings.items)
            if (item.has_thread && item.wish) with_findings.insert(item.wish->block);
        views_.grid = views::grid_view(facts, *blocks_, moment_->step.position,
                                       state_.lower.grid_layer, with_findings);
    }
    views_.barriers = views::barrier_view(*moment_);
    if (slot_of("timeline", state_, layout_))
        views_.strip = views::timeline_strip(*moment_, state_.lower.strip, strip_columns);
}

void App::rebuild_views(unsigned bins, const Canvas& canvas, const Layout& layout) {
    const Slot strip_slot = slot_of("timeline", state_, layout).value_or(Slot::Lower);
    const auto columns = static_cast<unsigned>(std::max(
        1.f,
        timeline_place(canvas, layout.of(strip_slot), moment_->facts->warps_per_block()).track.w));
    const bool splits = state_.show_splits || state_.layout.large;
    const ViewKey key = {moment_->id,
                         selection_,
                         state_.show_ptx,
                         splits,
                         state_.breakpoints.revision(),
                         state_.time,
                         bins,
                         examination_.get(),
                         state_.lower_tab,
                         state_.layout.workspace,
                         state_.with_fix,
                         state_.lower.heat,
                         state_.lower.grid_layer,
                         state_.lower.strip,
                         columns};
    if (key == views_key_) return;
    views_key_ = key;
    const auto begin = std::chrono::steady_clock::now();
    views_.step = views::step_number(*moment_);
    views_.warps = views::warp_rows(*moment_);
    views_.lanes = views::lane_rows(*moment_, selection_);
    views_.source =
        views::source_view(*moment_, selection_, state_.show_ptx && !state_.layout.large);
    if (splits) views_.splits = views::split_view(*moment_, selection_.warp);
    rebuild_time(bins, canvas);
    views_.banks.reset();
    views_.banks_as_is.reset();
    views_.banks_padded.reset();
    views_.padding.reset();
    views_.global.reset();
    views_.buffer = {};
    views_.local.reset();
    const SnapshotBlock* block = moment_->shown_block();
    static const std::vector<std::uint8_t> kNone;
    if (const auto shown = views::access_in(*moment_, Space::Shared)) {
        const std::vector<std::uint8_t>& shared = block != nullptr ? block->shared : kNone;
        views_.banks_as_is = views::bank_view(*shown.access, shared);
        views_.padding = views::padding_of(*shown.access, shared, *moment_->facts);
        if (views_.padding) {
            views_.banks_padded = views::bank_view(views_.padding->access, views_.padding->shared);
            views_.banks_padded->remark = "Computed by the rule for these lanes; not run.";
        }
        views_.banks = state_.with_fix && views_.padding ? views_.banks_padded : views_.banks_as_is;
    }
    if (const auto shown = views::access_in(*moment_, Space::Global)) {
        views_.global = views::sector_view(*shown.access);
        views_.buffer = views::buffer_map(*shown.access, *moment_->facts);
    }
    if (const auto shown = views::access_in(*moment_, Space::Local))
        views_.local = views::sector_view(*shown.access);
    rebuild_lower_views(columns);
    views_seconds_ +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

PanelContext App::context_of(Canvas& canvas, const Input& input, const Rect& area,
                             const Layout& layout) {
    static const Examination kNothing;
    static const std::vector<BlockSpan> kNoBlocks;
    return {canvas,
            input,
            area,
            layout,
            *moment_,
            views_,
            selection_,
            state_,
            actions_,
            examination_ != nullptr ? *examination_ : kNothing,
            bars_.status.troubles,
            placed_findings_,
            blocks_ != nullptr ? *blocks_ : kNoBlocks,
            {}};
}

void App::draw_panels(Canvas& canvas, const Layout& layout, const Input& input,
                      std::optional<std::string>& tooltip) {
    // The left column comes last, for it may lie over the others.
    static constexpr Slot kOrder[] = {Slot::Warps,  Slot::Lanes,  Slot::Memory,
                                      Slot::Second, Slot::Source, Slot::Lower};
    static const Input kNone;
    if (!layout.folded.empty()) {
        PanelContext context = context_of(canvas, input, layout.folded, layout);
        draw_folded(context);
        if (context.tooltip) tooltip = context.tooltip;
    }
    for (const Slot slot : kOrder) {
        const auto s = static_cast<unsigned>(slot);
        const PanelRow* row = panel_at(slot, state_);
        if (row == nullptr || layout.of(slot).empty()) continue;
        const bool below = slot != Slot::Source && slot != Slot::Lower && input.over(layout.over);
        PanelContext context = context_of(canvas, below ? kNone : input, layout.of(slot), layout);
        context.slot = slot;
        row->draw(context);
        if (context.tooltip) tooltip = context.tooltip;
        // Focus shows itself once keys have walked to it.
        if (state_.focus == s && bars_.go_to_focus == false &&
            state_.layout.enlarged == std::nullopt && s != 0)
            canvas.fill({layout.of(slot).x, layout.of(slot).y, 2, canvas.metrics.header - 1},
                        canvas.colors.selection);
    }
}

void App::draw_bars(Canvas& canvas, const Layout& layout, const Input& input,
                    std::optional<std::string>& tooltip) {
    const auto with = [&](const Rect& area, auto draw) {
        PanelContext context = context_of(canvas, input, area, layout);
        draw(context);
        if (context.tooltip) tooltip = context.tooltip;
    };
    with(layout.toolbar, [&](PanelContext& c) { draw_toolbar(c, bars_); });
    with(layout.selection, [&](PanelContext& c) { draw_selection_line(c); });
    with(layout.time_bar, [&](PanelContext& c) { draw_time_bar(c, bars_); });
    with(layout.status, [&](PanelContext& c) { draw_status(c, bars_); });
}

void App::move_splitters(Canvas& canvas, const Layout& layout, const Input& input) {
    Splits& splits = state_.layout.splits[static_cast<unsigned>(state_.layout.workspace)];
    if (!input.down) dragging_.reset();
    for (const Splitter& splitter : layout.splitters) {
        const bool over = input.over(splitter.grab);
        if (over && input.double_clicked)
            splits = restored(splits, splitter.kind);
        else if (over && input.clicked)
            dragging_ = splitter.kind;
        if (dragging_ == splitter.kind || (over && !input.down))
            canvas.fill(splitter.line, with_opacity(canvas.colors.selection, 0.35f));
    }
    if (dragging_) splits = dragged(layout, splits, *dragging_, input.x, input.y);
}

void App::frame(ImDrawList& list, const Fonts& fonts, const Input& input, float width,
                float height) {
    take_moment();
    take_breakpoints();
    engine_.look({selection_.warp, state_.layout.watches});
    if (!input.keys.empty() || input.clicked) state_.message.clear();
    for (const Stroke& stroke : input.strokes)
        play(stroke);
    if (state_.playing && views_.banks) {
        state_.pass_seconds += input.seconds;
        if (state_.pass_seconds * 4 >= views_.banks->passes)
            state_.playing = false, state_.pass_seconds = -1;
    }
    layout_ = compute_layout(width, height, state_.scale, state_.layout);
    const Layout& layout = layout_;
    Canvas canvas(list, fonts, palette(state_.theme), layout.metrics);
    canvas.fill({0, 0, width, height}, canvas.colors.window);
    if (layout.too_small) {
        canvas.text(width / 2, height / 2, "Warpscope needs a window of 900 x 560 or more.",
                    secondary(canvas, Size::Body), Align::Center);
        return;
    }
    if (moment_ == nullptr) {
        draw_start(canvas, input, width, height);
        return;
    }
    const auto bins =
        static_cast<unsigned>(std::max(1.f, time_bar_place(canvas, layout.time_bar).cost.w));
    shown_areas_ = layout.slot;
    rebuild_views(bins, canvas, layout);
    if (!bars_.go_to_focus) close_finder();
    if (layout.of(Slot::Source).empty()) state_.breaks.edited.reset();
    // What covers a panel takes its input.
    const bool covered =
        (!state_.help.empty() && input.over(help_area(canvas, layout, state_))) ||
        (bars_.go_to_focus && input.over(finder_area(canvas, layout, finder_rows().size())));
    const Input none;
    const Input& shown_input = covered || dragging_ ? none : input;
    std::optional<std::string> tooltip;
    const views::JumpPlace before = place_now();
    draw_panels(canvas, layout, shown_input, tooltip);
    // A click that has chosen something else, as far as it can be gone back to.
    if (input.clicked && (selection_.warp != before.warp || selection_.line != before.line ||
                          selection_.block != before.block))
        jumps_[bars_.status.capsule.string()].leave(before);
    draw_bars(canvas, layout, shown_input, tooltip);
    move_splitters(canvas, layout, input);
    if (!layout.explanation.empty()) {
        PanelContext context = context_of(canvas, shown_input, layout.explanation, layout);
        context.slot = *state_.layout.enlarged;
        draw_explanation(context);
    }
    if (!layout.words.empty()) draw_words(canvas, layout.words);
    if (!state_.help.empty()) {
        if (draw_help(canvas, input, layout, state_)) state_.help.clear();
    }
    if (bars_.go_to_focus) draw_open_finder(canvas, layout, input);
    // Exact values come after 200 ms over one thing.
    hover_seconds_ = tooltip == hover_text_ ? hover_seconds_ + input.seconds : 0;
    hover_text_ = tooltip;
    had_tooltip_ = tooltip.has_value() && hover_seconds_ < 0.2;
    if (tooltip && hover_seconds_ >= 0.2)
        draw_tooltip(canvas, *tooltip, input.x, input.y, width, height);
    // A click has changed things that are drawn already.
    rebuild_views(bins, canvas, layout);
}

bool App::animating() const {
    return state_.playing || had_tooltip_;
}

/// Large mode: the step in sentences, to be read from the last row.
void App::draw_words(Canvas& canvas, const Rect& area) {
    canvas.fill(area, canvas.colors.panel);
    canvas.fill({area.x, area.y, area.w, 1}, canvas.colors.line);
    float y = area.y + canvas.px(21);
    TextStyle style = {Face::WordsBold, Size::Body, canvas.colors.text1};
    for (const std::string& sentence : views::step_in_words(views_.source, views_.splits)) {
        canvas.text_clipped(area.x + canvas.metrics.inset, y, area.w - 2 * canvas.metrics.inset,
                            sentence, style);
        style = secondary(canvas, Size::Body);
        y += canvas.px(26);
    }
}

void App::select(std::optional<std::uint32_t> warp, std::optional<std::uint32_t> lane) {
    if (warp) selection_.warp = *warp;
    if (lane) selection_.lane = *lane % kLanes;
}

std::string App::take_copied() {
    return std::exchange(copied_, {});
}

} // namespace warpscope::gui

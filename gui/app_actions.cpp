// What keys and the go-to box make the app do.
#include <fmt/format.h>

#include <algorithm>

#include "gui/app.h"
#include "gui/commands.h"
#include "gui/engine/series.h"
#include "gui/panels/lower.h"
#include "gui/panels/registry.h"
#include "gui/panels/shared_memory.h"
#include "gui/views/go_to.h"
#include "gui/views/navigation.h"

namespace warpscope::gui {
namespace {

/// Order in which Tab walks the panels.
constexpr Slot kFocusOrder[] = {Slot::Source, Slot::Lower,  Slot::Warps,
                                Slot::Lanes,  Slot::Memory, Slot::Second};

} // namespace

bool App::press(const KeyPress& key) {
    if (state_.breaks.edited) return press_in_condition(key);
    const PanelRow* panel = panel_at(static_cast<Slot>(state_.focus), state_);
    if (moment_ != nullptr && panel != nullptr && panel->key != nullptr) {
        KeyContext context{*moment_, views_, selection_, state_, actions_};
        if (panel->key(context, key)) return true;
    }
    const CommandRow* command = command_for(key);
    if (command == nullptr) return false;
    if (moment_ == nullptr && !command->always) return false;
    command->run(*this);
    return true;
}

std::uint32_t App::shown_line() const {
    if (selection_.line != 0) return selection_.line;
    for (const views::SourceRow& row : views_.source.rows)
        if (row.selected) return row.number;
    return 0;
}

void App::next_tab(int step) {
    change_tab(state_, step);
}

void App::cycle_focus(int step) {
    const auto* const at =
        std::find(std::begin(kFocusOrder), std::end(kFocusOrder), static_cast<Slot>(state_.focus));
    auto index = static_cast<int>(at - std::begin(kFocusOrder));
    const int count = static_cast<int>(std::size(kFocusOrder));
    for (int tried = 0; tried < count; ++tried) {
        index = (index + step + count) % count;
        if (panel_at(kFocusOrder[index], state_) != nullptr &&
            !layout_.of(kFocusOrder[index]).empty())
            break;
    }
    state_.focus = static_cast<unsigned>(kFocusOrder[index]);
}

void App::move_in_focus(int dx, int dy) {
    selection_.lane =
        static_cast<std::uint32_t>((static_cast<int>(selection_.lane) + dx + 32) % 32);
    if (dy == 0) return;
    if (static_cast<Slot>(state_.focus) == Slot::Source) {
        const auto& rows = views_.source.rows;
        std::uint32_t line = selection_.line;
        for (const views::SourceRow& row : rows)
            if (line == 0 && row.selected) line = row.number;
        const int next = static_cast<int>(line) + dy;
        if (next >= 1 && !rows.empty() && static_cast<std::uint32_t>(next) <= rows.back().number)
            selection_.line = static_cast<std::uint32_t>(next);
        return;
    }
    const int warps = static_cast<int>(moment_->facts->warps_per_block());
    selection_.warp = static_cast<std::uint32_t>(
        std::clamp(static_cast<int>(selection_.warp) + dy, 0, warps - 1));
}

void App::change_pass(int step) {
    if (!views_.banks || views_.banks->passes < 2) return;
    const int passes = static_cast<int>(views_.banks->passes);
    const auto now = shown_pass(state_, views_.banks->passes);
    int next = now ? static_cast<int>(*now) + step : (step > 0 ? 0 : passes - 1);
    state_.playing = false;
    // Beyond either end: all at once again.
    state_.pass_seconds = next < 0 || next >= passes ? -1 : (next + 0.5) / 4;
}

void App::play_passes() {
    if (!views_.banks || views_.banks->passes < 2) {
        state_.message =
            "Passes are played for an access to shared memory that takes more than one.";
        return;
    }
    state_.playing = !state_.playing;
    if (state_.playing && state_.pass_seconds < 0) state_.pass_seconds = 0;
    state_.memory = MemoryTab::Shared;
}

void App::toggle_fix() {
    if (!state_.with_fix && !views_.padding) {
        state_.message = "Longer rows would not make this step's shared access cheaper.";
        return;
    }
    state_.with_fix = !state_.with_fix;
    state_.memory = MemoryTab::Shared;
    state_.pass_seconds = -1;
    state_.playing = false;
}

void App::open_next() {
    const auto next = next_in_series(bars_.status.program);
    if (!next) {
        state_.message = "There is no next program beside this one.";
        return;
    }
    OpenRequest request;
    request.path = *next;
    open(std::move(request));
}

void App::leave() {
    if (takes_its_time(bars_.status))
        engine_.cancel();
    else if (state_.breaks.list)
        state_.breaks.list = false;
    else if (state_.editing && !bars_.status.busy)
        state_.editing = false;
    else if (!state_.help.empty())
        state_.help.clear();
    else if (state_.layout.enlarged)
        state_.layout.enlarged.reset();
    else if (state_.layout.unfolded)
        state_.layout.unfolded = false;
    else if (bars_.status.busy)
        engine_.cancel();
    else if (state_.pass_seconds >= 0)
        state_.pass_seconds = -1, state_.playing = false;
    else
        selection_.line = 0;
}

void App::zoom(float factor) {
    const float wanted = factor == 0 ? 1.f : state_.scale * factor;
    state_.scale = std::clamp(wanted, kSmallestScale, kLargestScale);
}

void App::enlarge_focused() {
    if (state_.layout.enlarged)
        state_.layout.enlarged.reset();
    else
        state_.layout.enlarged = static_cast<Slot>(state_.focus);
}

/// The focused panel as sentences.
void App::copy_focused() {
    copied_.clear();
    switch (static_cast<Slot>(state_.focus)) {
    case Slot::Warps:
        for (const views::WarpRow& row : views_.warps)
            copied_ +=
                fmt::format("Warp {} is at {}: {} of {} lanes on.\n", row.warp,
                            row.begun ? row.at : "its beginning", row.lanes_on, row.lanes_of);
        break;
    case Slot::Lanes:
        for (const views::LaneRow& row : views_.lanes) {
            copied_ += row.name + ":";
            for_each_lane(row.valid, [&](unsigned lane) {
                copied_ += " " + views::format_value(row.bits[lane], row.format, row.bytes);
            });
            copied_ += "\n";
        }
        break;
    case Slot::Memory:
        if (views_.banks)
            copied_ = views_.banks->sentence + "\n";
        else if (views_.global)
            copied_ = views_.global->sentence + "\n";
        break;
    default:
        for (const views::SourceRow& row : views_.source.rows)
            if (row.selected || row.kind == views::SourceRow::Kind::Ptx)
                copied_ +=
                    row.kind == views::SourceRow::Kind::Source
                        ? fmt::format("{}: {}\n", row.number, row.text)
                        : fmt::format("  {}: {} {}\n", row.number, row.mnemonic, row.operands);
        break;
    }
    state_.message = "Copied.";
}

void App::carry_out_go_to() {
    const Result<views::GoTo> place = views::parse_go_to(bars_.go_to_text);
    if (!place) {
        state_.message = place.error().message + "; try " + place.error().hint;
        return;
    }
    using Kind = views::GoTo::Kind;
    begin_jump();
    const auto number =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(place->number, UINT32_MAX));
    switch (place->kind) {
    case Kind::Line: selection_.line = number; break;
    case Kind::Lane: selection_.lane = number % kLanes; break;
    case Kind::Warp:
        selection_.warp = std::min(number, moment_->facts->warps_per_block() - 1);
        break;
    case Kind::Step: {
        const auto& rows = moment_->timeline->rows;
        go_to(number >= 1 && number <= rows.size() ? std::optional(rows[number - 1].position)
                                                   : std::nullopt);
        break;
    }
    case Kind::Ptx:
        for (const TimelineRow& row : moment_->timeline->rows) {
            const CodeLine* code = moment_->facts->find(row.function, row.instruction);
            if (code != nullptr && code->ptx_line == number) return go_to(row.position);
        }
        go_to(std::nullopt);
        break;
    }
}

} // namespace warpscope::gui

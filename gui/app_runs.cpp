// What keys and clicks make the app do with time: steps, jumps and their undoing, runs,
// breakpoints.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/app.h"

namespace warpscope::gui {
namespace {

constexpr const char* kNoStep = "There is no such step in this block.";

} // namespace

void App::go_to(std::optional<std::uint64_t> position) {
    if (position)
        engine_.go_to(*position);
    else
        state_.message = kNoStep;
}

void App::jump_to(std::optional<std::uint64_t> position) {
    if (position) begin_jump();
    go_to(position);
}

void App::step(views::Direction direction) {
    switch (state_.time.unit) {
    case views::StepUnit::Instruction: return go_to(views::step_from(*moment_, direction));
    case views::StepUnit::Line:
        return go_to(views::line_of_warp(*moment_, selection_.warp, direction));
    case views::StepUnit::Barrier: return go_to(views::step_at_barrier(*moment_, direction));
    case views::StepUnit::Block:
        return go_to(blocks_ == nullptr ? std::nullopt
                                        : views::block_from(*moment_, *blocks_, direction));
    }
}

void App::next_unit() {
    state_.time.unit =
        static_cast<views::StepUnit>((static_cast<unsigned>(state_.time.unit) + 1) % 4);
    state_.message = fmt::format("A step is a {} now.", name_of(state_.time.unit));
}

void App::next_scope() {
    state_.time.scope =
        static_cast<views::TimeScope>((static_cast<unsigned>(state_.time.scope) + 1) % 3);
    state_.time.range = {};
}

views::JumpPlace App::place_now() const {
    views::JumpPlace place = selection_;
    if (moment_ != nullptr) place.step = moment_->snapshot.position;
    return place;
}

void App::begin_jump() {
    if (moment_ != nullptr) jumps_[bars_.status.capsule.string()].leave(place_now());
}

void App::travel(bool back) {
    views::Jumps& jumps = jumps_[bars_.status.capsule.string()];
    const auto place = back ? jumps.back(place_now()) : jumps.forward(place_now());
    if (!place) {
        state_.message = back ? "Nothing was jumped from before." : "There is nothing to go to.";
        return;
    }
    if (place->step == moment_->snapshot.position) {
        selection_ = *place;
        state_.source_scroll = -1;
        return;
    }
    to_restore_ = *place;
    engine_.go_to(place->step);
}

void App::run(bool back) {
    const views::Direction direction = back ? views::Direction::Back : views::Direction::On;
    const auto& all = state_.breakpoints.all();
    if (std::any_of(all.begin(), all.end(), [](const UserBreakpoint& b) { return b.enabled; })) {
        begin_jump();
        RunWish wish;
        wish.direction = back ? Direction::Back : Direction::Forward;
        engine_.run(wish);
        return;
    }
    // Without a breakpoint: to what is wrong, else to the block's end.
    if (const auto conflict = views::step_at_conflict(*moment_, direction))
        return jump_to(*conflict);
    jump_to(back ? views::first_step(*moment_) : views::last_step(*moment_));
}

std::optional<views::BreakPlace> App::selected_place() const {
    views::BreakPlace place;
    if (views_.source.has_source) {
        place.file = views_.source.file;
        place.line = shown_line();
    } else if (const CodeLine* code =
                   moment_->facts->find(moment_->step.at.function, moment_->step.at.instruction)) {
        place.kind = UserBreakpoint::Kind::Ptx;
        place.line = code->ptx_line;
    }
    return place.line == 0 ? std::nullopt : std::optional(place);
}

void App::run_to_cursor(bool back) {
    const auto place = selected_place();
    if (!place) return;
    begin_jump();
    RunWish wish;
    wish.kind = RunWish::Kind::Place;
    wish.direction = back ? Direction::Back : Direction::Forward;
    wish.file = place->file;
    wish.line = place->line;
    engine_.run(wish);
}

/// Within the block by what is known of it; beyond, by running.
void App::run_to(const views::BreakPlace& place) {
    if (place.kind == UserBreakpoint::Kind::Line)
        if (const auto near = views::nearest_step_at_line(*moment_, place.line))
            return jump_to(near);
    begin_jump();
    RunWish wish;
    wish.kind = RunWish::Kind::Place;
    wish.file = place.file;
    wish.line = place.line;
    wish.either = true;
    engine_.run(wish);
}

void App::step_lines(LineStep step, bool back) {
    begin_jump();
    RunWish wish;
    wish.kind = RunWish::Kind::Line;
    wish.direction = back ? Direction::Back : Direction::Forward;
    wish.step = step;
    wish.focus = {moment_->block, selection_.warp, selection_.lane};
    engine_.run(wish);
}

/// What the selected lane touches in the step; of several accesses in the last.
std::optional<WatchedRange> App::selected_bytes() const {
    const auto shown = [&](const LaneAccess& access, std::uint32_t warp) {
        WatchedRange bytes;
        bytes.space = access.space;
        bytes.first = access.address[selection_.lane];
        bytes.size = access.width;
        const bool own = access.space == Space::Shared || access.space == Space::Local;
        bytes.block = own ? moment_->block : 0;
        bytes.warp = access.space == Space::Local ? warp : 0;
        bytes.lane = access.space == Space::Local ? selection_.lane : 0;
        return bytes;
    };
    const auto& accesses = moment_->step.accesses;
    // A word that was chosen in a memory panel, not by a lane.
    const Space space = state_.memory == MemoryTab::Shared   ? Space::Shared
                        : state_.memory == MemoryTab::Global ? Space::Global
                                                             : Space::Local;
    const views::ShownAccess access = views::access_in(*moment_, space);
    const bool of_lane = access && has_lane(access.access->lanes, selection_.lane) &&
                         access.access->address[selection_.lane] == selection_.address;
    if (of_lane) return shown(*access.access, access.warp);
    if (space == Space::Shared && access && selection_.address != 0) {
        WatchedRange word;
        word.space = Space::Shared;
        word.first = selection_.address;
        word.size = kBankBytes;
        word.block = moment_->block;
        return word;
    }
    if (access && has_lane(access.access->lanes, selection_.lane))
        return shown(*access.access, access.warp);
    for (auto last = accesses.rbegin(); last != accesses.rend(); ++last)
        if (has_lane(last->lanes, selection_.lane)) return shown(*last, moment_->step.warp);
    return std::nullopt;
}

void App::find_write(bool back) {
    const auto bytes = selected_bytes();
    if (!bytes) {
        state_.message = "The selected lane touches no memory here: choose another lane or step.";
        return;
    }
    begin_jump();
    RunWish wish;
    wish.kind = RunWish::Kind::Write;
    wish.direction = back ? Direction::Back : Direction::Forward;
    wish.bytes = *bytes;
    engine_.run(wish);
}

void App::toggle_watch() {
    const auto bytes = selected_bytes();
    if (!bytes) {
        state_.message = "The selected lane touches no memory here: choose another lane or step.";
        return;
    }
    const std::size_t before = state_.breakpoints.all().size();
    state_.breakpoints.toggle(*bytes);
    state_.message =
        state_.breakpoints.all().size() > before
            ? fmt::format("Runs stop at {}.", words_of(state_.breakpoints.all().back()))
            : "These bytes are watched no more.";
}

void App::toggle_breakpoint() {
    auto place = selected_place();
    if (!place) return;
    if (place->kind == UserBreakpoint::Kind::Line && state_.breakpoints.at(*place) == nullptr) {
        const auto line = views::line_with_code(*moment_->facts, place->file, place->line);
        if (!line) {
            state_.message = "No code is at or behind this line.";
            return;
        }
        if (*line != place->line) {
            state_.message = fmt::format("Line {} has no code; line {} has.", place->line, *line);
            place->line = *line;
        }
    }
    state_.breakpoints.toggle(*place);
}

void App::toggle_breakpoint_enabled() {
    const auto place = selected_place();
    const UserBreakpoint* b = place ? state_.breakpoints.at(*place) : nullptr;
    if (b == nullptr)
        state_.message = "No breakpoint is on this line.";
    else
        state_.breakpoints.toggle_enabled(b->id);
}

void App::edit_condition() {
    const auto place = selected_place();
    if (!place) return;
    state_.source_scroll = -1; // into sight
    edit_condition(*place);
}

void App::edit_condition(const views::BreakPlace& place) {
    BreakState& breaks = state_.breaks;
    breaks.edited = place;
    breaks.error.clear();
    breaks.list = false;
    const UserBreakpoint* b = state_.breakpoints.at(place);
    breaks.text.set(b == nullptr ? "" : views::condition_text(*b));
}

/// All keys are of the box while it is open.
bool App::press_in_condition(const KeyPress& key) {
    BreakState& breaks = state_.breaks;
    if (key.key == Key::Escape) {
        breaks.edited.reset();
    } else if (key.key == Key::Enter) {
        const Status set = state_.breakpoints.set_condition(*breaks.edited, breaks.text.text);
        if (set) {
            breaks.edited.reset();
            return true;
        }
        const Diagnostic& wrong = set.error();
        breaks.error = wrong.where.column == 0
                           ? wrong.message
                           : fmt::format("Column {}: {}", wrong.where.column, wrong.message);
    } else if (!breaks.text.press(key)) {
        return false;
    } else {
        breaks.error.clear();
    }
    return true;
}

/// Programs are told apart by their kernel's source, which captured launches have too.
std::string App::breakpoints_key() const {
    const LaunchFacts& facts = *moment_->facts;
    return facts.sources.empty() ? facts.program : facts.sources[0].file;
}

views::SavedBreakpoints App::all_breakpoints() const {
    views::SavedBreakpoints all = saved_;
    if (!breakpoints_of_.empty()) all[breakpoints_of_] = state_.breakpoints.all();
    return all;
}

/// The engine knows the breakpoints as they are, with the findings that they are about.
void App::take_breakpoints() {
    if (moment_ == nullptr) return;
    if (const std::string key = breakpoints_key(); key != breakpoints_of_) {
        saved_ = all_breakpoints();
        breakpoints_of_ = key;
        state_.breaks = {};
        state_.breakpoints.replace(saved_[key]);
    }
    if (breakpoints_told_ == state_.breakpoints.revision()) return;
    breakpoints_told_ = state_.breakpoints.revision();
    engine_.set_breakpoints(views::with_findings(state_.breakpoints.all(), placed_findings_));
}

void App::rebuild_time(unsigned bins, const Canvas& canvas) {
    const std::uint64_t revision = state_.breakpoints.revision();
    const bool known = marks_.timeline == moment_->timeline && marks_.breakpoints == revision &&
                       marks_.examination == examination_ && marks_.scope == state_.time.scope &&
                       marks_.warp == selection_.warp;
    if (!known) {
        views::MarkSources sources;
        for (const views::PlacedFinding& finding : placed_findings_)
            sources.findings.push_back(finding.moment);
        std::sort(sources.findings.begin(), sources.findings.end(),
                  [](const auto& a, const auto& b) { return a.position < b.position; });
        sources.breakpoints = views::known_stops(
            *moment_, views::with_findings(state_.breakpoints.all(), placed_findings_));
        marks_ = {moment_->timeline,
                  revision,
                  examination_,
                  state_.time.scope,
                  selection_.warp,
                  views::mark_entries(*moment_, sources, state_.time.scope, selection_.warp)};
    }
    views::TimeRequest request;
    request.scope = state_.time.scope;
    request.warp = selection_.warp;
    request.range = state_.time.range;
    request.follows = std::exchange(state_.time.follows, false);
    request.columns = bins;
    request.mark = static_cast<unsigned>(canvas.px(14));
    views_.time = views::time_view(*moment_, marks_.entries, request);
    if (request.follows && request.range.count != 0) state_.time.range = views_.time.range;
}

} // namespace warpscope::gui

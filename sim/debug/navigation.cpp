// Searches, breakpoints, and moves of the whole launch.
#include "sim/debug/navigation.h"

#include <algorithm>

#include "sim/debug/views.h"

namespace warpscope {
namespace {

/// A step of some block, or of any other than it.
class BlockMatcher final : public StepMatcher {
public:
    BlockMatcher(std::uint64_t block, bool other) : block_(block), other_(other) {}
    Interest interest() const override { return {.instructions = true}; }
    void begin() override { heard_ = false; }
    void on_instruction(const InstructionEvent& event) override { hear(event.warp); }
    void on_unfinished(const InstructionEvent& event) override { hear(event.warp); }
    bool matches(const Session&) override { return heard_ && (warp_.block == block_) != other_; }

private:
    void hear(WarpId warp) {
        if (!heard_) warp_ = warp;
        heard_ = true;
    }
    std::uint64_t block_;
    bool other_, heard_ = false;
    WarpId warp_;
};

/// A barrier of some block opens.
class BarrierMatcher final : public StepMatcher {
public:
    explicit BarrierMatcher(std::uint64_t block) : block_(block) {}
    Interest interest() const override { return {.instructions = true, .synchronisation = true}; }
    void begin() override { opens_ = false; }
    void on_barrier(const BarrierEvent& event) override {
        opens_ |= event.phase == BarrierEvent::Phase::Open && event.warp.block == block_;
    }
    bool matches(const Session&) override { return opens_; }

private:
    std::uint64_t block_;
    bool opens_ = false;
};

class PositionMatcher final : public StepMatcher {
public:
    explicit PositionMatcher(std::uint64_t position) : position_(position) {}
    Interest interest() const override { return {.instructions = true}; }
    void begin() override {}
    bool matches(const Session& session) override { return session.position() >= position_; }

private:
    std::uint64_t position_;
};

} // namespace

Navigator::Navigator(Session& session) : session_(session), code_(session.executable()) {
    focus_next();
}

const SourceVariables& Navigator::names() const {
    if (names_ == nullptr)
        names_ = std::make_unique<SourceVariables>(session_.request().executable);
    return *names_;
}

std::optional<std::uint64_t> Navigator::search(StepMatcher& matcher, StepMatcher* stops) {
    // What lies ahead is heard again.
    std::erase_if(heard_, [&](const auto& text) { return text.first > session_.position(); });
    session_.set_cancel(cancel_);
    WatchedSearch watched(matcher, stops, watched_, &heard_);
    const std::optional<std::uint64_t> found = session_.find_next(watched);
    session_.set_cancel(nullptr);
    if (!found && cancelled()) session_.go_to(watched.position());
    return found;
}

std::optional<std::uint64_t> Navigator::search_back(StepMatcher& matcher, std::uint64_t last,
                                                    MemoryRange written) {
    const std::uint64_t start = session_.position();
    session_.set_cancel(cancel_);
    WatchedSearch watched(matcher, nullptr, watched_, nullptr);
    const std::optional<std::uint64_t> found = session_.find_previous_write(watched, last, written);
    session_.set_cancel(nullptr);
    if (!found) session_.go_to(start);
    return found;
}

std::vector<std::string> Navigator::take_printed() {
    const std::uint64_t here = session_.position();
    std::vector<std::string> texts;
    for (auto& [position, text] : heard_)
        if (position <= here && position > printed_up_to_) texts.push_back(std::move(text));
    heard_.clear();
    printed_up_to_ = std::max(printed_up_to_, here);
    return texts;
}

std::optional<StepRecord> Navigator::next_step() {
    const std::uint64_t here = session_.position();
    if (session_.ended()) return std::nullopt;
    session_.go_to(here + 1);
    std::optional<StepRecord> record;
    if (session_.position() == here + 1) record = session_.last_step();
    session_.go_to(here);
    next_ = record;
    return record;
}

bool Navigator::set_focus(const Focus& focus) {
    const bool there = find_warp(session_, focus.block, focus.warp) || begins_next(focus.block);
    if (!there || focus.lane >= kLanes) return false;
    if (!has_lane(existing_lanes(session_, focus.warp), focus.lane)) return false;
    focus_ = focus;
    return true;
}

std::optional<unsigned> Navigator::living_lane(std::uint64_t block, std::uint32_t warp) const {
    const WarpView view = find_warp(session_, block, warp);
    if (!view) return std::nullopt;
    if (!view.warp->finished()) return first_lane(view.warp->splits[view.warp->current].lanes);
    return first_lane(view.warp->existing);
}

std::optional<CodePosition> Navigator::position_in_focus() const {
    if (const WarpView view = find_warp(session_, focus_.block, focus_.warp))
        return position_of(*view.warp, focus_.lane);
    return begins_next(focus_.block) ? std::optional(CodePosition{}) : std::nullopt;
}

/// Whether the next step is a block's first, so that all its warps stand at the beginning.
bool Navigator::begins_next(std::uint64_t block) const {
    return next_ && next_->position == session_.position() + 1 && next_->block == block &&
           !find_warp(session_, block, 0);
}

std::vector<CodePlace> Navigator::stack() const {
    std::vector<CodePlace> found = call_stack(session_, focus_);
    if (!found.empty() || find_warp(session_, focus_.block, focus_.warp)) return found;
    if (const auto at = position_in_focus()) found.push_back(session_.place_of(*at));
    return found;
}

/// Whoever runs next.
void Navigator::focus_next() {
    const std::optional<StepRecord> next = next_step();
    if (!next) return;
    const bool keeps_lane = next->block == focus_.block && next->warp == focus_.warp &&
                            has_lane(next->active, focus_.lane);
    const LaneMask lanes = next->active != 0 ? next->active : 1u;
    focus_ = {next->block, next->warp, keeps_lane ? focus_.lane : first_lane(lanes)};
    if (session_.position() != 0) rested_at_ = session_.position();
}

Stop Navigator::rest_before(std::uint64_t position, Stop stop) {
    if (session_.position() == position) stop.next = session_.last_step();
    session_.go_to(position - 1);
    if (!stop.next) stop.next = next_step();
    next_ = stop.next;
    rested_at_ = position - 1;
    return stop;
}

/// A search that found nothing: the launch ended, or somebody ended it.
Stop Navigator::end_of_search(std::uint64_t start) {
    Stop stop;
    if (session_.ended()) {
        stop.why = Stop::Why::End;
        return stop;
    }
    stop.why = cancelled() ? Stop::Why::Cancelled : Stop::Why::NotFound;
    if (stop.why == Stop::Why::NotFound) session_.go_to(start);
    focus_next();
    return stop;
}

Stop Navigator::after_exit() {
    Stop stop;
    stop.why = session_.ended() ? Stop::Why::End : Stop::Why::LaneExited;
    focus_next();
    return stop;
}

Stop Navigator::step_launch(Direction direction, std::uint64_t count) {
    const std::uint64_t here = session_.position();
    if (direction == Direction::Forward) return go_to(here + std::min(count, UINT64_MAX - here));
    return go_to(here - std::min(here, count));
}

Stop Navigator::go_to(std::uint64_t position) {
    const std::uint64_t here = session_.position();
    if (position > here && position > printed_up_to_ &&
        calls(session_.executable(), SystemCall::Print)) {
        PositionMatcher matcher(position); // what is printed on the way is heard
        search(matcher);
    } else {
        session_.set_cancel(cancel_);
        session_.go_to(position);
        session_.set_cancel(nullptr);
    }
    focus_next();
    Stop stop;
    if (session_.ended())
        stop.why = Stop::Why::End;
    else if (session_.position() != position)
        stop.why = cancelled() ? Stop::Why::Cancelled : Stop::Why::NotFound;
    else if (position == 0 && here != 0)
        stop.why = Stop::Why::Beginning;
    return stop;
}

Stop Navigator::step_barrier(Direction direction) {
    const std::uint64_t start = session_.position();
    BarrierMatcher matcher(focus_.block);
    Stop stop;
    if (direction == Direction::Forward) {
        if (!search(matcher)) return end_of_search(start);
    } else if (start == 0 || !search_back(matcher, start - 1)) {
        stop.why = cancelled() ? Stop::Why::Cancelled : Stop::Why::NotFound;
        return stop;
    }
    if (const auto lane = living_lane(focus_.block, focus_.warp); !lane) focus_next();
    stop.next = session_.last_step();
    rested_at_.reset();
    return stop;
}

Stop Navigator::step_block(Direction direction) {
    const std::uint64_t start = session_.position();
    BlockMatcher others(focus_.block, true);
    if (direction == Direction::Forward) {
        const auto found = search(others);
        if (!found) return end_of_search(start);
        rest_before(*found);
        focus_next();
        return {};
    }
    // Back to where this block's turn began, or when it stands there, the one before.
    std::optional<std::uint64_t> before = start == 0 ? std::nullopt : search_back(others, start);
    if (before == start) {
        const std::uint64_t block = session_.last_step() ? session_.last_step()->block : 0;
        BlockMatcher even_others(block, true);
        before = search_back(even_others, start);
    }
    return go_to(before.value_or(0));
}

Stop Navigator::go_to_block(std::uint64_t block) {
    const std::uint64_t start = session_.position();
    const Focus focus = focus_;
    session_.go_to(0);
    BlockMatcher matcher(block, false);
    if (const auto found = search(matcher)) {
        rest_before(*found);
        focus_next();
        return {};
    }
    session_.go_to(start);
    focus_ = focus;
    Stop stop;
    stop.why = cancelled() ? Stop::Why::Cancelled : Stop::Why::NotFound;
    return stop;
}

std::vector<Breakpoint*> Navigator::enabled() {
    std::vector<Breakpoint*> found;
    for (Breakpoint& b : breakpoints_.all())
        if (b.enabled) found.push_back(&b);
    return found;
}

/// Looks at conditions that could not be looked at before; the session stands where they count.
void Navigator::verify(std::vector<BreakpointHit>& hits, WarpId warp) const {
    for (BreakpointHit& hit : hits) {
        if (!hit.unverified) continue;
        hit.lanes = satisfying(*hit.breakpoint, session_, {warp.block, warp.warp, 0}, hit.lanes,
                               &names());
    }
    std::erase_if(hits, [](const BreakpointHit& hit) { return hit.lanes == 0; });
}

/// Comes to rest before `position`, unless conditions or counts say to go on.
Stop Navigator::accept(std::vector<BreakpointHit> hits, WarpId warp, std::uint64_t position,
                       Direction direction) {
    Stop stop;
    stop.why = Stop::Why::NotFound;
    if (session_.position() == position) stop.next = session_.last_step();
    session_.go_to(position - 1);
    verify(hits, warp);
    std::erase_if(hits, [&](const BreakpointHit& hit) {
        if (direction == Direction::Back) return false;
        Breakpoint& b = *hit.breakpoint;
        ++b.hits;
        if (b.ignore != 0) return --b.ignore, true;
        if (b.hits % std::max<std::uint64_t>(b.every, 1) != 0) return true;
        if (b.once) b.ignore = UINT64_MAX;
        return false;
    });
    if (hits.empty()) return stop;
    stop.why = Stop::Why::Breakpoint;
    for (const BreakpointHit& hit : hits)
        stop.hits.push_back({hit.breakpoint->number, hit.lanes});
    const bool keeps_lane = focus_.block == warp.block && focus_.warp == warp.warp &&
                            has_lane(hits[0].lanes, focus_.lane);
    focus_ = {warp.block, warp.warp, keeps_lane ? focus_.lane : first_lane(hits[0].lanes)};
    for (const Stop::Hit& hit : stop.hits)
        if (const Breakpoint* b = breakpoints_.find(hit.breakpoint); b != nullptr && b->temporary)
            breakpoints_.remove(hit.breakpoint);
    next_ = stop.next;
    rested_at_ = position - 1;
    return stop;
}

Stop Navigator::stops_forward(const std::vector<Breakpoint*>& breakpoints) {
    const std::uint64_t start = session_.position();
    const bool told = rested_at_ == start;
    BreakpointMatcher matcher(session_, breakpoints, std::nullopt, &names());
    while (const auto found = search(matcher)) {
        if (told && *found == start + 1) continue;
        const Stop stop = accept(matcher.hits(), matcher.warp(), *found, Direction::Forward);
        if (stop.why == Stop::Why::Breakpoint) return stop;
        session_.go_to(*found);
    }
    return end_of_search(start);
}

Stop Navigator::stops_back(const std::vector<Breakpoint*>& breakpoints) {
    std::uint64_t last = session_.position();
    while (last != 0) {
        BreakpointMatcher window(session_, breakpoints, std::nullopt, &names());
        const auto found = search_back(window, last);
        if (!found) break;
        // The search went on behind it: what was met there has to be seen again.
        BreakpointMatcher matcher(session_, breakpoints, std::nullopt, &names());
        session_.go_to(*found - 1);
        session_.find_next(matcher);
        const Stop stop = accept(matcher.hits(), matcher.warp(), *found, Direction::Back);
        if (stop.why == Stop::Why::Breakpoint) return stop;
        last = *found - 1;
    }
    Stop stop;
    stop.why = cancelled() ? Stop::Why::Cancelled : Stop::Why::Beginning;
    if (!cancelled()) session_.go_to(0);
    focus_next();
    return stop;
}

Stop Navigator::go_on(Direction direction) {
    return direction == Direction::Forward ? stops_forward(enabled()) : stops_back(enabled());
}

Stop Navigator::run_to(const CodeLocations& locations, Direction direction) {
    Breakpoint here;
    here.locations = locations;
    std::vector<Breakpoint*> breakpoints = enabled();
    breakpoints.push_back(&here);
    const std::uint64_t start = session_.position();
    Stop stop =
        direction == Direction::Forward ? stops_forward(breakpoints) : stops_back(breakpoints);
    std::erase_if(stop.hits, [](const Stop::Hit& hit) { return hit.breakpoint == 0; });
    if (stop.why == Stop::Why::Breakpoint && stop.hits.empty()) stop.why = Stop::Why::Step;
    if (stop.why == Stop::Why::Beginning && direction == Direction::Back) {
        session_.go_to(start);
        focus_next();
        stop.why = Stop::Why::NotFound;
    }
    return stop;
}

} // namespace warpscope

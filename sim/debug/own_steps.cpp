// Follows one lane through a launch.
#include "sim/debug/own_steps.h"

#include <algorithm>

namespace warpscope {
namespace {

/// Steps looked at first when going back; then ever more.
constexpr std::uint64_t kFirstWindow = 2048;

/// Keeps the lane's steps up to a position.
class OwnStepCollector final : public OwnStepListener {
public:
    OwnStepCollector(const CodeIndex& code, const Focus& focus, std::uint64_t last,
                     std::vector<OwnStep>& to)
        : OwnStepListener(code, focus), last_(last), to_(to) {}
    bool matches(const Session& session) override {
        if (own()) {
            to_.push_back(*own());
            to_.back().position = session.position();
        }
        warp_steps_ += of_warp();
        return session.position() >= last_;
    }
    std::uint64_t warp_steps() const { return warp_steps_; }

private:
    std::uint64_t last_, warp_steps_ = 0;
    std::vector<OwnStep>& to_;
};

} // namespace

void OwnStepListener::begin() {
    own_.reset();
    heard_ = of_warp_ = false;
}

void OwnStepListener::hear(WarpId warp, CodePosition at, LaneMask active, LaneMask executed) {
    if (heard_) return;
    heard_ = true;
    of_warp_ = warp == WarpId{focus_.block, focus_.warp};
    if (!of_warp_ || !has_lane(active, focus_.lane)) return;
    own_ = OwnStep{};
    own_->at = at;
    if (has_lane(executed, focus_.lane))
        own_->call = code_.enters_function(at) ? 1 : code_.leaves_function(at) ? -1 : 0;
}

void OwnStepListener::on_instruction(const InstructionEvent& event) {
    hear(event.warp, event.at, event.active, event.executed);
}
void OwnStepListener::on_unfinished(const InstructionEvent& event) {
    hear(event.warp, event.at, event.active, 0);
}
void OwnStepListener::on_fault(const FaultEvent& event) {
    hear(event.warp, event.at, event.lanes, 0);
}
void OwnStepListener::on_retire(const RetireEvent& event) {
    if (own_ && of_warp_ && has_lane(event.lanes, focus_.lane)) own_->exits = true;
}

bool OwnStepCounter::matches(const Session&) {
    if (!own()) return false;
    exited_ = own()->exits;
    return --left_ == 0 || exited_;
}

bool is_step(LineStep kind, const LinePlace& from, const LinePlace& to) {
    if (to.levels.empty()) return false; // nobody knows where: part of what is around it
    if (to.depth < from.depth) return true;
    if (to.depth > from.depth) return kind == LineStep::Into;
    if (kind == LineStep::Out) {
        // Left when the call sites around the inlined call are others, or it is another call.
        if (from.levels.size() <= 1) return false;
        const std::size_t outer = from.levels.size() - 1;
        return to.levels.size() <= outer ||
               !std::equal(from.levels.begin(), from.levels.begin() + static_cast<long>(outer),
                           to.levels.begin()) ||
               to.levels[outer].function != from.levels[outer].function;
    }
    if (from.levels.empty()) return true;
    if (kind == LineStep::Into) return to.levels != from.levels;
    if (to.levels.size() < from.levels.size()) return true;
    const bool other = !std::equal(from.levels.begin(), from.levels.end(), to.levels.begin());
    if (kind == LineStep::Over) return other;
    return other && to.levels[from.levels.size() - 1].line > from.levels.back().line;
}

bool LineStepMatcher::matches(const Session&) {
    arrived_ = exited_ = false;
    if (!own()) return false;
    const LinePlace here = {depth_, code_.levels(own()->at)};
    depth_ += own()->call;
    // The last instruction of all is part of the line that it is on, or a line of its own.
    const bool steps = is_step(kind_, from_, here);
    exited_ = own()->exits && !steps;
    return arrived_ = steps || exited_;
}

std::vector<OwnStep>
own_steps_before(Session& session, const CodeIndex& code, const Focus& focus,
                 const std::function<bool(const std::vector<OwnStep>&)>& enough,
                 const std::atomic<bool>* cancel) {
    std::uint64_t last = session.position(), window = kFirstWindow, seen = 0;
    const WarpView view = find_warp(session, focus.block, focus.warp);
    // A warp whose block is gone has no count any more: then all is looked through.
    const std::uint64_t all = view ? view.warp->executed : UINT64_MAX;
    std::vector<OwnStep> steps;
    while (last != 0 && seen < all) {
        const std::uint64_t first = last - std::min(last, window);
        std::vector<OwnStep> part;
        if (!session.go_to(first)) break;
        OwnStepCollector collector(code, focus, last, part);
        session.find_next(collector);
        seen += collector.warp_steps();
        steps.insert(steps.end(), part.rbegin(), part.rend());
        if (enough(steps) || (cancel != nullptr && cancel->load(std::memory_order_relaxed))) break;
        last = first;
        window *= 4;
    }
    return steps;
}

namespace {

/// Where the lane is at each of the steps, the last first.
std::vector<LinePlace> places_of(const std::vector<OwnStep>& steps, const CodeIndex& code) {
    std::vector<LinePlace> places;
    int depth = 0;
    for (const OwnStep& step : steps) {
        // A call was made one level up from what is behind it; a return, one level down.
        depth -= step.call;
        places.push_back({depth, code.levels(step.at)});
    }
    return places;
}

/// The last step before index `k` (that is, from it on) that is elsewhere than `from`.
std::optional<std::size_t> elsewhere(LineStep kind, const LinePlace& from,
                                     const std::vector<LinePlace>& places, std::size_t k) {
    for (; k < places.size(); ++k)
        if (is_step(kind, from, places[k])) return k;
    return std::nullopt;
}

/// As much of a place as a step of this kind looks at.
LinePlace seen_from(LineStep kind, const LinePlace& from, LinePlace place) {
    if (kind == LineStep::Over && place.depth == from.depth &&
        place.levels.size() > from.levels.size() && !from.levels.empty())
        place.levels.resize(from.levels.size());
    return place;
}

/// The first step behind step `k` of which the line is known: returns have none.
std::size_t known_behind(const std::vector<LinePlace>& places, std::size_t k) {
    std::size_t behind = k - 1;
    while (behind > 0 && places[behind].levels.empty())
        --behind;
    return behind;
}

} // namespace

std::optional<std::size_t> line_step_back(LineStep kind, const LinePlace& from,
                                          const std::vector<OwnStep>& steps,
                                          const CodeIndex& code) {
    const std::vector<LinePlace> places = places_of(steps, code);
    const auto other = elsewhere(kind, from, places, 0);
    if (!other) return std::nullopt;
    if (kind == LineStep::Out)
        // Before the call itself; of an inlined one, before its first instruction.
        return places[*other].depth < from.depth || *other == 0 ? *other
                                                                : known_behind(places, *other);
    // In the middle of a line: to its beginning.
    const bool middle = std::any_of(places.begin(), places.begin() + static_cast<long>(*other),
                                    [&](const LinePlace& p) { return !p.levels.empty(); });
    if (middle) return known_behind(places, *other);
    const LinePlace line = seen_from(kind, from, places[*other]);
    const auto before = elsewhere(kind, line, places, *other + 1);
    if (!before) return std::nullopt;
    return known_behind(places, *before);
}

} // namespace warpscope

// Moves of the lane in focus: by warp instructions and by source lines.
#include <algorithm>

#include "sim/debug/navigation.h"

namespace warpscope {

LinePlace Navigator::place() const {
    LinePlace place;
    if (const auto at = position_in_focus()) place.levels = code_.levels(*at);
    return place;
}

Stop Navigator::step_instruction(Direction direction, std::uint64_t count) {
    if (count == 0) return {};
    if (direction == Direction::Back) return step_instruction_back(count);
    const std::uint64_t start = session_.position();
    OwnStepCounter counter(code_, focus_, count == UINT64_MAX ? count : count + 1);
    const auto found = search(counter);
    if (!found) return end_of_search(start);
    return counter.exited_early() ? after_exit() : rest_before(*found);
}

/// Behind a launch that ended well nobody stands anywhere, and the lane in focus may have left it
/// long ago: back is to the step that ran last, whosever it was.
bool Navigator::step_back_into_launch() {
    if (session_.position() == 0 || !session_.ended() ||
        session_.result().outcome != LaunchOutcome::Finished)
        return false;
    session_.go_to(session_.position() - 1);
    focus_next();
    return true;
}

Stop Navigator::step_instruction_back(std::uint64_t count) {
    if (step_back_into_launch() && --count == 0) return {};
    const std::uint64_t start = session_.position();
    const std::vector<OwnStep> steps = own_steps_before(
        session_, code_, focus_, [&](const std::vector<OwnStep>& s) { return s.size() >= count; },
        cancel_);
    Stop stop;
    if (steps.size() < count) {
        stop.why = cancelled() ? Stop::Why::Cancelled : Stop::Why::Beginning;
        if (steps.empty() || cancelled()) {
            session_.go_to(start);
            return stop;
        }
    }
    return rest_before(steps[std::min<std::uint64_t>(count, steps.size()) - 1].position, stop);
}

Stop Navigator::step_line(LineStep kind, Direction direction) {
    if (direction == Direction::Back) return step_line_back(kind);
    const std::uint64_t start = session_.position();
    LineStepMatcher lines(code_, focus_, kind, place());
    const WarpId warp = {focus_.block, focus_.warp};
    BreakpointMatcher breakpoints(session_, enabled(), warp, &names());
    while (const auto found = search(lines, &breakpoints)) {
        const bool breaks = !breakpoints.hits().empty() && *found > start + 1;
        if (lines.arrived()) {
            if (lines.exited()) return after_exit();
            // A breakpoint on the line that was stepped to is told of.
            if (breaks) {
                const Stop stop = accept(breakpoints.hits(), warp, *found, Direction::Forward);
                if (stop.why == Stop::Why::Breakpoint) return stop;
                return rest_before(*found);
            }
            return rest_before(*found);
        }
        if (!breaks) continue;
        const Stop stop = accept(breakpoints.hits(), warp, *found, Direction::Forward);
        if (stop.why == Stop::Why::Breakpoint) return stop;
        session_.go_to(*found);
    }
    return end_of_search(start);
}

Stop Navigator::step_line_back(LineStep kind) {
    if (step_back_into_launch()) return {};
    const LinePlace from = place();
    if (!position_in_focus()) return step_instruction_back(1);
    const std::uint64_t start = session_.position();
    const std::vector<OwnStep> steps = own_steps_before(
        session_, code_, focus_,
        [&](const std::vector<OwnStep>& s) {
            return line_step_back(kind, from, s, code_).has_value();
        },
        cancel_);
    const auto index = line_step_back(kind, from, steps, code_);
    if (index) return rest_before(steps[*index].position);
    Stop stop;
    stop.why = cancelled() ? Stop::Why::Cancelled : Stop::Why::Beginning;
    if (steps.empty() || cancelled()) {
        session_.go_to(start);
        return stop;
    }
    return rest_before(steps.back().position, stop);
}

} // namespace warpscope

// How the selection follows the launch.
#include "gui/views/selection.h"

#include <algorithm>

namespace warpscope::views {

Selection follow(const Selection& before, const gui::Moment& moment) {
    Selection selection = before;
    const gui::StepRecord& step = moment.step;
    selection.launch = moment.facts->launch;
    selection.step = step.position;
    selection.line = 0;
    if (step.position == 0) return selection;
    selection.block = step.block;
    selection.warp = step.warp;
    const LaneMask took_part = step.accesses.empty() ? step.executed : step.accesses.back().lanes;
    const LaneMask met = moment.stop ? moment.stop->lanes : 0;
    const LaneMask lanes = moment.fault_lanes != 0 ? moment.fault_lanes
                           : met != 0              ? met
                                                   : took_part;
    if (lanes != 0 && !has_lane(lanes, selection.lane)) selection.lane = first_lane(lanes);
    if (!step.accesses.empty() && has_lane(step.accesses.back().lanes, selection.lane))
        selection.address = step.accesses.back().address[selection.lane];
    return selection;
}

StepNumber step_number(const gui::Moment& moment) {
    StepNumber number;
    number.all = moment.timeline->rows.size();
    const std::size_t index = moment.timeline->index_at(moment.step.position);
    number.now = index < number.all ? index + 1 : 0;
    return number;
}

ShownAccess access_in(const gui::Moment& moment, Space space) {
    const gui::StepRecord& step = moment.step;
    for (auto access = step.accesses.rbegin(); access != step.accesses.rend(); ++access)
        if (access->space == space)
            return {&*access,         step.position,       step.warp,
                    step.at.function, step.at.instruction, true};
    if (space != Space::Shared && space != Space::Global) return {};
    const gui::PastAccess& past = space == Space::Shared ? moment.shared : moment.global;
    if (past.position == 0) return {};
    return {&past.access, past.position, past.warp, past.function, past.instruction, false};
}

} // namespace warpscope::views

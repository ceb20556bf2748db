// Copies events into a StepRecord.
#include "sim/debug/step_recorder.h"

#include <algorithm>
#include <cstring>

namespace warpscope {

std::uint64_t LaneAccess::value(unsigned lane, unsigned index) const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, new_values.data() + lane * width + index * element,
                std::min<std::size_t>(element, sizeof bits));
    return bits;
}

void StepRecorder::clear() {
    record_ = {};
    heard_ = false;
}

void StepRecorder::hear(WarpId warp, CodePosition at) {
    if (heard_) return; // a barrier that opens names the warp that came last, which is this one
    heard_ = true;
    record_.block = warp.block;
    record_.warp = warp.warp;
    record_.at.function = at.function;
    record_.at.instruction = at.instruction;
}

void StepRecorder::on_instruction(const InstructionEvent& event) {
    hear(event.warp, event.at);
    record_.active = event.active;
    record_.executed = event.executed;
}

void StepRecorder::on_unfinished(const InstructionEvent& event) {
    on_instruction(event);
    record_.unfinished = true;
}

void StepRecorder::on_access(const AccessEvent& event) {
    hear(event.warp, event.at);
    LaneAccess access;
    access.space = event.space;
    access.kind = event.kind;
    access.width = event.width;
    access.element = event.element;
    access.lanes = event.lanes;
    for_each_lane(event.lanes, [&](unsigned lane) { access.address[lane] = event.address(lane); });
    const std::size_t bytes = std::size_t{kLanes} * event.width;
    if (event.old_values != nullptr)
        access.old_values.assign(event.old_values, event.old_values + bytes);
    if (event.new_values != nullptr)
        access.new_values.assign(event.new_values, event.new_values + bytes);
    record_.accesses.push_back(std::move(access));
}

void StepRecorder::on_branch(const BranchEvent& event) {
    hear(event.warp, event.at);
    record_.branch = {event.taken, event.not_taken, event.target, event.reconvergence};
}

void StepRecorder::on_barrier(const BarrierEvent& event) {
    hear(event.warp, event.at);
    record_.barriers.push_back({event.phase, event.barrier, event.lanes, event.expected_threads});
}

void StepRecorder::on_retire(const RetireEvent& event) {
    hear(event.warp, event.at);
    record_.retired |= event.lanes;
}

void StepRecorder::on_fault(const FaultEvent& event) {
    hear(event.warp, event.at);
    record_.faulted = true;
}

void StepRecorder::on_print(const PrintEvent& event) {
    hear(event.warp, event.at);
    record_.printed.emplace_back(event.text);
}

} // namespace warpscope

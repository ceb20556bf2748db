// Adding sums up.
#include "sim/counters/sums.h"

namespace warpscope {

SectorSums& SectorSums::operator+=(const SectorSums& o) {
    requests += o.requests, threads += o.threads, sectors += o.sectors;
    bytes_used += o.bytes_used;
    return *this;
}

SharedSums& SharedSums::operator+=(const SharedSums& o) {
    requests += o.requests, threads += o.threads;
    wavefronts += o.wavefronts, conflicts += o.conflicts;
    return *this;
}

ExecutionSums& ExecutionSums::operator+=(const ExecutionSums& o) {
    warps += o.warps, threads += o.threads, active += o.active;
    branches += o.branches, divergent_branches += o.divergent_branches;
    return *this;
}

CounterSums& CounterSums::operator+=(const CounterSums& o) {
    execution += o.execution;
    for (std::size_t k = 0; k < global.size(); ++k)
        global[k] += o.global[k];
    for (std::size_t k = 0; k < shared.size(); ++k)
        shared[k] += o.shared[k];
    for (std::size_t k = 0; k < local.size(); ++k)
        local[k] += o.local[k];
    global_waiting_lanes += o.global_waiting_lanes;
    shared_waiting_lanes += o.shared_waiting_lanes;
    quarter_passes += o.quarter_passes;
    avoidable_quarter_passes += o.avoidable_quarter_passes;
    return *this;
}

} // namespace warpscope

// LaunchPlan: what a launch is for the engines that run it. Internal to sim/exec.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/events/observer.h"
#include "sim/exec/executable.h"
#include "sim/exec/launch.h"
#include "sim/state/context.h"

namespace warpscope {

/// What all engines of a launch share and none changes.
struct LaunchPlan {
    const LaunchRequest* request = nullptr;
    const Executable* executable = nullptr;
    LaunchFacts facts;
    DeviceMemory* memory = nullptr;
    DependenceTracker* tracker = nullptr;
    LaunchOptions options;
    Interest interest;
    std::vector<Observer*> observers; ///< of the launch, for what belongs to no block
    std::uint32_t warps_per_block = 0;
    /// What a launch contract may ask, by ContractFact; see contract_run.h.
    std::array<std::uint64_t, 5> contract_answers{};
};

/// The plan refers to `request`, `memory` and `tracker`, which must outlive it.
inline LaunchPlan make_plan(const LaunchRequest& request, const GpuSpec& gpu, DeviceMemory& memory,
                            DependenceTracker* tracker, const LaunchOptions& options,
                            const std::vector<Observer*>& observers) {
    LaunchPlan plan;
    plan.request = &request;
    plan.executable = request.executable.get();
    plan.memory = &memory;
    plan.tracker = tracker;
    plan.options = options;
    plan.facts.grid = request.grid;
    plan.facts.block = request.block;
    plan.facts.dynamic_shared_bytes = request.dynamic_shared_bytes;
    plan.facts.total_shared_bytes =
        request.executable->static_shared_bytes + request.dynamic_shared_bytes;
    plan.facts.grid_id = request.id;
    plan.facts.sm_count = gpu.sm_count;
    plan.facts.parameters = request.parameters;
    plan.facts.stack_limit_bytes =
        request.stack_limit_bytes != 0 ? request.stack_limit_bytes : gpu.stack_bytes_per_thread;
    plan.facts.grid_workspace = request.grid_workspace;
    plan.facts.heap_limit_bytes = request.heap_limit_bytes;
    plan.observers = observers;
    plan.warps_per_block =
        static_cast<std::uint32_t>((volume(request.block) + kLanes - 1) / kLanes);
    for (const Observer* o : observers) {
        const Interest wanted = o->interest();
        plan.interest.instructions |= wanted.instructions;
        plan.interest.accesses |= wanted.accesses;
        plan.interest.values |= wanted.values;
        plan.interest.unchanged |= wanted.unchanged || wanted.values;
        plan.interest.one_thread |= wanted.one_thread;
        plan.interest.synchronisation |= wanted.synchronisation;
        plan.interest.branches |= wanted.branches;
    }
    return plan;
}

} // namespace warpscope

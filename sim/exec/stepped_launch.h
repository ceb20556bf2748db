// SteppedLaunch: a launch that stops after any warp instruction and can be put back to an earlier
// one.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/events/interest.h"
#include "sim/exec/launch.h"

namespace warpscope {

class DependenceTracker;

/// All that a stepped launch changes, but device memory: what restore() goes back to.
class SteppedState {
public:
    virtual ~SteppedState() = default;
    /// What it takes of the host's memory.
    virtual std::uint64_t bytes() const = 0;
    virtual std::uint64_t position() const = 0;
};

/// Always on one host thread in the canonical order (sim/exec/launch.h).
class SteppedLaunch {
public:
    SteppedLaunch(LaunchRequest request, const GpuSpec& gpu, DeviceMemory& memory,
                  const LaunchOptions& options, std::vector<Observer*> observers, bool ordered);
    ~SteppedLaunch();

    /// Runs until `steps` more warp instructions have executed or the launch ended.
    void run(std::uint64_t steps);
    bool ended() const;
    /// Warp instructions executed so far.
    std::uint64_t position() const;
    /// The blocks that are on the machine now (one for an independent kernel), in linear order.
    std::vector<const Block*> resident() const;
    /// Once ended. Its statistics count what was executed, again after a restore() too.
    const LaunchResult& result() const;
    /// Hash of everything the simulated program could see: global memory, and of resident blocks
    /// shared and local memory, registers, program counters and lanes.
    Hash state_hash() const;

    /// The launch as it is now.
    std::shared_ptr<const SteppedState> state() const;
    /// Back (or forward) to such a state of this launch; device memory is the caller's affair.
    /// Only of launches without observers, who could not be made to forget.
    void restore(const SteppedState& state);

    /// From now on `probe` hears these events of every block, beside the observers; null: nobody.
    void set_probe(BlockObserver* probe, const Interest& interest = kEveryEvent);
    /// Who is told of every access to device memory from now on; null: nobody.
    void set_tracker(DependenceTracker* tracker);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope

// CounterObserver: counts what the memory instructions of a launch cost.
#pragma once

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "sim/counters/accumulator.h"
#include "sim/events/observer.h"

namespace warpscope {

/// What one instruction did in one space.
struct InstructionCounts {
    CodePosition at;
    AccessSite site;
    SiteCounts counts;
    CounterSums sums() const { return sums_of(site, counts.totals); }
};

/// Sums do not depend on the order in which accesses come, so blocks have no parts of their own:
/// each host thread adds up what all blocks that it runs do.
class CounterObserver : public Observer {
public:
    /// Before each launch: the functions that its code positions name.
    void prepare(const std::vector<CountedFunction>& functions);
    /// Of the launch so far, while nothing runs; those that did anything, by position and space.
    std::vector<InstructionCounts> counts() const;

    Interest interest() const override;
    void on_launch(const LaunchEvent&) override { forget(); }
    void on_launch_restart(const LaunchEvent&) override { forget(); }
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t block) override;

private:
    struct OfThread {
        std::thread::id thread;
        std::unique_ptr<Accumulator> sums;
    };
    void forget();

    CountedCode code_;
    std::mutex mutex_;
    std::vector<OfThread> threads_;
};

} // namespace warpscope

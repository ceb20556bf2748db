// Part: the race checker in one block. Internal to sim/checkers.
#pragma once

#include <map>
#include <memory>

#include "sim/checkers/access_log.h"
#include "sim/checkers/block_order.h"
#include "sim/checkers/sync_points.h"
#include "sim/events/observer.h"

namespace warpscope::racing {

class RaceChecker;

class Part : public BlockObserver {
public:
    Part(RaceChecker& owner, std::uint64_t block, std::uint32_t threads,
         std::unique_ptr<SharedShadow> shared)
        : order(block, threads), shared(std::move(shared)), owner_(owner) {}
    ~Part() override;

    void on_access(const AccessEvent& access) override;
    void on_barrier(const BarrierEvent& e) override;
    void on_warp_sync(const WarpSyncEvent& e) override { order.on_warp_sync(e); }
    void on_fence(const FenceEvent& e) override;
    void on_retire(const RetireEvent& e) override { order.on_retire(e); }

    BlockOrder order;
    std::unique_ptr<SharedShadow> shared;
    SyncPoints sync;           ///< of shared memory
    std::uint64_t changes = 0; ///< of shared memory: a new number when more than reads happened
    LogMark known;             ///< of shared memory: what came before the last full barrier

    /// A lane of the warp read what somebody wrote who knew `from`. That orders nothing yet, but
    /// tells what the program means to order.
    void led_here(std::uint32_t warp, const ClockPointer& from) {
        led_[warp] = Clock::join(led_[warp], from);
    }
    bool was_led(std::uint32_t warp, bool in_block, const Moment& from) const {
        for (const auto& [led, clock] : led_)
            if ((!in_block || led == warp) && clock != nullptr && clock->knows(from)) return true;
        return false;
    }

private:
    RaceChecker& owner_;
    std::map<std::uint32_t, ClockPointer> led_; ///< by warp
};

} // namespace warpscope::racing

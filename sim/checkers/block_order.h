// BlockOrder: what the threads of one block know of each other's and of other blocks' accesses.
//
// The rules are those of the PTX ISA, "Memory Consistency Model": barriers order the threads that
// meet, bar.warp.sync the lanes it names; a strong write after a fence releases, a strong read
// before a fence acquires, and so do accesses with .release and .acquire. Shuffles and votes order
// nothing. A thread that exits counts as arrived.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "sim/checkers/clock.h"
#include "sim/events/events.h"
#include "sim/program/types.h"

namespace warpscope {

/// What a strong write leaves at its location for strong reads to find.
struct Released {
    ClockPointer in_block; ///< for readers of the same block
    ClockPointer anywhere; ///< for readers of any block
};

class BlockOrder {
public:
    BlockOrder(std::uint64_t block, std::uint32_t threads);

    std::uint32_t time(std::uint32_t warp) const { return warps_[warp].time; }
    /// Whether what happened at `moment` happens before what the lane does now. Every thread knows
    /// of itself.
    bool knows(std::uint32_t warp, unsigned lane, const Moment& moment) const;
    /// The same for all lanes of the block, as far as barriers tell.
    bool all_know(const Moment& moment) const {
        return moment.block == block_ && moment.time <= (*barrier_)[moment.warp];
    }

    /// So often all threads of the block have met; each time all know of everything before.
    std::uint32_t full_barriers() const { return full_barriers_; }

    void on_barrier(const BarrierEvent& event);
    void on_warp_sync(const WarpSyncEvent& event);
    void on_fence(const FenceEvent& event);
    void on_retire(const RetireEvent& event) { warps_[event.warp.warp].exited |= event.lanes; }

    /// What a strong write of the lane releases; nulls when nothing.
    Released release(std::uint32_t warp, unsigned lane, Order order, Scope scope);
    /// A strong read of the lane found `released` of a location.
    void acquire(std::uint32_t warp, unsigned lane, Order order, Scope scope,
                 const Released& released);
    /// Everything that the lane knows and has done, whether it published it or not.
    ClockPointer everything(std::uint32_t warp, unsigned lane) const {
        return Clock::join(everything_known(warp, lane),
                           Clock::of_lanes(block_, warp, LaneMask{1} << lane, time(warp)));
    }
    /// After an access that released: what comes now was not released by it.
    void pass_time(std::uint32_t warp) { ++warps_[warp].time; }

    /// Whether some thread may have something to release, so that relaxed writes matter.
    bool may_release() const { return may_release_; }

private:
    /// By fences, the lane's own and those of lanes it met after them: everything known before, and
    /// what the lane itself did until `time`. Null: no fence yet.
    struct Published {
        ClockPointer known;
        std::uint32_t time = 0;
    };
    struct Lane {
        ClockPointer known;
        ClockPointer read_in_block, read_anywhere; ///< strong reads that no fence followed yet
        Published in_block, anywhere;
    };
    struct Warp {
        std::uint32_t time = 1;
        std::uint32_t synced = 0; ///< all lanes know of all lanes up to this
        LaneMask exited = 0;
        std::unique_ptr<std::array<Lane, kLanes>> lanes; ///< null as long as all know the same
    };
    struct Arrival {
        std::uint32_t warp = 0;
        LaneMask lanes = 0;
        bool waits = false;
        ClockPointer brings; ///< of those that do not wait: what they knew
        ClockPointer brings_in_block, brings_anywhere; ///< ... and had published
    };

    std::array<Lane, kLanes>& lanes_of(std::uint32_t warp);
    ClockPointer everything_known(std::uint32_t warp, unsigned lane) const;
    ClockPointer published(std::uint32_t warp, unsigned lane, const Published& p) const;
    void open_for_all();
    void meet(const std::vector<Arrival>& arrivals);
    void collect(std::uint32_t warp, LaneMask lanes, Arrival& into) const;
    unsigned living() const;

    std::uint64_t block_;
    std::vector<Warp> warps_;
    std::shared_ptr<const std::vector<std::uint32_t>> barrier_; ///< times at the last full barrier
    /// What all threads of the block know and have published since they last met.
    ClockPointer common_known_, common_in_block_, common_anywhere_;
    struct Barrier {
        std::vector<Arrival> arrived;
        bool counted = false; ///< waits for a number of threads that its instruction names
    };
    std::map<std::uint32_t, Barrier> barriers_;
    std::uint32_t threads_, full_barriers_ = 0;
    bool may_release_ = false;
};

} // namespace warpscope

// Observer: who listens to the emulator. Everything is empty here; a checker overrides what it
// needs.
#pragma once

#include <memory>

#include "sim/events/contract_events.h"
#include "sim/events/events.h"

namespace warpscope {

/// Listens to one block. Each block has its own part and is run by one host thread at a time, so a
/// part needs no lock; parts of independent launches are joined in block order by Observer::join.
class BlockObserver {
public:
    virtual ~BlockObserver() = default;
    virtual void on_instruction(const InstructionEvent&) {}
    /// An instruction that could not do its work: a `.sync` one whose lanes have not all come, or
    /// were waited for until now, or part because they named different masks; or one that faults.
    virtual void on_unfinished(const InstructionEvent&) {}
    virtual void on_access(const AccessEvent&) {}
    virtual void on_branch(const BranchEvent&) {}
    virtual void on_barrier(const BarrierEvent&) {}
    virtual void on_warp_sync(const WarpSyncEvent&) {}
    virtual void on_fence(const FenceEvent&) {}
    virtual void on_retire(const RetireEvent&) {}
    virtual void on_print(const PrintEvent&) {}
    /// In the evaluation of a launch contract only (sim/exec/contract_run.h).
    virtual void on_clause(const ClauseEvent&) {}
    virtual void on_fault(const FaultEvent&) {}
};

/// Which in-block events an observer wants; what nobody wants is never built.
struct Interest {
    bool instructions = false;
    bool accesses = false;
    bool values = false;          ///< of accesses, the bytes before and after
    bool unchanged = false;       ///< of accesses, AccessEvent::unchanged; comes with the bytes
    bool synchronisation = false; ///< barriers, warp syncs, fences, retirement
    bool branches = false;        ///< diverging ones only
    /// Blocks run on one host thread, in the canonical order, so that parts may share state.
    bool one_thread = false;
};

/// Listens to a device. Calls come from one thread at a time, except begin_block, which may come
/// from several.
class Observer {
public:
    virtual ~Observer() = default;
    virtual Interest interest() const { return {}; }

    /// Between on_launch and on_launch_end: device code's malloc and free, of an ordered launch.
    virtual void on_allocation(const AllocationEvent&) {}
    virtual void on_free(const FreeEvent&) {}
    virtual void on_host_copy(const HostCopyEvent&) {}
    virtual void on_stream_edge(const StreamEdgeEvent&) {}
    virtual void on_launch(const LaunchEvent&) {}
    virtual void on_launch_end(const LaunchEndEvent&) {}
    /// The launch starts over from its image (its blocks turned out to depend on each other, or it
    /// faulted in parallel): forget all parts of it.
    virtual void on_launch_restart(const LaunchEvent&) {}

    /// The part for one block; null when this observer does not look inside blocks.
    virtual std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t /*linear_block*/) {
        return nullptr;
    }
    /// Called in rising block order, each as soon as it and all before it have ended (blocks that
    /// never ran are left out). A restart takes back every join of the launch.
    virtual void join(LaunchId, std::uint64_t /*linear_block*/, BlockObserver&) {}
};

} // namespace warpscope

// Engine: one host thread's machine for running blocks of one launch. Internal to sim/exec.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/events/observer.h"
#include "sim/exec/executable.h"
#include "sim/exec/issue_policy.h"
#include "sim/exec/launch.h"
#include "sim/exec/launch_plan.h"
#include "sim/exec/operation_counter.h"
#include "sim/state/context.h"

namespace warpscope {

/// Why a warp's turn ended, or a block's. Held: the policy keeps what could run from it.
enum class TurnEnd : std::uint8_t { Limit, Blocked, Finished, Fault, Held };

class Engine {
public:
    Engine(const LaunchPlan& plan, IssuePolicy& policy);

    /// Makes `block` the fresh block number `linear`; reuses its storage.
    void start_block(Block& block, std::uint64_t linear);

    /// Runs up to `limit` warp instructions of the block, its warps in turns. `executed` grows by
    /// what ran. Limit: more could run. Finished: all lanes exited. Fault: `fault` says what. Never
    /// Blocked.
    TurnEnd run_block(Block& block, std::uint64_t limit, std::uint64_t& executed);

    /// Stops the block from outside (instruction budget): `fault` then says where its current warp
    /// stood.
    void stop_block(Block& block, FaultKind kind, std::string detail);

    /// Forgets where memory lay: allocations came or went, and not by instructions that it ran.
    void forget_translations();
    /// The same, and the fault: the launch was put back.
    void forget();
    void set_tracker(DependenceTracker* tracker) { context_.tracker = tracker; }

    std::vector<BlockObserver*> observers; ///< of the block that runs now
    FaultEvent fault;
    /// What was counted so far; the sum over all blocks.
    LaunchStatistics statistics() const;

private:
    // step.cpp: the step loop
    template<bool Observed>
    TurnEnd run_warp(Block& block, Warp& warp, std::uint64_t limit, std::uint64_t& executed);
    template<bool Observed>
    isa::Outcome run_straight(std::uint32_t pc, std::uint64_t most, std::uint32_t& next);
    isa::Outcome run_guarded(const isa::DecodedInstruction& d);
    void bind_split(Warp& warp);
    // announce.cpp
    void announce(const isa::DecodedInstruction& d, std::uint32_t pc);
    void announce_unfinished();
    void announce_accesses(unsigned filled, std::uint32_t pc);
    void announce_branch(LaneMask taken, LaneMask not_taken, std::uint32_t target,
                         std::uint32_t reconvergence);
    void announce_barrier(BarrierEvent::Phase phase, std::uint32_t barrier, LaneMask lanes,
                          std::uint32_t expected);
    void announce_warp_sync(CodePosition at, LaneMask members);
    void announce_retire(LaneMask lanes);
    // control.cpp: what the step loop does after anything but Outcome::Next. True: the warp goes
    // on.
    bool follow(const isa::DecodedInstruction& d, isa::Outcome outcome);
    void branch(const isa::DecodedInstruction& d);
    Parted part(const isa::DecodedInstruction& d, LaneMask taken, std::uint32_t target,
                std::uint32_t next);
    void branch_indexed(const isa::DecodedInstruction& d);
    bool leave(const isa::DecodedInstruction& d, bool exit);
    bool after_back_edge(Split& split, bool spin);
    // calls.cpp
    bool call(const isa::DecodedInstruction& d);
    bool call_indirect(const isa::DecodedInstruction& d, const CallSite& site);
    bool find_callees(const CallSite& site, std::uint32_t (&callees)[kLanes]);
    std::uint16_t shared_frame(std::uint32_t callee, const Frame& link) const;
    bool enter(const CallSite& site, std::uint32_t callee);
    void return_from(Warp& warp, std::uint32_t split);
    // system_calls.cpp
    bool system_call(const CallSite& site);
    void fail_assertion(const CallSite& site);
    void print(const CallSite& site);
    // contract_run.cpp
    void tell_clause(const CallSite& site);
    void answer_fact(const CallSite& site);
    // device_heap.cpp
    void allocate_blocks(const CallSite& site);
    Address allocate_block(std::uint64_t size);
    bool free_blocks(const CallSite& site);
    void free_block(const Allocation& block);
    bool refuse_free(Address address, unsigned lane);
    // rendezvous.cpp
    bool wait_for_lanes(const isa::DecodedInstruction& d);
    void part_by_mask();
    // barriers.cpp
    bool arrive_at_barrier();
    bool enter_barrier();
    bool complete_aligned_wait(Warp& warp);
    void count_arrival(std::uint32_t barrier, LaneMask lanes);
    void open_barrier_if_full(std::uint32_t barrier);
    void recheck_barriers();
    // stuck.cpp: nothing of a warp or block can run
    bool unstick(Warp& warp);
    bool report_stuck_warp(const Warp& warp);
    void report_deadlock(const Block& block);

    void raise(FaultKind kind, LaneMask lanes, std::string detail);
    void complete_fault();
    Split& current() { return context_.warp->splits[context_.warp->current]; }
    CodePosition position() const;
    WarpId warp_id() const { return {context_.block->linear, context_.warp->id}; }

    const LaunchPlan& plan_;
    IssuePolicy& policy_;
    Context context_;
    std::unique_ptr<AccessRecords> records_;      ///< only when somebody observes accesses
    std::unique_ptr<OrderRecords> order_records_; ///< ... synchronisation
    bool announces_each_ = false; ///< there may be something to tell of any instruction
    AddressPatterns patterns_;
    const ExecutableFunction* function_ = nullptr; ///< of the current split's frame
    OperationCounter* counter_ = nullptr;          ///< of that function
    // one per function of the executable
    std::vector<OperationCounter> operations_;
    std::vector<std::vector<DivergenceCount>> divergence_;
    std::vector<std::vector<CachedTranslation>> translations_;
    std::uint64_t barriers_completed_ = 0;
};

// frames.cpp
/// Puts a fresh frame of `function` on the warp and returns its index. Registers are as a new
/// invocation sees them.
std::uint16_t push_frame(Warp& warp, const Block& block, const LaunchPlan& plan,
                         std::uint32_t function, const Frame& link);
void pop_frame(Warp& warp, std::uint16_t frame);
void start_warp(Warp& warp, const Block& block, const LaunchPlan& plan, std::uint32_t id);

} // namespace warpscope

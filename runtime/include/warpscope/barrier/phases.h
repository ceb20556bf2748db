// The phases of a barrier: one word that counts arrivals, and the rules by which it changes.
#pragma once

#include "../atomic/atomic.h"
#include "../atomic/waiting.h"

namespace warpscope_detail {

/// What the word says: the parity of the phase in bit 63, how many arrivals every phase expects in
/// bits 32 to 62, whether a thread left after it had arrived in this phase in bit 31, how many
/// arrivals are missing in this phase in bits 0 to 30.
struct PhaseWord {
    unsigned long long bits;

    WARPSCOPE_MEMBER bool parity() const { return bits >> 63 != 0; }
    WARPSCOPE_MEMBER unsigned expected() const {
        return static_cast<unsigned>(bits >> 32) & 0x7fffffffu;
    }
    WARPSCOPE_MEMBER bool left_after_arrival() const { return (bits >> 31 & 1) != 0; }
    WARPSCOPE_MEMBER unsigned missing() const { return static_cast<unsigned>(bits) & 0x7fffffffu; }

    /// The same phase with one expected thread fewer, which has arrived.
    WARPSCOPE_MEMBER PhaseWord one_left() const { return {(bits | 1ull << 31) - (1ull << 32)}; }
    /// The next phase, when no arrival is missing; work that began meanwhile belongs to it.
    WARPSCOPE_MEMBER PhaseWord next() const {
        return {((bits ^ 1ull << 63) & ~(1ull << 31)) + expected()};
    }
};

/// The state of a barrier whose threads are those of `scope`. An arrival releases what its thread
/// did before; whoever sees a phase complete acquires what was done before all its arrivals.
template<cuda::thread_scope scope>
class Phases {
public:
    Phases() = default;
    WARPSCOPE_MEMBER constexpr explicit Phases(unsigned long long expected)
        : word_(expected << 32 | expected) {}
    WARPSCOPE_MEMBER void begin(unsigned long long expected) {
        word_.store(expected << 32 | expected, memory_order::relaxed);
    }

    /// `count` arrivals; the last one of the phase calls `complete` and begins the next. Returns
    /// this phase's parity.
    template<class Completion>
    WARPSCOPE_MEMBER bool arrive(unsigned count, Completion& complete) {
        const PhaseWord before = {word_.fetch_sub(count, memory_order::acq_rel)};
        check(count > 0 && count <= before.missing());
        if (before.missing() == count) advance(complete);
        return before.parity();
    }
    /// One arrival of a thread that later phases do not expect.
    template<class Completion>
    WARPSCOPE_MEMBER void arrive_and_drop(Completion& complete) {
        const PhaseWord before = drop();
        if (before.missing() == 1) advance(complete);
    }
    /// A thread leaves that has arrived in all phases before the next one of that parity; no phase
    /// ends by it in which no thread has arrived.
    template<class Completion>
    WARPSCOPE_MEMBER void leave(bool parity, Completion& complete) {
        PhaseWord seen = {word_.load(memory_order::relaxed)};
        while (seen.parity() != parity) { // the phase in which it arrived last still goes on
            if (word_.compare_exchange_weak(seen.bits, seen.one_left().bits, memory_order::relaxed))
                return;
        }
        // This phase cannot end meanwhile, because it waits for the thread.
        const PhaseWord before = drop();
        const bool others_arrived = before.expected() > 1 || before.left_after_arrival();
        if (before.missing() == 1 && others_arrived) advance(complete);
    }
    /// One arrival more is missing in the current phase.
    WARPSCOPE_MEMBER void hold() { word_.fetch_add(1, memory_order::relaxed); }

    /// Whether the phase of that parity is complete: the next one has begun.
    WARPSCOPE_MEMBER bool completed(bool parity) const {
        return PhaseWord{word_.load(memory_order::acquire)}.parity() != parity;
    }

private:
    WARPSCOPE_MEMBER static void check(bool enough) {
        require(enough,
                "more arrivals than this phase expects (was the barrier initialised, with enough?)",
                "cuda::barrier");
    }
    WARPSCOPE_MEMBER PhaseWord drop() {
        const PhaseWord before = {word_.fetch_sub((1ull << 32) + 1, memory_order::acq_rel)};
        check(before.missing() > 0);
        return before;
    }
    /// The phase is over. Nobody arrives meanwhile, but some may leave.
    template<class Completion>
    WARPSCOPE_MEMBER void advance(Completion& complete) {
        complete();
        PhaseWord seen = {word_.load(memory_order::relaxed)};
        while (!word_.compare_exchange_weak(seen.bits, seen.next().bits, memory_order::release,
                                            memory_order::relaxed)) {
        }
    }

    cuda::atomic<unsigned long long, scope> word_;
};

/// Whether a phase is complete, for waiting loops.
template<cuda::thread_scope scope>
struct PhaseCompleted {
    const Phases<scope>& phases;
    bool parity;
    WARPSCOPE_MEMBER bool operator()() const { return phases.completed(parity); }
};

/// Work that the current phase of a barrier waits for, whether or not its threads arrive
/// themselves.
struct WorkOfPhase {
    template<class Barrier>
    WARPSCOPE_MEMBER static void begin(Barrier& barrier) {
        barrier.phases_.hold();
    }
    template<class Barrier>
    WARPSCOPE_MEMBER static void end(Barrier& barrier) {
        barrier.phases_.arrive(1, barrier.completion_);
    }
};

struct NothingToDo {
    WARPSCOPE_MEMBER void operator()() const {}
};

} // namespace warpscope_detail

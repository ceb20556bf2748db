// cuda::barrier: phases that end when as many threads as expected have arrived.
#pragma once

#include "phases.h"

namespace cuda {

/// Threads of Scope arrive, and may do other things before they wait. The last arrival of a phase
/// calls `completion()`, whose effects all see that have waited. The memory is shared, global or
/// the host's; in device code a local variable cannot be one. CUDA keeps a barrier of block scope
/// in shared memory in the format of mbarrier instructions; here every barrier is an ordinary word.
template<thread_scope Scope, class CompletionFunction = warpscope_detail::NothingToDo>
class barrier {
    using Phases = warpscope_detail::Phases<Scope>;
    using PhaseCompleted = warpscope_detail::PhaseCompleted<Scope>;

public:
    /// Stands for the phase in which its thread arrived.
    class arrival_token {
    public:
        arrival_token() = default;

    private:
        friend class barrier;
        WARPSCOPE_MEMBER explicit arrival_token(bool parity) : parity_(parity) {}
        bool parity_;
    };

    /// Undefined until `init`, so that __shared__ variables can have this type.
    barrier() = default;
    WARPSCOPE_MEMBER constexpr barrier(ptrdiff_t expected,
                                       CompletionFunction completion = CompletionFunction())
        : phases_(static_cast<unsigned long long>(expected)), completion_(completion) {}
    barrier(const barrier&) = delete;
    barrier& operator=(const barrier&) = delete;

    /// The most arrivals that a phase can expect.
    static constexpr ptrdiff_t max() noexcept {
        return Scope == thread_scope_block ? (1 << 20) - 1 : 0x7fffffff;
    }

    /// One thread makes the barrier ready, before others use it.
    WARPSCOPE_MEMBER friend void init(barrier* self, ptrdiff_t expected) { self->begin(expected); }
    WARPSCOPE_MEMBER friend void init(barrier* self, ptrdiff_t expected,
                                      CompletionFunction completion) {
        self->completion_ = completion;
        self->begin(expected);
    }

    /// 1 or more arrivals, at most as many as are still missing.
    [[nodiscard]] WARPSCOPE_MEMBER arrival_token arrive(ptrdiff_t count = 1) {
        return arrival_token(phases_.arrive(static_cast<unsigned>(count), completion_));
    }
    /// Waits for the end of the token's phase, which is the current one or the one before.
    WARPSCOPE_MEMBER void wait(arrival_token&& token) const { wait_parity(token.parity_); }
    WARPSCOPE_MEMBER void arrive_and_wait() { wait(arrive()); }
    /// Arrives, and is expected no more in later phases.
    WARPSCOPE_MEMBER void arrive_and_drop() { phases_.arrive_and_drop(completion_); }

    /// Waits for the end of the phase with this parity: phases count from 0, and of the current
    /// phase and the one before it is the one that is meant.
    WARPSCOPE_MEMBER void wait_parity(bool parity) const {
        warpscope_detail::wait_until_ready(PhaseCompleted{phases_, parity});
    }

    // The same with an end to patience: false when the phase had not ended by then.
    template<class Rep, class Period>
    [[nodiscard]] WARPSCOPE_MEMBER bool
    try_wait_for(arrival_token&& token, const std::chrono::duration<Rep, Period>& patience) const {
        return try_wait_parity_for(token.parity_, patience);
    }
    template<class Clock, class Duration>
    [[nodiscard]] WARPSCOPE_MEMBER bool
    try_wait_until(arrival_token&& token,
                   const std::chrono::time_point<Clock, Duration>& end) const {
        return try_wait_parity_until(token.parity_, end);
    }
    template<class Rep, class Period>
    [[nodiscard]] WARPSCOPE_MEMBER bool
    try_wait_parity_for(bool parity, const std::chrono::duration<Rep, Period>& patience) const {
        return warpscope_detail::wait_for_ready(PhaseCompleted{phases_, parity}, patience);
    }
    template<class Clock, class Duration>
    [[nodiscard]] WARPSCOPE_MEMBER bool
    try_wait_parity_until(bool parity, const std::chrono::time_point<Clock, Duration>& end) const {
        return warpscope_detail::wait_until_ready(PhaseCompleted{phases_, parity}, end);
    }

private:
    friend struct warpscope_detail::WorkOfPhase;

    WARPSCOPE_MEMBER void begin(ptrdiff_t expected) {
        warpscope_detail::require(expected >= 0 && expected <= max(),
                                  "init: the number of threads is negative or more than max()",
                                  "cuda::barrier");
        phases_.begin(static_cast<unsigned long long>(expected));
    }

    Phases phases_;
    [[no_unique_address]] CompletionFunction completion_;
};

namespace std {
template<class CompletionFunction = warpscope_detail::NothingToDo>
using barrier = ::cuda::barrier<thread_scope_system, CompletionFunction>;
} // namespace std

} // namespace cuda

// cuda::latch: a count that goes down to 0 once, and threads that wait for it.
#pragma once

#include "../atomic/atomic.h"
#include "../atomic/waiting.h"

namespace cuda {

/// In shared memory it is made with placement new, by one thread.
template<thread_scope Scope>
class latch {
public:
    WARPSCOPE_MEMBER constexpr explicit latch(ptrdiff_t expected) : count_(expected) {}
    latch(const latch&) = delete;
    latch& operator=(const latch&) = delete;

    static constexpr ptrdiff_t max() noexcept { return PTRDIFF_MAX; }

    /// By 0 or more, at most as much as is left. What the thread did before comes before what
    /// others do after their wait.
    WARPSCOPE_MEMBER void count_down(ptrdiff_t by = 1) {
        const ptrdiff_t before = count_.fetch_sub(by, memory_order::release);
        warpscope_detail::require(by >= 0 && by <= before, "count_down: by more than is left",
                                  "cuda::latch");
    }
    WARPSCOPE_MEMBER bool try_wait() const noexcept {
        return count_.load(memory_order::acquire) == 0;
    }
    WARPSCOPE_MEMBER void wait() const { warpscope_detail::wait_until_ready(Open{*this}); }
    WARPSCOPE_MEMBER void arrive_and_wait(ptrdiff_t by = 1) {
        count_down(by);
        wait();
    }

private:
    struct Open {
        const latch& of;
        WARPSCOPE_MEMBER bool operator()() const { return of.try_wait(); }
    };

    atomic<ptrdiff_t, Scope> count_;
};

namespace std {
using latch = ::cuda::latch<thread_scope_system>;
} // namespace std

} // namespace cuda

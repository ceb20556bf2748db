// cuda::counting_semaphore: a number of permits that threads take and give back.
#pragma once

#include "../atomic/atomic.h"
#include "../atomic/waiting.h"

namespace cuda {

/// Never more than LeastMax permits at a time. Who acquires one sees what was done before it was
/// released.
template<thread_scope Scope, ptrdiff_t LeastMax = PTRDIFF_MAX>
class counting_semaphore {
    static_assert(LeastMax >= 0, "a semaphore has no permits, or some");

public:
    WARPSCOPE_MEMBER constexpr explicit counting_semaphore(ptrdiff_t permits) : permits_(permits) {}
    /// Undefined until placement new makes one, so that __shared__ variables can have this type.
    counting_semaphore() = default;
    counting_semaphore(const counting_semaphore&) = delete;
    counting_semaphore& operator=(const counting_semaphore&) = delete;

    static constexpr ptrdiff_t max() noexcept { return LeastMax; }

    WARPSCOPE_MEMBER void release(ptrdiff_t count = 1) {
        const ptrdiff_t before = permits_.fetch_add(count, memory_order::release);
        warpscope_detail::require(count >= 0 && count <= max() - before,
                                  "release: more permits than max()", "cuda::counting_semaphore");
    }
    WARPSCOPE_MEMBER void acquire() { warpscope_detail::wait_until_ready(Acquired{*this}); }
    /// Takes a permit if there is one.
    WARPSCOPE_MEMBER bool try_acquire() noexcept {
        ptrdiff_t seen = permits_.load(memory_order::relaxed);
        while (seen > 0) {
            if (permits_.compare_exchange_weak(seen, seen - 1, memory_order::acquire,
                                               memory_order::relaxed))
                return true;
        }
        return false;
    }
    /// Waits for one, but not for ever: false when it got none.
    template<class Rep, class Period>
    WARPSCOPE_MEMBER bool try_acquire_for(const std::chrono::duration<Rep, Period>& patience) {
        return warpscope_detail::wait_for_ready(Acquired{*this}, patience);
    }
    template<class Clock, class Duration>
    WARPSCOPE_MEMBER bool try_acquire_until(const std::chrono::time_point<Clock, Duration>& end) {
        return warpscope_detail::wait_until_ready(Acquired{*this}, end);
    }

private:
    struct Acquired {
        counting_semaphore& of;
        WARPSCOPE_MEMBER bool operator()() const { return of.try_acquire(); }
    };

    atomic<ptrdiff_t, Scope> permits_;
};

template<thread_scope Scope>
using binary_semaphore = counting_semaphore<Scope, 1>;

namespace std {
template<ptrdiff_t LeastMax = PTRDIFF_MAX>
using counting_semaphore = ::cuda::counting_semaphore<thread_scope_system, LeastMax>;
using binary_semaphore = counting_semaphore<1>;
} // namespace std

} // namespace cuda

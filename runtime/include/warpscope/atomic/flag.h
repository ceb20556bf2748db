// cuda::std::atomic_flag: a boolean with just test, set and clear.
#pragma once

#include "atomic.h"

namespace cuda {
namespace std {

/// Kept in a word, which one instruction tests and sets.
struct atomic_flag {
    atomic_flag() = default;
    WARPSCOPE_MEMBER constexpr atomic_flag(bool set) noexcept : value_(set) {}
    atomic_flag(const atomic_flag&) = delete;
    atomic_flag& operator=(const atomic_flag&) = delete;

    WARPSCOPE_MEMBER bool test(memory_order order = memory_order::seq_cst) const noexcept {
        return value_.load(order) != 0;
    }
    /// Sets it and says whether it was set before.
    WARPSCOPE_MEMBER bool test_and_set(memory_order order = memory_order::seq_cst) noexcept {
        return value_.exchange(1, order) != 0;
    }
    WARPSCOPE_MEMBER void clear(memory_order order = memory_order::seq_cst) noexcept {
        value_.store(0, order);
    }
    /// Waits until it is no longer `old`.
    WARPSCOPE_MEMBER void wait(bool old,
                               memory_order order = memory_order::seq_cst) const noexcept {
        value_.wait(old, order);
    }
    WARPSCOPE_MEMBER void notify_one() noexcept {}
    WARPSCOPE_MEMBER void notify_all() noexcept {}

private:
    atomic<unsigned> value_;
};

} // namespace std
} // namespace cuda

#undef ATOMIC_FLAG_INIT
#define ATOMIC_FLAG_INIT {false}

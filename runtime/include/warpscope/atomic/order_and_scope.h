// Memory orders and thread scopes: what an atomic operation orders, and which threads may take
// part.
#pragma once

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "<cuda/atomic> and its kin need sm_70 or newer, which has memory orders: pass --arch sm_70"
#endif

namespace cuda {

/// The threads that may use one object at the same time: all of the system (PTX scope .sys), of one
/// GPU (.gpu), of one block (.cta), or one thread alone, whose operations are ordinary accesses.
enum thread_scope {
    thread_scope_system,
    thread_scope_device,
    thread_scope_block,
    thread_scope_thread
};

namespace std {

/// The numbers are those of the compilers' __ATOMIC_RELAXED and so on.
enum class memory_order : int { relaxed, consume, acquire, release, acq_rel, seq_cst };

inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_consume = memory_order::consume;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;

} // namespace std

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

} // namespace cuda

namespace warpscope_detail {

using cuda::memory_order;
using cuda::thread_scope;

/// The order of a compare-and-swap that has one for success and one for failure: what covers both.
constexpr memory_order both(memory_order success, memory_order failure) {
    if (success == memory_order::seq_cst || failure == memory_order::seq_cst)
        return memory_order::seq_cst;
    const bool acquires = failure != memory_order::relaxed;
    if (acquires && success == memory_order::release) return memory_order::acq_rel;
    return acquires && success == memory_order::relaxed ? memory_order::acquire : success;
}

/// What a failed compare-and-swap orders when the program names one order: it stores nothing.
constexpr memory_order of_failure(memory_order success) {
    if (success == memory_order::acq_rel) return memory_order::acquire;
    return success == memory_order::release ? memory_order::relaxed : success;
}

} // namespace warpscope_detail

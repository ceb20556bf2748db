// The free functions of C++'s <atomic>: atomic_load, atomic_fetch_add_explicit and so on. They take
// objects of system scope only, as CUDA's do.
#pragma once

#include "atomic.h"
#include "flag.h"

namespace cuda {
namespace std {

template<class T>
WARPSCOPE_MEMBER bool atomic_is_lock_free(const atomic<T>* a) {
    return a->is_lock_free();
}
template<class T>
WARPSCOPE_MEMBER T atomic_load(const atomic<T>* a) {
    return a->load();
}
template<class T>
WARPSCOPE_MEMBER T atomic_load_explicit(const atomic<T>* a, memory_order order) {
    return a->load(order);
}
// A type that is not deduced: the value may be of any type that converts to T.
template<class T>
using value_of = typename atomic<T>::value_type;
template<class T>
using step_of = typename atomic<T>::difference_type;

template<class T>
WARPSCOPE_MEMBER void atomic_init(atomic<T>* a, value_of<T> value) {
    a->store(value, memory_order::relaxed);
}
template<class T>
WARPSCOPE_MEMBER void atomic_store(atomic<T>* a, value_of<T> value) {
    a->store(value);
}
template<class T>
WARPSCOPE_MEMBER void atomic_store_explicit(atomic<T>* a, value_of<T> value, memory_order order) {
    a->store(value, order);
}

// name and name_explicit: the member of that name, in sequentially consistent order and in any.
#define WARPSCOPE_ATOMIC_FUNCTION(name, member, Operand)                                           \
    template<class T>                                                                              \
    WARPSCOPE_MEMBER T name(atomic<T>* a, Operand<T> operand) {                                    \
        return a->member(operand);                                                                 \
    }                                                                                              \
    template<class T>                                                                              \
    WARPSCOPE_MEMBER T name##_explicit(atomic<T>* a, Operand<T> operand, memory_order order) {     \
        return a->member(operand, order);                                                          \
    }
WARPSCOPE_ATOMIC_FUNCTION(atomic_exchange, exchange, value_of)
WARPSCOPE_ATOMIC_FUNCTION(atomic_fetch_add, fetch_add, step_of)
WARPSCOPE_ATOMIC_FUNCTION(atomic_fetch_sub, fetch_sub, step_of)
WARPSCOPE_ATOMIC_FUNCTION(atomic_fetch_and, fetch_and, value_of)
WARPSCOPE_ATOMIC_FUNCTION(atomic_fetch_or, fetch_or, value_of)
WARPSCOPE_ATOMIC_FUNCTION(atomic_fetch_xor, fetch_xor, value_of)
#undef WARPSCOPE_ATOMIC_FUNCTION

#define WARPSCOPE_ATOMIC_SWAP(name, member)                                                        \
    template<class T>                                                                              \
    WARPSCOPE_MEMBER bool name(atomic<T>* a, value_of<T>* expected, value_of<T> desired) {         \
        return a->member(*expected, desired);                                                      \
    }                                                                                              \
    template<class T>                                                                              \
    WARPSCOPE_MEMBER bool name##_explicit(atomic<T>* a, value_of<T>* expected,                     \
                                          value_of<T> desired, memory_order success,               \
                                          memory_order failure) {                                  \
        return a->member(*expected, desired, success, failure);                                    \
    }
WARPSCOPE_ATOMIC_SWAP(atomic_compare_exchange_weak, compare_exchange_weak)
WARPSCOPE_ATOMIC_SWAP(atomic_compare_exchange_strong, compare_exchange_strong)
#undef WARPSCOPE_ATOMIC_SWAP

template<class T>
WARPSCOPE_MEMBER void atomic_wait(const atomic<T>* a, value_of<T> old) {
    a->wait(old);
}
template<class T>
WARPSCOPE_MEMBER void atomic_wait_explicit(const atomic<T>* a, value_of<T> old,
                                           memory_order order) {
    a->wait(old, order);
}
template<class T>
WARPSCOPE_MEMBER void atomic_notify_one(atomic<T>* a) {
    a->notify_one();
}
template<class T>
WARPSCOPE_MEMBER void atomic_notify_all(atomic<T>* a) {
    a->notify_all();
}

} // namespace std
} // namespace cuda

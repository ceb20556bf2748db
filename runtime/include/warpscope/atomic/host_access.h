// Atomic objects in host code: the compiler's own operations, whatever the scope.
#pragma once

#include <sched.h>

#include "changes.h"

namespace warpscope_detail {

/// Room for a T, which need not have a default constructor.
template<class T>
union Room {
    Room() {}
    T value;
};

struct HostAccess {
    template<class T>
    static T load(const T* place, memory_order order) {
        Room<T> found;
        __atomic_load(place, &found.value, static_cast<int>(order));
        return found.value;
    }
    template<class T>
    static void store(T* place, T value, memory_order order) {
        __atomic_store(place, &value, static_cast<int>(order));
    }
    template<class T>
    static T exchange(T* place, T value, memory_order order) {
        Room<T> before;
        __atomic_exchange(place, &value, &before.value, static_cast<int>(order));
        return before.value;
    }
    template<class T>
    static bool compare_exchange(T* place, T& expected, T desired, memory_order success,
                                 memory_order failure) {
        return __atomic_compare_exchange(place, &expected, &desired, false,
                                         static_cast<int>(both(success, failure)),
                                         static_cast<int>(failure));
    }
    template<class Change, class T, class Operand>
    static T change(T* place, Operand operand, memory_order order) {
        return change_by_swap<HostAccess, Change>(place, operand, order);
    }
    static void fence(memory_order order) { __atomic_thread_fence(static_cast<int>(order)); }
};

} // namespace warpscope_detail

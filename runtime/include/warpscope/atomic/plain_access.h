// Atomic objects of one thread: with nobody to interfere, ordinary accesses are atomic, and they
// are ordered as the program has them.
#pragma once

#include "changes.h"

namespace warpscope_detail {

struct PlainAccess {
    template<class T>
    WARPSCOPE_MEMBER static T load(const T* place, memory_order) {
        return *place;
    }
    template<class T>
    WARPSCOPE_MEMBER static void store(T* place, T value, memory_order) {
        *place = value;
    }
    template<class T>
    WARPSCOPE_MEMBER static T exchange(T* place, T value, memory_order) {
        const T before = *place;
        *place = value;
        return before;
    }
    template<class T>
    WARPSCOPE_MEMBER static bool compare_exchange(T* place, T& expected, T desired, memory_order,
                                                  memory_order) {
        const T before = *place;
        const bool equal = same_bits(before, expected);
        if (equal)
            *place = desired;
        else
            expected = before;
        return equal;
    }
    template<class Change, class T, class Operand>
    WARPSCOPE_MEMBER static T change(T* place, Operand operand, memory_order) {
        const T before = *place;
        *place = Change::of(before, operand);
        return before;
    }
    WARPSCOPE_MEMBER static void fence(memory_order) { __asm__ volatile("" ::: "memory"); }
};

} // namespace warpscope_detail

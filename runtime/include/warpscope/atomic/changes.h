// What an atomic update makes of the value it finds, and updates built from compare-and-swap.
#pragma once

#include <type_traits>

#include "../qualifiers.h"
#include "order_and_scope.h"
#include "value.h"

namespace warpscope_detail {

/// Sums wrap around, as atomic ones do in signed types too.
struct Sum {
    template<class T, class Step>
    WARPSCOPE_MEMBER static T of(T old, Step step) {
        if constexpr (std::is_integral<T>::value) {
            using Bits = typename std::make_unsigned<T>::type;
            return static_cast<T>(static_cast<Bits>(old) + static_cast<Bits>(step));
        } else {
            return old + step;
        }
    }
};
struct BitAnd {
    template<class T>
    WARPSCOPE_MEMBER static T of(T old, T bits) {
        return static_cast<T>(old & bits);
    }
};
struct BitOr {
    template<class T>
    WARPSCOPE_MEMBER static T of(T old, T bits) {
        return static_cast<T>(old | bits);
    }
};
struct BitXor {
    template<class T>
    WARPSCOPE_MEMBER static T of(T old, T bits) {
        return static_cast<T>(old ^ bits);
    }
};
struct Smallest {
    template<class T>
    WARPSCOPE_MEMBER static T of(T old, T other) {
        return other < old ? other : old;
    }
};
struct Largest {
    template<class T>
    WARPSCOPE_MEMBER static T of(T old, T other) {
        return old < other ? other : old;
    }
};

/// Tries until nobody came between reading and writing; returns what was there before.
template<class Access, class Change, class T, class Operand>
WARPSCOPE_MEMBER T change_by_swap(T* place, Operand operand, memory_order order) {
    T seen = Access::load(place, memory_order::relaxed);
    while (!Access::compare_exchange(place, seen, Change::of(seen, operand), order,
                                     memory_order::relaxed)) {
    }
    return seen;
}

} // namespace warpscope_detail

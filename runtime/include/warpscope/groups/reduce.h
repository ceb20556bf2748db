// reduce: one value from those of all threads of a tile or coalesced group; the operators.
#pragma once

#include "partition.h"

namespace cooperative_groups {

template<class T>
struct plus {
    WARPSCOPE_GROUP T operator()(const T& a, const T& b) const { return a + b; }
};
template<class T>
struct less {
    WARPSCOPE_GROUP T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template<class T>
struct greater {
    WARPSCOPE_GROUP T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template<class T>
struct bit_and {
    WARPSCOPE_GROUP T operator()(const T& a, const T& b) const { return a & b; }
};
template<class T>
struct bit_or {
    WARPSCOPE_GROUP T operator()(const T& a, const T& b) const { return a | b; }
};
template<class T>
struct bit_xor {
    WARPSCOPE_GROUP T operator()(const T& a, const T& b) const { return a ^ b; }
};

namespace details {

/// Whether hardware reduces this type with this operator in one instruction (redux.sync).
template<class T, class Operation>
inline constexpr bool has_redux = false;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define WARPSCOPE_REDUX(type, operation, function)                                                 \
    template<>                                                                                     \
    inline constexpr bool has_redux<type, operation<type>> = true;                                 \
    WARPSCOPE_GROUP type redux(unsigned lanes, type value, operation<type>) {                      \
        return static_cast<type>(function(lanes, value));                                          \
    }
WARPSCOPE_REDUX(int, plus, __reduce_add_sync)
WARPSCOPE_REDUX(int, less, __reduce_min_sync)
WARPSCOPE_REDUX(int, greater, __reduce_max_sync)
WARPSCOPE_REDUX(unsigned, plus, __reduce_add_sync)
WARPSCOPE_REDUX(unsigned, less, __reduce_min_sync)
WARPSCOPE_REDUX(unsigned, greater, __reduce_max_sync)
WARPSCOPE_REDUX(unsigned, bit_and, __reduce_and_sync)
WARPSCOPE_REDUX(unsigned, bit_or, __reduce_or_sync)
WARPSCOPE_REDUX(unsigned, bit_xor, __reduce_xor_sync)
#undef WARPSCOPE_REDUX
#endif

} // namespace details

/// Every thread of the group gets the result. Partners halve their distance, then the thread of
/// rank 0 hands out what it has; the operation must not mind the order.
template<class Group, class T, class Operation>
WARPSCOPE_GROUP T reduce(const Group& group, T value, Operation&& operation) {
    using Op = std::remove_cv_t<std::remove_reference_t<Operation>>;
    if constexpr (details::has_redux<T, Op>) {
        return details::redux(group.lanes(), value, Op{});
    } else {
        unsigned count = group.size();
        while (count > 1) {
            const unsigned half = (count + 1) / 2;
            const T other = group.shfl_down(value, half);
            if (group.thread_rank() + half < count) value = operation(value, other);
            count = half;
        }
        return group.shfl(value, 0);
    }
}

template<class Group, class T>
WARPSCOPE_GROUP T reduce(const Group& group, T value) {
    return reduce(group, value, plus<T>{});
}

/// The result goes to memory; `wait` on the group, or a barrier, comes before it is read.
template<class Group, class T, class Operation>
WARPSCOPE_GROUP void reduce_store_async(const Group& group, T* to, T value, Operation&& operation) {
    const T result = reduce(group, value, operation);
    if (group.thread_rank() == 0) *to = result;
}

} // namespace cooperative_groups

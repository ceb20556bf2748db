// Scans: every thread of a tile or coalesced group gets the combination of the values before it.
#pragma once

#include "reduce.h"

namespace cooperative_groups {

/// Combination of the values of ranks 0 to the thread's own.
template<class Group, class T, class Operation>
WARPSCOPE_GROUP T inclusive_scan(const Group& group, T value, Operation&& operation) {
    for (unsigned distance = 1; distance < group.size(); distance *= 2) {
        const T before = group.shfl_up(value, distance);
        if (group.thread_rank() >= distance) value = operation(before, value);
    }
    return value;
}
template<class Group, class T>
WARPSCOPE_GROUP T inclusive_scan(const Group& group, T value) {
    return inclusive_scan(group, value, plus<T>{});
}

/// Combination of the values of the ranks below the thread's own; a value-initialised T at rank 0.
template<class Group, class T, class Operation>
WARPSCOPE_GROUP T exclusive_scan(const Group& group, T value, Operation&& operation) {
    const T up_to_own = inclusive_scan(group, value, operation);
    const T before = group.shfl_up(up_to_own, 1);
    return group.thread_rank() == 0 ? T{} : before;
}
template<class Group, class T>
WARPSCOPE_GROUP T exclusive_scan(const Group& group, T value) {
    return exclusive_scan(group, value, plus<T>{});
}

} // namespace cooperative_groups

// thread_group: any group of threads, known at run time only; and the functions every group has.
#pragma once

#include "lanes.h"

namespace cooperative_groups {

/// A group whose kind is kept in the object: what functions take that accept any group by value.
class thread_group {
public:
    WARPSCOPE_GROUP unsigned long long size() const {
        if (kind_ == kind::grid) return grid_size();
        if (kind_ == kind::block) return blockDim.x * blockDim.y * blockDim.z;
        return kind_ == kind::thread ? 1 : __popc(static_cast<int>(lanes_));
    }
    WARPSCOPE_GROUP unsigned long long num_threads() const { return size(); }
    WARPSCOPE_GROUP unsigned long long thread_rank() const {
        if (kind_ == kind::grid) return grid_rank();
        if (kind_ == kind::block) return block_rank();
        return kind_ == kind::thread
                   ? 0
                   : __popc(static_cast<int>(lanes_ & details::lanes_below()));
    }
    WARPSCOPE_GROUP bool is_valid() const { return true; }
    WARPSCOPE_GROUP void sync() const;

protected:
    enum class kind : unsigned char { thread, lanes, block, grid };
    WARPSCOPE_GROUP explicit thread_group(kind k, unsigned lanes = 0, unsigned meta_rank = 0,
                                          unsigned meta_size = 1)
        : kind_(k), lanes_(lanes), meta_rank_(meta_rank), meta_size_(meta_size) {}

    WARPSCOPE_GROUP static unsigned block_rank() {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }

    kind kind_;
    unsigned lanes_;                 ///< groups inside a warp: their lanes
    unsigned meta_rank_, meta_size_; ///< which of how many groups of the parent this is

private:
    WARPSCOPE_GROUP static unsigned long long grid_size() {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z *
               (blockDim.x * blockDim.y * blockDim.z);
    }
    WARPSCOPE_GROUP static unsigned long long grid_rank() {
        const unsigned long long block =
            (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
            blockIdx.x;
        return block * (blockDim.x * blockDim.y * blockDim.z) + block_rank();
    }
    friend WARPSCOPE_GROUP thread_group this_thread();
};

/// The group of the calling thread alone.
WARPSCOPE_GROUP thread_group this_thread() {
    return thread_group(thread_group::kind::thread);
}

template<class Group>
WARPSCOPE_GROUP void sync(const Group& group) {
    group.sync();
}
template<class Group>
WARPSCOPE_GROUP auto thread_rank(const Group& group) {
    return group.thread_rank();
}
template<class Group>
WARPSCOPE_GROUP auto group_size(const Group& group) {
    return group.size();
}

/// One thread of the group calls the function; which one is not said. All threads come here.
template<class Group, class Function, class... Arguments>
WARPSCOPE_GROUP void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
    if (group.thread_rank() == 0) function(static_cast<Arguments&&>(arguments)...);
}
/// The same, and every thread of the group gets the result.
template<class Group, class Function, class... Arguments>
WARPSCOPE_GROUP auto invoke_one_broadcast(const Group& group, Function&& function,
                                          Arguments&&... arguments) {
    decltype(function(static_cast<Arguments&&>(arguments)...)) result{};
    if (group.thread_rank() == 0) result = function(static_cast<Arguments&&>(arguments)...);
    return group.shfl(result, 0);
}

} // namespace cooperative_groups

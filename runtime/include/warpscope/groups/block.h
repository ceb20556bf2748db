// thread_block: all threads of the calling thread's block.
#pragma once

#include "group.h"

namespace cooperative_groups {

class thread_block : public thread_group {
public:
    /// What barrier_arrive hands to barrier_wait.
    struct arrival_token {};

    WARPSCOPE_GROUP static void sync() { __syncthreads(); }
    /// A block's barrier has one phase at a time, so all of the waiting happens in barrier_wait.
    WARPSCOPE_GROUP static arrival_token barrier_arrive() { return {}; }
    WARPSCOPE_GROUP static void barrier_wait(arrival_token&&) { __syncthreads(); }

    WARPSCOPE_GROUP static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    WARPSCOPE_GROUP static unsigned num_threads() { return size(); }
    WARPSCOPE_GROUP static unsigned thread_rank() { return block_rank(); }
    WARPSCOPE_GROUP static dim3 group_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
    WARPSCOPE_GROUP static dim3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
    WARPSCOPE_GROUP static dim3 dim_threads() { return {blockDim.x, blockDim.y, blockDim.z}; }
    WARPSCOPE_GROUP static dim3 group_dim() { return dim_threads(); }

private:
    WARPSCOPE_GROUP thread_block() : thread_group(kind::block) {}
    friend WARPSCOPE_GROUP thread_block this_thread_block();
};

WARPSCOPE_GROUP thread_block this_thread_block() {
    return thread_block();
}

} // namespace cooperative_groups

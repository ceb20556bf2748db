// grid_group: all threads of a launch. Its barrier needs a cooperative launch.
#pragma once

#include "block.h"

namespace cooperative_groups {
namespace details {

/// Where blocks of a cooperative launch meet: a word that is zero when the launch begins, 4 bytes
/// into the workspace whose address the driver passes in %envreg1 and %envreg2. Null in any other
/// launch.
WARPSCOPE_GROUP volatile unsigned* grid_arrivals() {
    unsigned high, low;
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    const unsigned long long workspace = static_cast<unsigned long long>(high) << 32 | low;
    return workspace == 0 ? nullptr : reinterpret_cast<unsigned*>(workspace) + 1;
}

} // namespace details

class grid_group : public thread_group {
public:
    using arrival_token = unsigned;

    /// Whether this launch can wait for the whole grid.
    WARPSCOPE_GROUP static bool is_valid() { return details::grid_arrivals() != nullptr; }
    WARPSCOPE_GROUP static void sync() { barrier_wait(barrier_arrive()); }

    /// The block's threads have come: one of them says so to the grid. In every round the blocks'
    /// additions sum up to 2^31, so the word's top bit turns over exactly when all have arrived,
    /// however often the barrier was used before.
    WARPSCOPE_GROUP static arrival_token barrier_arrive() {
        volatile unsigned* const arrivals = details::grid_arrivals();
        if (arrivals == nullptr) __trap();
        unsigned before = 0;
        __syncthreads();
        if (thread_block::thread_rank() == 0) {
            const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
            const bool first = (blockIdx.x | blockIdx.y | blockIdx.z) == 0;
            __threadfence();
            before = atomicAdd(const_cast<unsigned*>(arrivals),
                               first ? 0x80000000u - (blocks - 1) : 1u);
        }
        return before;
    }
    WARPSCOPE_GROUP static void barrier_wait(arrival_token before) {
        if (thread_block::thread_rank() == 0) {
            volatile unsigned* const arrivals = details::grid_arrivals();
            while (((*arrivals ^ before) & 0x80000000u) == 0) {
            }
            __threadfence();
        }
        __syncthreads();
    }

    WARPSCOPE_GROUP static unsigned long long size() { return num_blocks() * thread_block::size(); }
    WARPSCOPE_GROUP static unsigned long long num_threads() { return size(); }
    WARPSCOPE_GROUP static unsigned long long num_blocks() {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    WARPSCOPE_GROUP static unsigned long long thread_rank() {
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    WARPSCOPE_GROUP static unsigned long long block_rank() {
        return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x +
               blockIdx.x;
    }
    WARPSCOPE_GROUP static dim3 group_dim() { return {gridDim.x, gridDim.y, gridDim.z}; }
    WARPSCOPE_GROUP static dim3 dim_blocks() { return group_dim(); }
    WARPSCOPE_GROUP static dim3 block_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }

private:
    WARPSCOPE_GROUP grid_group() : thread_group(kind::grid) {}
    friend WARPSCOPE_GROUP grid_group this_grid();
};

WARPSCOPE_GROUP grid_group this_grid() {
    return grid_group();
}

WARPSCOPE_GROUP void thread_group::sync() const {
    switch (kind_) {
    case kind::thread: break;
    case kind::lanes: __syncwarp(lanes_); break;
    case kind::block: __syncthreads(); break;
    case kind::grid: grid_group::sync(); break;
    }
}

} // namespace cooperative_groups

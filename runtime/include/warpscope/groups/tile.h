// thread_block_tile<N>: N neighbouring threads of a block, N a power of two up to a warp.
#pragma once

#include "block.h"
#include "lane_group.h"

namespace cooperative_groups {

template<unsigned N, class Parent = void>
class thread_block_tile : public details::LaneGroup {
    static_assert(N > 0 && (N & (N - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");
    static_assert(N <= 32, "tiles of several warps are not supported: use thread_block, or 32");

public:
    WARPSCOPE_GROUP static constexpr unsigned size() { return N; }
    WARPSCOPE_GROUP static constexpr unsigned num_threads() { return N; }
    WARPSCOPE_GROUP static unsigned thread_rank() { return details::lane() & (N - 1); }

    /// The value of the thread with this rank; ranks beyond the tile wrap around.
    template<class T>
    WARPSCOPE_GROUP T shfl(const T& value, int rank) const {
        return details::from_lane(lanes_, value, first() + (static_cast<unsigned>(rank) & (N - 1)));
    }
    /// Threads without a partner keep their own value.
    template<class T>
    WARPSCOPE_GROUP T shfl_down(const T& value, unsigned delta) const {
        const unsigned rank = thread_rank() + delta;
        return details::from_lane(lanes_, value, first() + (rank < N ? rank : thread_rank()));
    }
    template<class T>
    WARPSCOPE_GROUP T shfl_up(const T& value, unsigned delta) const {
        const unsigned rank = thread_rank();
        return details::from_lane(lanes_, value, first() + (rank >= delta ? rank - delta : rank));
    }
    /// The value of the thread whose rank differs in the bits of `mask`.
    template<class T>
    WARPSCOPE_GROUP T shfl_xor(const T& value, unsigned mask) const {
        const unsigned rank = thread_rank() ^ mask;
        return details::from_lane(lanes_, value, first() + (rank < N ? rank : thread_rank()));
    }

private:
    WARPSCOPE_GROUP static unsigned first() { return details::lane() & ~(N - 1); }
    WARPSCOPE_GROUP static unsigned own_lanes() {
        return (N == 32 ? 0xffffffffu : (1u << (N & 31)) - 1) << first();
    }
    WARPSCOPE_GROUP thread_block_tile(unsigned meta_rank, unsigned meta_size)
        : LaneGroup(own_lanes(), meta_rank, meta_size) {}
    friend struct PartitionMaker;
};

} // namespace cooperative_groups

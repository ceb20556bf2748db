// Dividing groups: into tiles of one size, by a label, or by a predicate.
#pragma once

#include "coalesced.h"
#include "tile.h"

namespace cooperative_groups {

/// The one place that makes groups inside a warp.
struct PartitionMaker {
    template<unsigned N, class Parent>
    WARPSCOPE_GROUP static thread_block_tile<N, Parent> tile(unsigned rank, unsigned threads) {
        return thread_block_tile<N, Parent>(rank / N, (threads + N - 1) / N);
    }
    WARPSCOPE_GROUP static coalesced_group lanes(unsigned lanes, unsigned rank, unsigned count) {
        return coalesced_group(lanes, rank, count);
    }
};

/// Tiles of N threads; those of a tile are tiles of its own threads.
template<unsigned N>
WARPSCOPE_GROUP thread_block_tile<N, thread_block> tiled_partition(const thread_block& block) {
    return PartitionMaker::tile<N, thread_block>(block.thread_rank(), block.size());
}
template<unsigned N, unsigned M, class Parent>
WARPSCOPE_GROUP thread_block_tile<N, thread_block_tile<M, Parent>>
tiled_partition(const thread_block_tile<M, Parent>& tile) {
    static_assert(N <= M, "a tile's tiles are not larger than itself");
    return PartitionMaker::tile<N, thread_block_tile<M, Parent>>(tile.thread_rank(), M);
}

/// Tiles whose size, a power of two up to 32, is known at run time only.
WARPSCOPE_GROUP coalesced_group tiled_partition(const thread_block& block, unsigned size) {
    const unsigned first = details::lane() & ~(size - 1);
    const unsigned rank = block.thread_rank();
    const unsigned left = block.size() - (rank - (details::lane() - first));  // the last tile's
    const unsigned count = left < size ? left : size;
    const unsigned lanes = (count >= 32 ? 0xffffffffu : (1u << count) - 1) << first;
    return PartitionMaker::lanes(lanes, rank / size, (block.size() + size - 1) / size);
}
/// Groups of `size` threads with neighbouring ranks; the last may have fewer.
WARPSCOPE_GROUP coalesced_group tiled_partition(const coalesced_group& group, unsigned size) {
    const unsigned tile = group.thread_rank() / size;
    unsigned lanes = 0;
    unsigned left = group.lanes();
    for (unsigned rank = 0; left != 0; ++rank, left &= left - 1) {
        if (rank / size == tile) lanes |= left & (0u - left);
    }
    return PartitionMaker::lanes(lanes, tile, (group.size() + size - 1) / size);
}

/// Threads that pass the same label are together. Labels are values of 4 or 8 bytes.
template<class Group, class Label>
WARPSCOPE_GROUP coalesced_group labeled_partition(const Group& group, Label label) {
    if constexpr (sizeof(Label) < 4) {
        return labeled_partition(group, static_cast<int>(label));
    } else {
        const unsigned lanes = details::same_value(group.lanes(), label);
        // Groups are numbered by their first lanes.
        const unsigned leader = 1u << (__ffs(static_cast<int>(lanes)) - 1);
        const unsigned leaders =
            __ballot_sync(group.lanes(), leader == 1u << details::lane());
        return PartitionMaker::lanes(lanes, __popc(static_cast<int>(leaders & (leader - 1))),
                                     __popc(static_cast<int>(leaders)));
    }
}
/// Threads for which the predicate holds, and those for which it does not.
template<class Group>
WARPSCOPE_GROUP coalesced_group binary_partition(const Group& group, bool predicate) {
    const unsigned yes = __ballot_sync(group.lanes(), predicate);
    return PartitionMaker::lanes(predicate ? yes : group.lanes() & ~yes, predicate ? 1 : 0, 2);
}

} // namespace cooperative_groups

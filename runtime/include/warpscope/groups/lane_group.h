// LaneGroup: what tiles and coalesced groups have in common, over a mask of lanes.
#pragma once

#include "group.h"

namespace cooperative_groups {
namespace details {

/// A group inside a warp. Every exchange is among `lanes()`, all of which must call it.
class LaneGroup : public thread_group {
public:
    WARPSCOPE_GROUP void sync() const { __syncwarp(lanes_); }
    WARPSCOPE_GROUP unsigned meta_group_rank() const { return meta_rank_; }
    WARPSCOPE_GROUP unsigned meta_group_size() const { return meta_size_; }

    WARPSCOPE_GROUP int any(int predicate) const { return __any_sync(lanes_, predicate); }
    WARPSCOPE_GROUP int all(int predicate) const { return __all_sync(lanes_, predicate); }
    /// Bit r is the predicate of the thread with rank r; so are the results of match.
    WARPSCOPE_GROUP unsigned ballot(int predicate) const {
        return by_rank(lanes_, __ballot_sync(lanes_, predicate));
    }
    template<class T>
    WARPSCOPE_GROUP unsigned match_any(T value) const {
        return by_rank(lanes_, same_value(lanes_, value));
    }
    template<class T>
    WARPSCOPE_GROUP unsigned match_all(T value, int& all_equal) const {
        all_equal = same_value(lanes_, value) == lanes_;
        return all_equal ? by_rank(lanes_, lanes_) : 0;
    }

    WARPSCOPE_GROUP unsigned lanes() const { return lanes_; }

protected:
    WARPSCOPE_GROUP LaneGroup(unsigned lanes, unsigned meta_rank, unsigned meta_size)
        : thread_group(kind::lanes, lanes, meta_rank, meta_size) {}
};

} // namespace details
} // namespace cooperative_groups

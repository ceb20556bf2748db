// coalesced_group: the lanes of a warp that are together at one place, whichever they are.
#pragma once

#include "lane_group.h"

namespace cooperative_groups {

class coalesced_group : public details::LaneGroup {
public:
    WARPSCOPE_GROUP unsigned size() const { return __popc(static_cast<int>(lanes_)); }
    WARPSCOPE_GROUP unsigned num_threads() const { return size(); }
    WARPSCOPE_GROUP unsigned thread_rank() const {
        return __popc(static_cast<int>(lanes_ & details::lanes_below()));
    }

    /// The value of the thread with this rank; ranks beyond the group wrap around.
    template<class T>
    WARPSCOPE_GROUP T shfl(const T& value, unsigned rank) const {
        return details::from_lane(lanes_, value, details::lane_of(lanes_, rank % size()));
    }
    /// Threads without a partner keep their own value.
    template<class T>
    WARPSCOPE_GROUP T shfl_down(const T& value, unsigned delta) const {
        const unsigned rank = thread_rank() + delta;
        return details::from_lane(lanes_, value,
                                  rank < size() ? details::lane_of(lanes_, rank) : details::lane());
    }
    template<class T>
    WARPSCOPE_GROUP T shfl_up(const T& value, unsigned delta) const {
        const unsigned rank = thread_rank();
        return details::from_lane(lanes_, value,
                                  rank >= delta ? details::lane_of(lanes_, rank - delta)
                                                : details::lane());
    }

private:
    WARPSCOPE_GROUP explicit coalesced_group(unsigned lanes, unsigned meta_rank = 0,
                                             unsigned meta_size = 1)
        : LaneGroup(lanes, meta_rank, meta_size) {}
    friend WARPSCOPE_GROUP coalesced_group coalesced_threads();
    friend struct PartitionMaker;
};

/// The lanes that execute this call together.
WARPSCOPE_GROUP coalesced_group coalesced_threads() {
    return coalesced_group(__activemask());
}

} // namespace cooperative_groups

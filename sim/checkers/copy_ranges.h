// CopyRanges: what host copies touched that some later operation need not come after.
#pragma once

#include <vector>

#include "sim/base/address.h"
#include "sim/checkers/stream_order.h"

namespace warpscope {

struct CopyRange {
    std::uint32_t operation = 0;
    Address address = 0;
    std::uint64_t size = 0;
    bool writes = false;
};

class CopyRanges {
public:
    void add(const CopyRange& range) { ranges_.push_back(range); }

    /// An operation began: forgets the copies that come before it. Those that do not before the
    /// operations of other streams are few, and do not come back.
    void drop_ordered(const StreamOrder& streams) {
        std::erase_if(ranges_, [&](const CopyRange& r) {
            return streams.before(r.operation) && streams.before_all();
        });
        concurrent_.clear();
        for (const CopyRange& r : ranges_)
            if (!streams.before(r.operation)) concurrent_.push_back(r);
    }

    bool none_concurrent() const { return concurrent_.empty(); }
    /// Copies of which the operation that began last is independent, and that touch the bytes; at
    /// least one of both writes.
    template<class Visit>
    void each_overlap(Address address, std::uint64_t size, bool writes, Visit visit) const {
        for (const CopyRange& r : concurrent_)
            if ((writes || r.writes) && address < r.address + r.size && r.address < address + size)
                visit(r);
    }

private:
    std::vector<CopyRange> ranges_, concurrent_;
};

} // namespace warpscope

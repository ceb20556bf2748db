// AccessLog: who accessed each word of a memory last, as far as a later access may race with it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/checkers/cell_pages.h"
#include "sim/checkers/clock.h"
#include "sim/events/events.h"
#include "sim/program/types.h"

namespace warpscope {

/// What the lanes of one warp did at an instruction, at one time of the warp.
struct AccessRecord {
    std::uint32_t operation = 0; ///< launch or copy, in the order of the host's calls
    std::uint32_t time = 0;      ///< of the warp
    std::uint64_t block = 0;
    CodePosition at;
    std::uint16_t warp = 0;
    AccessKind kind = AccessKind::Load;
    Order order = Order::Weak;
    Scope scope = Scope::None;
    std::uint8_t width = 0; ///< bytes a lane touches

    bool strong() const { return order != Order::Weak; }
    bool writes() const { return kind != AccessKind::Load; }
    bool reads() const { return kind != AccessKind::Store; }
    Moment moment(unsigned lane) const { return {block, warp, lane, time}; }
};

/// A record's number, from 1 on; 0 is none.
using RecordId = std::uint32_t;

class AccessLog {
public:
    static constexpr std::uint32_t kSet = 1u << 31;
    static constexpr RecordId kMostRecords = 1u << 26;

    /// A set of accesses is a list from the newest on; lists share their ends.
    struct Member {
        std::uint32_t next = 0; ///< 0: the last
        RecordId record = 0;
        LaneMask lanes = 0;
        std::uint16_t length = 1; ///< of the list from here on
        bool some_write = false;  ///< this one or one after it
        bool all_meet = false;    ///< all are strong, of one width, and reach beyond the block
        /// This and another one are weak reads by two warps; of lists made by with_two_warps.
        bool two_readers = false;
    };

    AccessLog() { clear(); }

    /// The record for what `access` does at `time`, made when there is none yet; 0 when there are
    /// too many.
    RecordId record(const AccessEvent& access, std::uint32_t operation, std::uint32_t time);
    const AccessRecord& operator[](RecordId id) const { return records_[id]; }
    RecordId next() const { return static_cast<RecordId>(records_.size()); }

    /// Calls visit(record, lanes), newest first, until it returns false; false then.
    template<class Visit>
    bool each(std::uint32_t others, Visit visit) const {
        if (others == 0) return true;
        if ((others & kSet) == 0) return visit(others >> 5, LaneMask{1} << (others & 31));
        for (std::uint32_t m = others & ~kSet; m != 0; m = members_[m].next)
            if (!visit(members_[m].record, members_[m].lanes)) return false;
        return true;
    }
    RecordId newest(std::uint32_t others) const {
        return (others & kSet) != 0 ? members_[others & ~kSet].record : others >> 5;
    }
    /// The newest of a set.
    const Member& head(std::uint32_t others) const { return members_[others & ~kSet]; }
    /// Whether a strong access of `width` bytes that reaches beyond the block races with none.
    bool all_meet(std::uint32_t others, unsigned width) const {
        if ((others & kSet) == 0) return false;
        const Member& m = head(others);
        return m.all_meet && records_[m.record].width == width;
    }
    bool has_write(std::uint32_t others) const {
        if (others == 0) return false;
        if ((others & kSet) != 0) return members_[others & ~kSet].some_write;
        return records_[others >> 5].writes();
    }
    /// `others` and the lanes of `record`: all of them, but those of the same warp that come before
    /// it and are no different.
    std::uint32_t with(std::uint32_t others, RecordId record, LaneMask lanes);
    /// The same where threads of different warps are ordered by full barriers alone: whatever
    /// races with a third warp's access then also races with one of the first two.
    std::uint32_t with_two_warps(std::uint32_t others, RecordId record, LaneMask lanes);

    /// Answers that were found before, by (others, record, lanes); lossy.
    struct Memo {
        std::uint32_t others = 0;
        RecordId record = 0;
        LaneMask lanes = 0;
        bool clean = false;     ///< the access races with none of the others
        std::uint32_t with = 0; ///< 0: not known
    };
    Memo& memo(std::uint32_t others, RecordId record, LaneMask lanes);

    /// The launch is run anew: what its warps do from now on are other accesses.
    void forget_last() { last_.assign(last_.size(), Last{}); }
    void clear();
    std::uint64_t bytes() const {
        return records_.capacity() * sizeof(AccessRecord) + members_.capacity() * sizeof(Member);
    }

private:
    bool alike(const AccessRecord& a, const AccessRecord& b) const {
        return a.operation == b.operation && a.writes() == b.writes() && a.strong() == b.strong() &&
               a.width == b.width && (a.scope == Scope::Block) == (b.scope == Scope::Block);
    }
    /// Whether what races with the older access races with the newer one, too.
    bool replaces(RecordId newer, LaneMask by, RecordId older, LaneMask older_by) const {
        const AccessRecord &n = records_[newer], &o = records_[older];
        return (older_by & ~by) == 0 && n.warp == o.warp && n.block == o.block && alike(n, o);
    }
    std::uint32_t push(std::uint32_t others, RecordId record, LaneMask lanes);
    std::uint32_t add_member(std::uint32_t next, RecordId record, LaneMask lanes);
    std::uint32_t shorten(std::uint32_t others);

    struct Last {
        std::uint64_t block = UINT64_MAX;
        std::uint32_t operation = 0, time = 0;
        RecordId id = 0;
    };
    std::vector<AccessRecord> records_;
    std::vector<Member> members_;
    std::vector<Memo> memo_;
    std::vector<std::vector<std::uint32_t>> slots_; ///< by function and instruction, from 1
    std::vector<Last> last_;                        ///< by slot and warp
};

/// A block's shared memory and who accessed it.
struct SharedShadow {
    AccessLog log;
    CellPages cells{0};
};

} // namespace warpscope

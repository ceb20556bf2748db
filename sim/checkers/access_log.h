// AccessLog: who accessed each word of a memory last, as far as a later access may race with it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/checkers/access_record.h"
#include "sim/checkers/cell_pages.h"
#include "sim/events/events.h"

namespace warpscope {

class AccessLog {
public:
    static constexpr std::uint32_t kSet = 1u << 31;
    /// Beside kSet: of a list made by with_two_warps, whose newest and another one are alike and by
    /// two warps. They are weak reads, or all of the list are alike.
    static constexpr std::uint32_t kTwo = 1u << 30;
    static constexpr RecordId kMostRecords = 1u << 26;

    /// A set of accesses is a list from the newest on; lists share their ends.
    struct Member {
        std::uint32_t next = 0; ///< 0: the last
        RecordId record = 0;
        LaneMask lanes = 0;
        std::uint16_t length = 1; ///< of the list from here on
        std::uint16_t alike = 0;  ///< see alike(record)
        bool some_write = false;  ///< this one or one after it
        bool all_meet = false;    ///< all are strong, of one width, and reach beyond the block
        bool all_alike = false;
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
        for (std::uint32_t m = index(others); m != 0; m = members_[m].next)
            if (!visit(members_[m].record, members_[m].lanes)) return false;
        return true;
    }
    RecordId newest(std::uint32_t others) const {
        return (others & kSet) != 0 ? head(others).record : others >> 5;
    }
    /// The newest of a set.
    const Member& head(std::uint32_t others) const { return members_[index(others)]; }
    /// Whether a strong access of `width` bytes that reaches beyond the block races with none.
    bool all_meet(std::uint32_t others, unsigned width) const {
        if ((others & kSet) == 0) return false;
        const Member& m = head(others);
        return m.all_meet && records_[m.record].width == width;
    }
    bool has_write(std::uint32_t others) const {
        if (others == 0) return false;
        if ((others & kSet) != 0) return head(others).some_write;
        return records_[others >> 5].writes();
    }
    /// The same number for accesses of one launch that race with the same ones.
    static std::uint16_t alike(const AccessRecord& r) {
        return static_cast<std::uint16_t>(r.width << 3 | (r.scope == Scope::Block ? 4 : 0) |
                                          (r.strong() ? 2 : 0) | (r.writes() ? 1 : 0));
    }
    /// The lanes of `record` alone.
    std::uint32_t only(RecordId record, LaneMask lanes) {
        if ((lanes & (lanes - 1)) == 0) return record << 5 | first_lane(lanes);
        return kSet | add_member(0, record, lanes);
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
    void forget_last() { ++run_; }
    void clear();
    LogMark mark() const { return {next(), static_cast<std::uint32_t>(members_.size())}; }
    std::uint64_t bytes() const {
        return records_.capacity() * sizeof(AccessRecord) + members_.capacity() * sizeof(Member);
    }

private:
    static std::uint32_t index(std::uint32_t set) { return set & (kTwo - 1); }
    static bool alike(const AccessRecord& a, const AccessRecord& b) {
        return a.operation == b.operation && alike(a) == alike(b);
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
        std::uint32_t operation = 0, time = 0, run = 0;
        RecordId id = 0;
    };
    std::vector<AccessRecord> records_;
    std::vector<Member> members_;
    std::vector<Memo> memo_;                        ///< empty until something is asked
    std::vector<std::vector<std::uint32_t>> slots_; ///< by function and instruction, from 1
    std::vector<Last> last_;                        ///< by slot and warp
    std::uint32_t run_ = 0;
};

/// A block's shared memory and who accessed it.
struct SharedShadow {
    AccessLog log;
    CellPages cells{0};
};

} // namespace warpscope

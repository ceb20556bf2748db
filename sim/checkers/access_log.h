// AccessLog: who accessed each word of a memory last, as far as a later access may race with it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

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

/// A word (or, in pages with narrower accesses, a byte): 8 bytes for 4. Its last weak write, and
/// what came after it: reads, and strong writes, which do not race with each other.
struct AccessCell {
    std::uint32_t write = 0;  ///< record << 5 | lane
    std::uint32_t others = 0; ///< the same for a single one, or kSet | number of a set
};

class AccessLog {
public:
    static constexpr std::uint32_t kSet = 1u << 31;
    static constexpr RecordId kMostRecords = 1u << 26;

    /// A set of accesses is a list from the newest on; lists share their ends.
    struct Member {
        std::uint32_t next = 0; ///< 0: the last
        RecordId record = 0;
        LaneMask lanes = 0;
        bool some_write = false; ///< this one or one after it
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
    bool has_write(std::uint32_t others) const {
        if (others == 0) return false;
        if ((others & kSet) != 0) return members_[others & ~kSet].some_write;
        return records_[others >> 5].writes();
    }
    /// `others` and the lanes of `record`. `only` says that none of the others matters any more.
    std::uint32_t with(std::uint32_t others, RecordId record, LaneMask lanes, bool only);

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

/// The cells of one piece of memory, in pages that are made when they are touched.
class CellPages {
public:
    static constexpr std::uint64_t kPageBytes = 4096;

    explicit CellPages(std::uint64_t size) : pages_((size + kPageBytes - 1) / kPageBytes) {}

    /// Calls visit(cell) for each cell of the `width` bytes at `offset`, aligned to `width`. A page
    /// has a cell a word until an access is narrower than that.
    template<class Visit>
    void each(std::uint64_t offset, unsigned width, Visit visit) {
        std::vector<AccessCell>& page = pages_[offset / kPageBytes];
        if (page.empty())
            page.resize(width < 4 ? kPageBytes : kPageBytes / 4);
        else if (width < 4 && page.size() != kPageBytes)
            split(page);
        const std::uint64_t in_page = offset % kPageBytes;
        const bool words = page.size() != kPageBytes;
        AccessCell* cell = page.data() + (words ? in_page / 4 : in_page);
        for (AccessCell* const end = cell + (words ? width / 4 : width); cell != end; ++cell)
            visit(*cell);
    }
    /// Calls visit(offset, cell) for the cells of a piece that were ever made, until it says false.
    template<class Visit>
    void each_touched(std::uint64_t offset, std::uint64_t size, Visit visit) {
        for (std::uint64_t p = offset / kPageBytes; p * kPageBytes < offset + size; ++p) {
            const std::uint64_t grain = pages_[p].size() == kPageBytes ? 1 : 4;
            for (std::uint64_t c = 0; c < pages_[p].size(); ++c) {
                const std::uint64_t at = p * kPageBytes + c * grain;
                if (at + grain > offset && at < offset + size && !visit(at, pages_[p][c])) return;
            }
        }
    }
    void clear() {
        for (auto& page : pages_)
            page.clear();
    }

private:
    static void split(std::vector<AccessCell>& page);
    std::vector<std::vector<AccessCell>> pages_;
};

} // namespace warpscope

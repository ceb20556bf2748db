// SyncPoints: places that strong accesses meet at, and what was released there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/checkers/access_log.h"
#include "sim/checkers/block_order.h"

namespace warpscope {

struct SyncPoint {
    ClockPointer anywhere;
    std::vector<std::pair<std::uint64_t, ClockPointer>> in_block; ///< by the block that released
    std::vector<WarpId> writers;                                  ///< who wrote, released or not

    Released seen_by(std::uint64_t block) const {
        Released released{nullptr, anywhere};
        for (const auto& [writer, clock] : in_block)
            if (writer == block) released.in_block = clock;
        return released;
    }
};

class SyncPoints {
public:
    const SyncPoint* find(Address address) const {
        if (points_.empty()) return nullptr;
        const auto found = points_.find(address);
        return found == points_.end() ? nullptr : &found->second;
    }

    /// A store replaces what was released before; an atomic update adds to it.
    void write(Address address, WarpId writer, const Released& released, bool replaces) {
        SyncPoint& p = points_[address];
        if (replaces) {
            p.anywhere = nullptr;
            p.in_block.clear();
        }
        p.anywhere = Clock::join(p.anywhere, released.anywhere);
        if (released.in_block != nullptr) {
            auto* own = &p.in_block;
            auto place = own->begin();
            while (place != own->end() && place->first != writer.block)
                ++place;
            if (place == own->end()) place = own->insert(place, {writer.block, nullptr});
            place->second = Clock::join(place->second, released.in_block);
        }
        if (p.writers.size() < kWriters &&
            std::find(p.writers.begin(), p.writers.end(), writer) == p.writers.end())
            p.writers.push_back(writer);
    }
    void note_read(WarpId reader, Address address) {
        used_ = true;
        if (reads_.size() < kReads) reads_.insert({reader.block, reader.warp, address});
    }

    /// Whether a strong write of the earlier one's block (its warp, when both are of one block) was
    /// read by the later one's: the program means to order them.
    bool lead(const AccessRecord& before, const AccessRecord& now) const {
        for (const auto& [block, warp, address] : reads_) {
            if (block != now.block || (before.block == now.block && warp != now.warp)) continue;
            const SyncPoint* point = find(address);
            for (const WarpId& w : point == nullptr ? std::vector<WarpId>{} : point->writers)
                if (w.block == before.block && (before.block != now.block || w.warp == before.warp))
                    return true;
        }
        return false;
    }
    /// Whether some order came, or may have come, from what a strong access read.
    bool used() const { return used_; }
    void clear() { *this = {}; }

private:
    static constexpr std::size_t kWriters = 64, kReads = 4096;
    std::unordered_map<Address, SyncPoint> points_;
    std::set<std::tuple<std::uint64_t, std::uint32_t, Address>> reads_;
    bool used_ = false;
};

} // namespace warpscope

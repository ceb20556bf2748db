// SyncPoints: places that strong accesses meet at, and what was released there.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/checkers/block_order.h"

namespace warpscope {

struct SyncPoint {
    ClockPointer anywhere;
    std::vector<std::pair<std::uint64_t, ClockPointer>> in_block; ///< by the block that released
    ClockPointer led_from; ///< all that its writers knew, whether they released it or not

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
    SyncPoint& write(Address address, std::uint64_t block, const Released& released,
                     bool replaces) {
        SyncPoint& p = points_[address];
        if (replaces) p = {};
        p.anywhere = Clock::join(p.anywhere, released.anywhere);
        if (released.in_block == nullptr) return p;
        auto place = p.in_block.begin();
        while (place != p.in_block.end() && place->first != block)
            ++place;
        if (place == p.in_block.end()) place = p.in_block.insert(place, {block, nullptr});
        place->second = Clock::join(place->second, released.in_block);
        return p;
    }
    bool empty() const { return points_.empty(); }
    void clear() { points_.clear(); }

private:
    std::unordered_map<Address, SyncPoint> points_;
};

} // namespace warpscope

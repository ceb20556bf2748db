// Distinct sectors and lines of a warp's addresses.
#include "sim/rules/coalescing.h"

#include <algorithm>
#include <bit>

namespace warpscope {
namespace {

/// Calls use(lane, sector's address, its bytes) for every piece of a sector that a lane touches.
template<class Use>
void for_each_piece(const GlobalAccess& a, Use use) {
    for_each_lane(a.lanes, [&](unsigned lane) {
        const Address end = a.addresses[lane] + a.width;
        for (Address at = a.addresses[lane]; at < end;) {
            const Address sector = at / kCacheSectorBytes * kCacheSectorBytes;
            const Address until = std::min<Address>(end, sector + kCacheSectorBytes);
            const std::uint32_t bytes = lowest_lanes(static_cast<unsigned>(until - at));
            use(lane, sector, bytes << (at - sector));
            at = until;
        }
    });
}

} // namespace

std::vector<SectorUse> sectors_of(const GlobalAccess& access) {
    std::vector<SectorUse> sectors;
    for_each_piece(access, [&](unsigned lane, Address sector, std::uint32_t bytes) {
        const auto known = std::find_if(sectors.begin(), sectors.end(),
                                        [&](const SectorUse& s) { return s.address == sector; });
        SectorUse& use = known != sectors.end() ? *known : sectors.emplace_back();
        use.address = sector;
        use.bytes |= bytes;
        use.lanes |= 1u << lane;
    });
    std::sort(sectors.begin(), sectors.end(),
              [](const SectorUse& a, const SectorUse& b) { return a.address < b.address; });
    return sectors;
}

GlobalCost global_cost(const GlobalAccess& access) {
    GlobalCost cost;
    // At most 32 bytes a lane, so that a lane reaches two sectors at most.
    Address sector[2 * kLanes];
    std::uint32_t bytes[2 * kLanes];
    unsigned previous = 0;
    for_each_piece(access, [&](unsigned, Address at, std::uint32_t touched) {
        // Neighbouring lanes mostly share a sector.
        unsigned k = cost.sectors != 0 && sector[previous] == at ? previous : 0;
        while (k < cost.sectors && sector[k] != at)
            ++k;
        if (k == cost.sectors) {
            sector[cost.sectors] = at;
            bytes[cost.sectors++] = 0;
        }
        bytes[k] |= touched;
        previous = k;
    });
    cost.requests = access.lanes != 0 ? 1 : 0;
    for (unsigned k = 0; k < cost.sectors; ++k) {
        cost.bytes_used += static_cast<unsigned>(std::popcount(bytes[k]));
        bool first_of_line = true;
        for (unsigned j = 0; j < k; ++j)
            first_of_line &= sector[j] / kCacheLineBytes != sector[k] / kCacheLineBytes;
        cost.lines += first_of_line ? 1 : 0;
    }
    return cost;
}

GlobalCost local_cost(const GlobalAccess& access) {
    constexpr unsigned kWord = 4, kLanesOfSector = kCacheSectorBytes / kWord;
    GlobalCost cost;
    cost.requests = access.lanes != 0 ? 1 : 0;
    cost.bytes_used = count_lanes(access.lanes) * access.width; // no two lanes share a byte
    // A word of all lanes is a line; at most 32 bytes a lane.
    Address line[kLanes * kCacheSectorBytes / kWord];
    std::uint8_t sectors[kLanes * kCacheSectorBytes / kWord];
    for_each_lane(access.lanes, [&](unsigned lane) {
        const Address end = access.addresses[lane] + access.width;
        for (Address word = access.addresses[lane] / kWord; word * kWord < end; ++word) {
            unsigned k = 0;
            while (k < cost.lines && line[k] != word)
                ++k;
            if (k == cost.lines) line[cost.lines] = word, sectors[cost.lines++] = 0;
            sectors[k] = static_cast<std::uint8_t>(sectors[k] | 1u << lane / kLanesOfSector);
        }
    });
    for (unsigned k = 0; k < cost.lines; ++k)
        cost.sectors += static_cast<unsigned>(std::popcount(sectors[k]));
    return cost;
}

} // namespace warpscope

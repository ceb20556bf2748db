// Distinct sectors and lines of a warp's addresses.
#include "sim/rules/coalescing.h"

#include <algorithm>
#include <array>
#include <bit>

#include "sim/rules/equal_lanes.h"

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
    // Aligned accesses of up to 32 bytes lie inside a sector each.
    std::array<Address, kLanes> sectors, lines;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        sectors[lane] = access.addresses[lane] / kCacheSectorBytes;
        lines[lane] = access.addresses[lane] / kCacheLineBytes;
    }
    const EqualLanes equal = equal_lanes(sectors, access.lanes);
    std::array<std::uint32_t, kLanes> bytes{}; // by the last lane of each sector
    const std::uint32_t touched = lowest_lanes(access.width);
    for_each_of(access.lanes, [&](unsigned lane) {
        bytes[equal.last[lane]] |= touched << access.addresses[lane] % kCacheSectorBytes;
    });
    cost.requests = access.lanes != 0 ? 1 : 0;
    cost.sectors = count_lanes(equal.last_of_each);
    cost.lines = count_lanes(one_lane_of_each(lines, equal.last_of_each));
    for (const std::uint32_t b : bytes)
        cost.bytes_used += static_cast<unsigned>(std::popcount(b));
    return cost;
}

GlobalCost atomic_cost(const GlobalAccess& access) {
    GlobalCost cost = global_cost(access);
    std::array<Address, kLanes> places, sectors;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        places[lane] = access.addresses[lane];
        sectors[lane] = access.addresses[lane] / kCacheSectorBytes;
    }
    const EqualLanes at_place = equal_lanes(places, access.lanes);
    std::array<std::uint8_t, kLanes> lanes_at{}; // by the last lane of each place
    for_each_of(access.lanes, [&](unsigned lane) { ++lanes_at[at_place.last[lane]]; });
    const EqualLanes in_sector = equal_lanes(sectors, at_place.last_of_each);
    std::array<std::uint8_t, kLanes> turns{}; // by the last place of each sector
    for_each_of(at_place.last_of_each, [&](unsigned lane) {
        std::uint8_t& most = turns[in_sector.last[lane]];
        most = std::max(most, lanes_at[lane]);
    });
    cost.sectors = 0;
    for (const std::uint8_t t : turns)
        cost.sectors += t;
    return cost;
}

GlobalCost local_cost(const GlobalAccess& access) {
    constexpr unsigned kWord = 4, kLanesOfSector = kCacheSectorBytes / kWord;
    GlobalCost cost;
    cost.requests = access.lanes != 0 ? 1 : 0;
    cost.bytes_used = count_lanes(access.lanes) * access.width; // no two lanes share a byte
    // Lanes whose accesses begin at one word touch the same words, each of which is a line for all
    // lanes. Accesses are aligned, so others touch other words, or the same one within a word.
    const unsigned words = (access.width + kWord - 1) / kWord;
    std::array<Address, kLanes> first;
    for (unsigned lane = 0; lane < kLanes; ++lane)
        first[lane] = access.addresses[lane] / kWord;
    const EqualLanes equal = equal_lanes(first, access.lanes);
    std::array<std::uint8_t, kLanes> sectors{}; // by the last lane of each word
    for_each_of(access.lanes, [&](unsigned lane) {
        std::uint8_t& line = sectors[equal.last[lane]];
        line = static_cast<std::uint8_t>(line | 1u << lane / kLanesOfSector);
    });
    cost.lines = words * count_lanes(equal.last_of_each);
    for (const std::uint8_t line : sectors)
        cost.sectors += words * static_cast<unsigned>(std::popcount(line));
    return cost;
}

} // namespace warpscope

// Weighing steps against each other.
#include "gui/views/opening.h"

namespace warpscope::views {

std::uint64_t badness(const gui::TimelineRow& row) {
    // Each kind outweighs all of the next: a warp has 32 lanes, an access at most 1024 sectors.
    constexpr std::uint64_t kConflict = 1u << 20, kWaste = 1u << 8;
    const std::uint64_t conflicts = row.passes - row.least_passes;
    const std::uint64_t waste = row.sectors - row.least_sectors;
    const unsigned on = count_lanes(row.active);
    // Every loop ends with few lanes; half a warp that idles is where it begins to hurt.
    const std::uint64_t idle = on != 0 && on <= kLanes / 2 ? 1 : 0;
    return conflicts * kConflict + waste * kWaste + idle;
}

std::optional<std::uint64_t> worst_step(const gui::Timeline& timeline,
                                        std::optional<std::uint32_t> warp) {
    const gui::TimelineRow* worst = nullptr;
    const gui::TimelineRow* access = nullptr;
    for (const gui::TimelineRow& row : timeline.rows) {
        if (warp && row.warp != *warp) continue;
        if (worst == nullptr || badness(row) > badness(*worst)) worst = &row;
        if (access == nullptr && row.access) access = &row;
    }
    if (worst == nullptr) return std::nullopt;
    // Where nothing is wrong, the first access shows most.
    return badness(*worst) == 0 && access != nullptr ? access->position : worst->position;
}

} // namespace warpscope::views

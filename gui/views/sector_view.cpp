// Making a sector view of one access.
#include "gui/views/sector_view.h"

#include <fmt/format.h>

#include "sim/rules/coalescing.h"

namespace warpscope::views {

std::size_t SectorView::sector_of(unsigned lane) const {
    std::size_t index = 0;
    while (index < sectors.size() && !has_lane(sectors[index].lanes, lane))
        ++index;
    return index;
}

SectorView sector_view(const gui::LaneAccess& access) {
    SectorView view;
    view.lanes = access.lanes;
    view.store = access.kind != AccessKind::Load;
    view.atomic = access.kind == AccessKind::Atomic || access.kind == AccessKind::Reduction;
    const GlobalAccess shape = {access.width, access.lanes, access.address.data()};
    const GlobalCost cost = access.space == Space::Local ? local_cost(shape)
                            : view.atomic                ? atomic_cost(shape)
                                                         : global_cost(shape);
    // Threads' own offsets say nothing of places in memory; only the cost is known of local memory.
    if (access.space == Space::Global)
        for (const SectorUse& use : sectors_of(shape))
            view.sectors.push_back({use.address, use.bytes, use.lanes});
    view.lines = cost.lines;
    view.bytes_used = cost.bytes_used;
    view.bytes_moved = cost.bytes_moved();
    view.cost_sectors = cost.sectors;
    const char* const what = view.atomic ? "atomic" : view.store ? "store" : "load";
    view.sentence =
        fmt::format("{} {}, {} of {} B used.", cost.sectors,
                    cost.sectors == 1 ? "sector" : "sectors", view.bytes_used, view.bytes_moved);
    const unsigned least = (view.bytes_used + kCacheSectorBytes - 1) / kCacheSectorBytes;
    if (cost.sectors <= least)
        view.remark = fmt::format("The {} moves nothing that nobody asked for.", what);
    else
        view.remark = fmt::format("Packed without gaps the {} would need {}.", what,
                                  least == 1 ? "1 sector" : fmt::format("{} sectors", least));
    return view;
}

} // namespace warpscope::views

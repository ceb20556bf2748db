// Weighing steps against each other.
#include "gui/views/opening.h"

namespace warpscope::views {

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

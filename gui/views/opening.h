// Where to stand when a launch opens: at what it does worst.
#pragma once

#include <cstdint>
#include <optional>

#include "gui/engine/moment.h"

namespace warpscope::views {

/// How much there is to see at a step, the more the higher: conflicts in shared memory before
/// sectors that nobody asked for, before lanes that idle. 0: nothing.
std::uint64_t badness(const gui::TimelineRow& row);

/// The first of the worst steps of a block, or of one of its warps; none when it has no steps.
std::optional<std::uint64_t> worst_step(const gui::Timeline& timeline,
                                        std::optional<std::uint32_t> warp = {});

} // namespace warpscope::views

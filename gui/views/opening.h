// Where to stand when a launch opens: at what it does worst.
#pragma once

#include <cstdint>
#include <optional>

#include "gui/engine/moment.h"

namespace warpscope::views {

/// The first of the worst steps (warpscope::badness) of a block, or of one of its warps; none when
/// it has no steps.
std::optional<std::uint64_t> worst_step(const gui::Timeline& timeline,
                                        std::optional<std::uint32_t> warp = {});

} // namespace warpscope::views

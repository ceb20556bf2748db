// Selection: the seven fields that every panel shows and every click sets.
#pragma once

#include <cstdint>

#include "gui/engine/moment.h"

namespace warpscope::views {

struct Selection {
    std::uint32_t launch = 0;
    std::uint64_t block = 0; ///< linear
    std::uint32_t warp = 0, lane = 0;
    std::uint32_t line = 0;    ///< of the source; 0: that of the step
    std::uint64_t address = 0; ///< of `lane` in the last access
    std::uint64_t step = 0;    ///< position in the launch
    bool operator==(const Selection&) const = default;
};

/// The selection after `moment` has come: it follows the warp that ran, and keeps the lane when
/// that lane took part; else it goes to the first that did.
Selection follow(const Selection& before, const gui::Moment& moment);

/// "30" steps of the block up to this moment, and how many the block has in all.
struct StepNumber {
    std::uint64_t now = 0, all = 0;
};
StepNumber step_number(const gui::Moment& moment);

/// The access that the memory panels show, with the step that made it: the last of the step in this
/// space, else the last one of its warp before. `access` is null when there was none.
struct ShownAccess {
    const gui::LaneAccess* access = nullptr;
    std::uint64_t position = 0;
    std::uint32_t warp = 0, function = 0, instruction = 0;
    bool now = false; ///< the step itself made it
    explicit operator bool() const { return access != nullptr; }
};
ShownAccess access_in(const gui::Moment& moment, Space space);

} // namespace warpscope::views

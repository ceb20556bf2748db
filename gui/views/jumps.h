// Jumps: places that were gone away from, to go back to and forward again, as in a browser.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gui/views/selection.h"

namespace warpscope::views {

/// Where somebody was: Selection::step is the position.
using JumpPlace = Selection;

class Jumps {
public:
    static constexpr std::size_t kMost = 500;

    /// A jump begins at `here`. What could be gone forward to is forgotten. Steps between two jumps
    /// are no jumps, so going back leads to where the last of them ended.
    void leave(const JumpPlace& here);
    /// The place before, after which `here` is one to go forward to; nothing when there is none.
    std::optional<JumpPlace> back(const JumpPlace& here);
    std::optional<JumpPlace> forward(const JumpPlace& here);

    bool can_go_back(const JumpPlace& here) const;
    bool can_go_forward() const { return !ahead_.empty(); }

private:
    std::vector<JumpPlace> behind_, ahead_; ///< the nearest last
};

} // namespace warpscope::views

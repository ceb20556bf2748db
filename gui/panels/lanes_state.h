// LanesState: what the user chose in the Lanes panel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope::gui {

struct LanesState {
    std::optional<std::uint32_t> compare; ///< rows are differences from this lane
    std::optional<std::string> typed;     ///< the watch that is being written
    std::string chosen;                   ///< expression of the chosen row
};

} // namespace warpscope::gui

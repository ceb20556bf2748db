// What was typed into the go-to box, as something to go to.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/base/result.h"

namespace warpscope::views {

struct GoTo {
    enum class Kind : std::uint8_t { Line, Step, Warp, Lane, Ptx } kind = Kind::Line;
    std::uint64_t number = 0;
};

/// "43" and "line 43" mean a source line; "step 12", "warp 3", "lane 7", "ptx 52" what they say;
/// one letter is enough.
Result<GoTo> parse_go_to(std::string_view text);

} // namespace warpscope::views

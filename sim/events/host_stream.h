// The stream of what the host does to memory by itself, without a call: it writes managed and
// page-locked memory at any time, and everything issued later comes after that.
#pragma once

#include "sim/events/ids.h"

namespace warpscope {

inline constexpr StreamId kHostStream = UINT32_MAX;

} // namespace warpscope

// Grids and blocks as typed: `X`, `X,Y` or `X,Y,Z`.
#pragma once

#include <string>

#include "sim/base/dim3.h"
#include "sim/base/result.h"

namespace warpscope::cli {

/// Every part must be a number from 1 to 2^32 - 1; `option` is for the message.
Result<Dim3> parse_extent(const std::string& option, const std::string& text);

} // namespace warpscope::cli

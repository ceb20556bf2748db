// Where in a launch findings happened: the warp instructions that they are about.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/debug/navigation.h"
#include "sim/report/finding.h"

namespace warpscope {

/// For each finding the position behind its warp instruction: the first of that block and warp on
/// that PTX line which touches the address, or which faulted. A finding that names no thread
/// belongs to the end of the launch. Nothing of what does not come again. One pass through the
/// launch; the navigator returns to where it was.
std::vector<std::optional<std::uint64_t>> find_places(Navigator& navigator,
                                                      const std::vector<Finding>& findings);

} // namespace warpscope

// Violation: what a checker found, in ids and code positions; reports make Findings of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/events/ids.h"
#include "sim/report/finding.h"

namespace warpscope {

/// A lane of a warp at an instruction of a launch.
struct Party {
    std::string does; ///< "writes", "adds atomically", …
    LaunchId launch = 0;
    WarpId warp;
    unsigned lane = 0;
    LaneMask lanes = 0; ///< all that did the same, `lane` included
    CodePosition at;
};

struct Violation {
    std::string kind;                 ///< as Finding::kind
    std::vector<std::string> classes; ///< as Finding::classes
    Severity severity = Severity::Error;
    std::string message, advice;
    std::vector<std::string> details;
    bool whole_launch = false; ///< no thread of it alone: of `here`, only the launch counts
    Party here;
    std::vector<Party> others; ///< earlier accesses that it is wrong together with
    bool has_address = false;
    Space space = Space::Global;
    Address address = 0; ///< a global address, or an offset in the space
    std::uint32_t width = 0;
    std::uint64_t times = 1; ///< how often it was seen
};

} // namespace warpscope

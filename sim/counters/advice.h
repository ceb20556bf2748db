// Advice: what the accesses of one instruction look like, and what to do about them, in a sentence.
#pragma once

#include <string>

#include "sim/counters/accumulator.h"

namespace warpscope {

struct Advice {
    bool needed = false; ///< a good part of what the accesses cost could be saved
    std::string text;    ///< how the lanes lie, then a semicolon and what to do when it is needed
    bool operator==(const Advice&) const = default;
};

/// Of all accesses of a site, judged by the one that wastes most. Empty when there was none.
Advice advice_for(const AccessSite& site, const SiteCounts& counts);

} // namespace warpscope

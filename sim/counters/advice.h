// Advice: what the accesses of one instruction look like, and what to do about them, in a sentence.
#pragma once

#include <string>

#include "sim/counters/accumulator.h"
#include "sim/rules/bank_conflicts.h"

namespace warpscope {

struct Advice {
    bool needed = false; ///< a good part of what the accesses cost could be saved
    std::string text;    ///< how the lanes lie, then a semicolon and what to do when it is needed
    bool operator==(const Advice&) const = default;
};

/// Of all accesses of a site, judged by the one that wastes most. Empty when there was none.
Advice advice_for(const AccessSite& site, const SiteCounts& counts);

/// Lanes `stride` bytes apart collide in banks: the next larger stride at which they do not (or
/// collide least), which a padded row would give them. A multiple of 4 and of the width.
unsigned conflict_free_stride(SharedOperation operation, unsigned width, LaneMask lanes,
                              unsigned stride);

} // namespace warpscope

// How much longer the rows of an array in shared memory have to be for lanes not to collide in
// banks.
#pragma once

#include <cstdint>

#include "sim/rules/bank_conflicts.h"

namespace warpscope {

/// Lanes `stride` bytes apart collide in banks: the next larger stride at which they do not (or
/// collide least), which a padded row would give them. A multiple of 4 and of the width more.
unsigned conflict_free_stride(SharedOperation operation, unsigned width, LaneMask lanes,
                              unsigned stride);

/// The same for rows of `row_lanes` lanes, `stride` bytes from lane to lane and `pitch` bytes from
/// row to row: the next larger pitch.
unsigned conflict_free_pitch(SharedOperation operation, unsigned width, LaneMask lanes,
                             unsigned row_lanes, std::int64_t stride, unsigned pitch);

/// Conflicts (shared_cost) of lanes in such rows.
unsigned conflicts_of_rows(SharedOperation operation, unsigned width, LaneMask lanes,
                           unsigned row_lanes, std::int64_t stride, std::int64_t pitch);

} // namespace warpscope

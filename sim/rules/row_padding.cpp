// Trying longer rows, one step after another.
#include "sim/rules/row_padding.h"

#include <algorithm>
#include <array>

namespace warpscope {
namespace {

/// The first step larger than `from` by multiples of `unit` that collides least.
template<class Conflicts>
unsigned best_step(unsigned from, unsigned unit, Conflicts conflicts) {
    unsigned best = from, least = conflicts(from);
    for (unsigned k = 1; k <= kBanks && least != 0; ++k) {
        const unsigned step = from + k * unit, here = conflicts(step);
        if (here < least) best = step, least = here;
    }
    return best;
}

} // namespace

unsigned conflicts_of_rows(SharedOperation operation, unsigned width, LaneMask lanes,
                           unsigned row_lanes, std::int64_t stride, std::int64_t pitch) {
    std::array<Address, kLanes> offsets;
    for (unsigned lane = 0; lane < kLanes; ++lane)
        offsets[lane] =
            static_cast<Address>((lane % row_lanes) * stride + (lane / row_lanes) * pitch);
    return shared_cost({operation, width, lanes, offsets.data()}).conflicts;
}

unsigned conflict_free_stride(SharedOperation operation, unsigned width, LaneMask lanes,
                              unsigned stride) {
    return best_step(stride, std::max(width, kBankBytes), [&](unsigned step) {
        return conflicts_of_rows(operation, width, lanes, kLanes, step, 0);
    });
}

unsigned conflict_free_pitch(SharedOperation operation, unsigned width, LaneMask lanes,
                             unsigned row_lanes, std::int64_t stride, unsigned pitch) {
    return best_step(pitch, std::max(width, kBankBytes), [&](unsigned step) {
        return conflicts_of_rows(operation, width, lanes, row_lanes, stride, step);
    });
}

} // namespace warpscope

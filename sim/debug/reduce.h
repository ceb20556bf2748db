// Reducing a captured launch that fails to a smaller one that still does.
#pragma once

#include <cstdint>
#include <functional>

#include "sim/debug/capsule.h"

namespace warpscope {

struct ReducedCapsule {
    Capsule capsule;
    std::uint64_t tried = 0; ///< launches
};

/// Fewer blocks, fewer threads, fewer and smaller buffers, zeros in place of data: each step is
/// kept when `still_fails` says so of the launch it gives. `capsule` itself does.
ReducedCapsule reduce(Capsule capsule, const std::function<bool(const Capsule&)>& still_fails);

/// Bytes of all allocations.
std::uint64_t memory_bytes(const Capsule& capsule);

} // namespace warpscope

// Occupancy: how many blocks of a kernel fit on one SM at once, and what keeps further ones off it.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/gpu/gpu_spec.h"

namespace warpscope {

/// What one block takes. Registers may be unknown: 0 leaves them out of the count.
struct BlockResources {
    std::uint64_t threads = 0;
    unsigned registers_per_thread = 0;
    std::uint64_t shared_bytes = 0; ///< static and dynamic together
};

enum class OccupancyLimit : std::uint8_t { Blocks, Warps, Registers, SharedMemory };
std::string_view name_of(OccupancyLimit limit); ///< "blocks per SM", …

struct Occupancy {
    unsigned blocks_per_sm = 0; ///< 0: not even one fits
    unsigned warps_per_sm = 0;
    double fraction = 0; ///< of the warps that an SM can hold
    OccupancyLimit limit = OccupancyLimit::Blocks;
    /// What each resource alone would allow; UINT32_MAX when the block takes nothing of it.
    unsigned by_blocks = 0, by_warps = 0, by_registers = 0, by_shared = 0;
};

/// CUDA C++ Best Practices Guide, "Calculating Occupancy", with the allocation units of the GPU.
Occupancy occupancy(const BlockResources& block, const GpuSpec& gpu);

} // namespace warpscope

// The occupancy rule: the scarcest of block slots, warp slots, registers and shared memory decides.
#include "sim/rules/occupancy.h"

#include <algorithm>

namespace warpscope {
namespace {

constexpr unsigned kNoLimit = UINT32_MAX;

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
    return unit == 0 ? value : (value + unit - 1) / unit * unit;
}

unsigned blocks_in(std::uint64_t available, std::uint64_t each) {
    return static_cast<unsigned>(std::min<std::uint64_t>(available / each, kNoLimit));
}

/// Registers belong to schedulers: each holds a share of the SM's, whole warps only, and the warps
/// of a block are dealt out evenly.
unsigned limit_by_registers(const BlockResources& block, std::uint64_t warps, const GpuSpec& gpu) {
    if (block.registers_per_thread == 0) return kNoLimit;
    if (block.registers_per_thread > gpu.max_registers_per_thread) return 0;
    const std::uint64_t per_warp = round_up(
        std::uint64_t{block.registers_per_thread} * gpu.warp_size, gpu.register_allocation_unit);
    if (per_warp * round_up(warps, gpu.schedulers_per_sm) > gpu.registers_per_block) return 0;
    const std::uint64_t warps_per_scheduler =
        gpu.registers_per_sm / gpu.schedulers_per_sm / per_warp;
    return blocks_in(warps_per_scheduler * gpu.schedulers_per_sm, warps);
}

unsigned limit_by_shared(const BlockResources& block, const GpuSpec& gpu) {
    if (block.shared_bytes > gpu.shared_bytes_per_block_optin) return 0;
    const std::uint64_t each = round_up(block.shared_bytes + gpu.reserved_shared_bytes_per_block,
                                        gpu.shared_allocation_unit_bytes);
    return each == 0 ? kNoLimit : blocks_in(gpu.shared_bytes_per_sm, each);
}

} // namespace

std::string_view name_of(OccupancyLimit limit) {
    switch (limit) {
    case OccupancyLimit::Blocks: return "blocks per SM";
    case OccupancyLimit::Warps: return "warps per SM";
    case OccupancyLimit::Registers: return "registers";
    case OccupancyLimit::SharedMemory: return "shared memory";
    }
    return "";
}

Occupancy occupancy(const BlockResources& block, const GpuSpec& gpu) {
    Occupancy result;
    result.by_blocks = gpu.max_blocks_per_sm;
    if (block.threads == 0 || block.threads > gpu.max_threads_per_block) {
        result.limit = OccupancyLimit::Warps;
        return result;
    }
    const std::uint64_t warps = round_up(block.threads, gpu.warp_size) / gpu.warp_size;
    result.by_warps = blocks_in(gpu.max_warps_per_sm, warps);
    result.by_registers = limit_by_registers(block, warps, gpu);
    result.by_shared = limit_by_shared(block, gpu);

    // Of equal limits the one that is harder to change is named: lowering the other would not help.
    result.blocks_per_sm = result.by_warps;
    result.limit = OccupancyLimit::Warps;
    const auto consider = [&](unsigned blocks, OccupancyLimit limit) {
        if (blocks < result.blocks_per_sm) result.blocks_per_sm = blocks, result.limit = limit;
    };
    consider(result.by_blocks, OccupancyLimit::Blocks);
    consider(result.by_registers, OccupancyLimit::Registers);
    consider(result.by_shared, OccupancyLimit::SharedMemory);
    result.warps_per_sm = static_cast<unsigned>(result.blocks_per_sm * warps);
    result.fraction = static_cast<double>(result.warps_per_sm) / gpu.max_warps_per_sm;
    return result;
}

} // namespace warpscope

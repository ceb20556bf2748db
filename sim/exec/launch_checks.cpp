// What CUDA demands of a launch before anything runs, and how many blocks a GPU holds at once.
#include <algorithm>

#include "sim/exec/launch.h"

namespace warpscope {
namespace {

std::string text(const Dim3& d) {
    return std::to_string(d.x) + " x " + std::to_string(d.y) + " x " + std::to_string(d.z);
}

Diagnostic refuse(const LaunchRequest& request, std::string message, std::string hint = {}) {
    return {
        {}, "kernel " + request.executable->kernel + ": " + std::move(message), std::move(hint)};
}

Status check_shape(const LaunchRequest& r, const GpuSpec& gpu) {
    if (r.grid.x == 0 || r.grid.y == 0 || r.grid.z == 0 || r.block.x == 0 || r.block.y == 0 ||
        r.block.z == 0)
        return refuse(
            r, "a grid of " + text(r.grid) + " blocks of " + text(r.block) + " threads is empty",
            "launch at least one block of one thread, or skip the launch when there is no work");
    const std::uint64_t threads = volume(r.block);
    if (threads > gpu.max_threads_per_block)
        return refuse(r,
                      std::to_string(threads) + " threads per block (" + text(r.block) +
                          ") are more than the " + std::to_string(gpu.max_threads_per_block) +
                          " that " + gpu.name + " allows",
                      "use smaller blocks and more of them");
    if (r.block.x > gpu.max_block_x || r.block.y > gpu.max_block_y || r.block.z > gpu.max_block_z)
        return refuse(r, "a block of " + text(r.block) + " exceeds the largest extents, " +
                             text({gpu.max_block_x, gpu.max_block_y, gpu.max_block_z}));
    if (r.grid.x > gpu.max_grid_x || r.grid.y > gpu.max_grid_y || r.grid.z > gpu.max_grid_z)
        return refuse(r, "a grid of " + text(r.grid) + " exceeds the largest extents, " +
                             std::to_string(gpu.max_grid_x) + " x " +
                             std::to_string(gpu.max_grid_y) + " x " +
                             std::to_string(gpu.max_grid_z));
    return Done{};
}

Status check_directives(const LaunchRequest& r) {
    const Function& kernel = r.executable->kernel_source();
    const std::uint64_t threads = volume(r.block);
    if (kernel.max_threads != 0 && threads > kernel.max_threads)
        return refuse(r, std::to_string(threads) + " threads per block are more than the " +
                             std::to_string(kernel.max_threads) +
                             " that its __launch_bounds__ promise");
    const std::uint32_t* required = kernel.required_threads;
    if (required[0] != 0 && Dim3{required[0], required[1], required[2]} != r.block)
        return refuse(r, "it requires blocks of " + text({required[0], required[1], required[2]}) +
                             " threads, not " + text(r.block));
    return Done{};
}

/// Bytes of registers and shared memory that one block takes on the host.
std::uint64_t host_bytes(const LaunchRequest& r) {
    const std::uint64_t warps = (volume(r.block) + kLanes - 1) / kLanes;
    return warps * r.executable->functions[0].frame_bytes() + r.executable->static_shared_bytes +
           r.dynamic_shared_bytes;
}

/// Blocks that the GPU's warps, blocks and shared memory allow at once. Registers are left to who
/// knows them.
std::uint64_t blocks_at_once(const LaunchRequest& r, const GpuSpec& gpu) {
    const std::uint64_t warps = (volume(r.block) + kLanes - 1) / kLanes;
    const std::uint64_t shared = r.executable->static_shared_bytes + r.dynamic_shared_bytes +
                                 gpu.reserved_shared_bytes_per_block;
    std::uint64_t per_sm =
        std::min<std::uint64_t>(gpu.max_blocks_per_sm, gpu.max_warps_per_sm / warps);
    per_sm = std::min(per_sm, gpu.shared_bytes_per_sm / std::max<std::uint64_t>(shared, 1));
    return std::max<std::uint64_t>(per_sm, 1) * gpu.sm_count;
}

/// All blocks have to be there at once: on the GPU, and as registers on this machine.
Status check_cooperative(const LaunchRequest& r, const GpuSpec& gpu) {
    constexpr std::uint64_t kLargest = std::uint64_t{8} << 30;
    const std::uint64_t blocks = volume(r.grid), most = blocks_at_once(r, gpu);
    if (blocks > most)
        return refuse(r,
                      "a cooperative launch of " + std::to_string(blocks) + " blocks, where " +
                          gpu.name + " holds " + std::to_string(most) + " of them at once",
                      "launch fewer blocks and let each do more of the work");
    if (blocks > kLargest / std::max<std::uint64_t>(host_bytes(r), 1))
        return refuse(r, "the registers of all blocks of this cooperative launch take more than "
                         "8 GiB");
    return Done{};
}

} // namespace

Status check_launch(const LaunchRequest& r, const GpuSpec& gpu) {
    if (Status s = check_shape(r, gpu); !s) return s;
    if (Status s = check_directives(r); !s) return s;
    if (const auto broken = find_broken_demand(r.executable->demands, r.grid, r.block))
        return refuse(r, broken->message, broken->advice);
    const std::uint64_t shared = r.executable->static_shared_bytes + r.dynamic_shared_bytes;
    if (shared > gpu.shared_bytes_per_block_optin)
        return refuse(
            r, std::to_string(shared) + " bytes of shared memory per block (" +
                   std::to_string(r.executable->static_shared_bytes) + " static, " +
                   std::to_string(r.dynamic_shared_bytes) + " dynamic) are more than the " +
                   std::to_string(gpu.shared_bytes_per_block_optin) + " that " + gpu.name + " has");
    if (r.parameters.size() != r.executable->parameter_bytes)
        return refuse(r, std::to_string(r.parameters.size()) +
                             " bytes of arguments, where its parameters take " +
                             std::to_string(r.executable->parameter_bytes));
    if (r.cooperative()) return check_cooperative(r, gpu);
    return Done{};
}

std::uint64_t resident_blocks(const LaunchRequest& r, const GpuSpec& gpu) {
    if (r.cooperative()) return volume(r.grid);
    // A host bound too: registers of all resident warps stay under a gigabyte.
    constexpr std::uint64_t kHostBytes = std::uint64_t{1} << 30;
    const std::uint64_t most = std::max<std::uint64_t>(
        1, kHostBytes /
               std::max<std::uint64_t>(host_bytes(r) + gpu.reserved_shared_bytes_per_block, 1));
    return std::min({blocks_at_once(r, gpu), most, volume(r.grid)});
}

void LaunchStatistics::add(const LaunchStatistics& other) {
    if (operations.empty()) {
        *this = other;
        return;
    }
    for (std::size_t f = 0; f < operations.size(); ++f)
        for (std::size_t i = 0; i < operations[f].size(); ++i) {
            operations[f][i] += other.operations[f][i];
            divergence[f][i] += other.divergence[f][i];
        }
    warp_instructions += other.warp_instructions;
    barriers_completed += other.barriers_completed;
}

} // namespace warpscope

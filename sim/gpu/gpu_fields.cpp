// The table of GpuSpec's fields, with the range that each may have.
#include "sim/gpu/gpu_fields.h"

#include <array>

namespace warpscope {
namespace {

constexpr std::uint64_t kKibi = 1024, kMebi = 1024 * kKibi, kTebi = 1024 * 1024 * kMebi;
constexpr std::uint64_t kMostGrid = 2147483647;

// clang-format off
constexpr std::array kFields = {
    GpuField{"compute_major", &GpuSpec::compute_major, 7, 99, "major number of the compute capability"},
    GpuField{"compute_minor", &GpuSpec::compute_minor, 0, 9, "minor number of the compute capability"},
    GpuField{"sm_count", &GpuSpec::sm_count, 1, 1024, "streaming multiprocessors"},
    GpuField{"warp_size", &GpuSpec::warp_size, 32, 32, "threads of a warp"},
    GpuField{"schedulers_per_sm", &GpuSpec::schedulers_per_sm, 1, 16, "warp schedulers of an SM"},
    GpuField{"fp32_lanes_per_sm", &GpuSpec::fp32_lanes_per_sm, 1, 1024, "FP32 results a cycle and SM"},
    GpuField{"int32_lanes_per_sm", &GpuSpec::int32_lanes_per_sm, 1, 1024, "INT32 results a cycle and SM"},
    GpuField{"fp64_lanes_per_sm", &GpuSpec::fp64_lanes_per_sm, 1, 1024, "FP64 results a cycle and SM"},
    GpuField{"special_function_lanes_per_sm", &GpuSpec::special_function_lanes_per_sm, 1, 1024, "special function results a cycle and SM"},
    GpuField{"max_threads_per_block", &GpuSpec::max_threads_per_block, 32, 4096, "threads a block may have"},
    GpuField{"max_block_x", &GpuSpec::max_block_x, 1, 4096, "largest blockDim.x"},
    GpuField{"max_block_y", &GpuSpec::max_block_y, 1, 4096, "largest blockDim.y"},
    GpuField{"max_block_z", &GpuSpec::max_block_z, 1, 4096, "largest blockDim.z"},
    GpuField{"max_grid_x", &GpuSpec::max_grid_x, 1, kMostGrid, "largest gridDim.x"},
    GpuField{"max_grid_y", &GpuSpec::max_grid_y, 1, kMostGrid, "largest gridDim.y"},
    GpuField{"max_grid_z", &GpuSpec::max_grid_z, 1, kMostGrid, "largest gridDim.z"},
    GpuField{"max_warps_per_sm", &GpuSpec::max_warps_per_sm, 1, 256, "warps that live on an SM at once"},
    GpuField{"max_blocks_per_sm", &GpuSpec::max_blocks_per_sm, 1, 256, "blocks that live on an SM at once"},
    GpuField{"registers_per_sm", &GpuSpec::registers_per_sm, 1024, 1048576, "32-bit registers of an SM"},
    GpuField{"registers_per_block", &GpuSpec::registers_per_block, 1024, 1048576, "32-bit registers a block may have"},
    GpuField{"max_registers_per_thread", &GpuSpec::max_registers_per_thread, 16, 1024, "32-bit registers a thread may have"},
    GpuField{"register_allocation_unit", &GpuSpec::register_allocation_unit, 1, 65536, "registers of a warp are rounded up to this"},
    GpuField{"l1_bytes_per_sm", &GpuSpec::l1_bytes_per_sm, kKibi, 64 * kMebi, "L1 cache and shared memory together"},
    GpuField{"shared_bytes_per_sm", &GpuSpec::shared_bytes_per_sm, kKibi, 64 * kMebi, "shared memory of an SM"},
    GpuField{"shared_bytes_per_block", &GpuSpec::shared_bytes_per_block, kKibi, 64 * kMebi, "shared memory a block may have without opting in"},
    GpuField{"shared_bytes_per_block_optin", &GpuSpec::shared_bytes_per_block_optin, kKibi, 64 * kMebi, "shared memory a block may have after opting in"},
    GpuField{"reserved_shared_bytes_per_block", &GpuSpec::reserved_shared_bytes_per_block, 0, kMebi, "shared memory the system takes in each block"},
    GpuField{"shared_allocation_unit_bytes", &GpuSpec::shared_allocation_unit_bytes, 1, kMebi, "shared memory of a block is rounded up to this"},
    GpuField{"constant_bytes", &GpuSpec::constant_bytes, kKibi, 64 * kMebi, "constant memory"},
    GpuField{"l2_bytes", &GpuSpec::l2_bytes, kKibi, kTebi, "L2 cache"},
    GpuField{"memory_bytes", &GpuSpec::memory_bytes, kMebi, 1024 * kTebi, "device memory"},
    GpuField{"clock_khz", &GpuSpec::clock_khz, 1000, 100000000, "highest SM clock"},
    GpuField{"memory_clock_khz", &GpuSpec::memory_clock_khz, 1000, 100000000, "highest memory clock"},
    GpuField{"memory_bus_bits", &GpuSpec::memory_bus_bits, 1, 65536, "width of the memory bus"},
    GpuField{"max_parameter_bytes", &GpuSpec::max_parameter_bytes, 256, kMebi, "parameters a kernel may have"},
    GpuField{"stack_bytes_per_thread", &GpuSpec::stack_bytes_per_thread, 16, 64 * kMebi, "stack of a thread unless the program sets another"},
};
// clang-format on

} // namespace

std::span<const GpuField> gpu_fields() {
    return kFields;
}

std::uint64_t get(const GpuSpec& gpu, const GpuField& field) {
    return std::visit([&](auto member) -> std::uint64_t { return gpu.*member; }, field.member);
}

void set(GpuSpec& gpu, const GpuField& field, std::uint64_t value) {
    std::visit(
        [&](auto member) {
            using Member = std::remove_reference_t<decltype(gpu.*member)>;
            gpu.*member = static_cast<Member>(value);
        },
        field.member);
}

} // namespace warpscope

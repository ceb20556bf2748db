// GpuSpec: the immutable facts of one GPU model, read from assets/gpus/*.toml. Units are in the names.
#pragma once

#include <cstdint>
#include <string>

namespace warpscope {

struct GpuSpec {
    std::string id;                    ///< "h200": what --gpu takes
    std::string name;                  ///< "NVIDIA H200"
    unsigned compute_major = 9, compute_minor = 0;
    unsigned sm_count = 132;
    unsigned warp_size = 32;
    unsigned schedulers_per_sm = 4;
    unsigned fp32_lanes_per_sm = 128, int32_lanes_per_sm = 64, fp64_lanes_per_sm = 64;
    unsigned special_function_lanes_per_sm = 16;
    unsigned max_threads_per_block = 1024;
    unsigned max_block_x = 1024, max_block_y = 1024, max_block_z = 64;
    std::uint64_t max_grid_x = 2147483647, max_grid_y = 65535, max_grid_z = 65535;
    unsigned max_warps_per_sm = 64;
    unsigned max_blocks_per_sm = 32;
    unsigned registers_per_sm = 65536;
    unsigned registers_per_block = 65536;
    unsigned max_registers_per_thread = 255;
    unsigned register_allocation_unit = 256;        ///< registers per warp are rounded up to this
    std::uint64_t l1_bytes_per_sm = 262144;         ///< L1 cache and shared memory together
    std::uint64_t shared_bytes_per_sm = 233472;
    std::uint64_t shared_bytes_per_block = 49152;   ///< without opting in
    std::uint64_t shared_bytes_per_block_optin = 232448;
    std::uint64_t reserved_shared_bytes_per_block = 1024;
    std::uint64_t shared_allocation_unit_bytes = 128;  ///< shared memory per block is rounded up to this
    std::uint64_t constant_bytes = 65536;
    std::uint64_t l2_bytes = 62914560;
    std::uint64_t memory_bytes = 150109880320;
    unsigned clock_khz = 1980000;
    unsigned memory_clock_khz = 3201000;
    unsigned memory_bus_bits = 6016;
    std::uint64_t max_parameter_bytes = 4096;
    std::uint64_t stack_bytes_per_thread = 1024;    ///< cudaLimitStackSize's default
    double clock_ghz() const { return clock_khz / 1e6; }
    friend bool operator==(const GpuSpec&, const GpuSpec&) = default;
};

}  // namespace warpscope

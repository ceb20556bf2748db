// What clauses of a launch contract may ask about the launch beyond gridDim and blockDim.
#pragma once

#include "ws/contract_values.h"
#include "ws/qualifiers.h"

// Answered by whoever evaluates a contract; never called by a kernel that runs. `which` is a
// ws::contract::fact.
extern "C" __device__ unsigned long long __ws_contract_fact(unsigned which);

namespace ws {

/// Extents in three dimensions, to be compared with == and !=.
struct extent3 {
    std::uint32_t x, y, z;

    /// As large as CUDA allows them: x in the upper half, y and z in 16 bits each.
    WS_DEVICE contract::value clause_value() const {
        return {contract::kind::extents,
                std::uint64_t{x} << 32 | std::uint64_t{y & 0xFFFF} << 16 | (z & 0xFFFF)};
    }
    friend WS_BOTH constexpr bool operator==(const extent3& a, const extent3& b) {
        return a.x == b.x && a.y == b.y && a.z == b.z;
    }
};
WS_BOTH constexpr extent3 shape(std::uint32_t x, std::uint32_t y = 1, std::uint32_t z = 1) {
    return {x, y, z};
}

namespace contract {

/// The numbers are those of ContractFact in sim/exec/system_calls.h.
enum class fact : unsigned {
    dynamic_shared_alignment,
    compute_capability,
    cluster_x,
    cluster_y,
    cluster_z
};

WS_DEVICE std::uint64_t ask(fact which) {
    return __ws_contract_fact(static_cast<unsigned>(which));
}

} // namespace contract

/// Threads of a block.
WS_DEVICE extent3 block_shape() {
    return {blockDim.x, blockDim.y, blockDim.z};
}
/// Blocks of the grid.
WS_DEVICE extent3 grid_shape() {
    return {gridDim.x, gridDim.y, gridDim.z};
}
/// Threads of the whole launch.
WS_DEVICE extent3 thread_shape() {
    return {gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z};
}
/// 3 when grid or block extend in z, else 2 when they extend in y, else 1.
WS_DEVICE unsigned launch_rank() {
    return gridDim.z * blockDim.z > 1 ? 3u : gridDim.y * blockDim.y > 1 ? 2u : 1u;
}
/// Bytes of dynamic shared memory that the launch asks for.
WS_DEVICE std::uint32_t dynamic_shared_bytes() {
    std::uint32_t bytes;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
    return bytes;
}
/// The alignment in bytes that the kernel's `extern __shared__` arrays ask for. In contracts only.
WS_DEVICE std::uint64_t dynamic_shared_alignment() {
    return contract::ask(contract::fact::dynamic_shared_alignment);
}
/// Ten times the major number plus the minor one: 90 for 9.0. In contracts only.
WS_DEVICE std::uint64_t compute_capability() {
    return contract::ask(contract::fact::compute_capability);
}
/// Blocks of a cluster; 1 x 1 x 1 where the launch makes none. In contracts only.
WS_DEVICE extent3 cluster_shape() {
    const auto extent = [](contract::fact which) {
        return static_cast<std::uint32_t>(contract::ask(which));
    };
    return {extent(contract::fact::cluster_x), extent(contract::fact::cluster_y),
            extent(contract::fact::cluster_z)};
}

} // namespace ws

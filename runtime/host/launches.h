// Launches, as <<<...>>> and every call that launches makes them: the checks, then the run.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/host/runtime_state.h"

namespace warpscope::host {

/// What the program asks for.
struct LaunchCall {
    const void* stub = nullptr; ///< the host's name of the kernel
    Dim3 grid, block;
    void** arguments = nullptr;
    std::size_t shared_bytes = 0; ///< dynamic
    bool cooperative = false;
};

/// The most dynamic shared memory that a launch of the kernel may ask for.
std::uint64_t shared_limit(const FoundKernel& kernel, const GpuSpec& gpu);

/// How many blocks of so many threads one SM holds at once.
std::uint64_t blocks_per_processor(const FoundKernel& kernel, std::uint64_t threads,
                                   std::uint64_t dynamic_shared_bytes, const GpuSpec& gpu);

/// Everything about the launch but its stream.
cudaError_t check_launch(RuntimeState& state, const LaunchCall& call, KernelLaunch& launch);

/// A fault of the kernel is kept for the calls that follow.
cudaError_t run_launch(RuntimeState& state, CUstream_st& stream, KernelLaunch& launch);

/// Both.
cudaError_t launch(RuntimeState& state, const LaunchCall& call, cudaStream_t stream);

} // namespace warpscope::host

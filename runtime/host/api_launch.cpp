// Launching kernels, and what programs ask and choose about them.
#include <algorithm>
#include <cstring>

#include "runtime/host/api.h"
#include "runtime/host/launch_log.h"
#include "sim/rules/occupancy.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

Dim3 extents(const dim3& d) {
    return {d.x, d.y, d.z};
}

cudaError_t check_shape(const Dim3& grid, const Dim3& block, const GpuSpec& gpu) {
    const bool fits = volume(grid) != 0 && volume(block) != 0 && grid.x <= gpu.max_grid_x &&
                      grid.y <= gpu.max_grid_y && grid.z <= gpu.max_grid_z &&
                      block.x <= gpu.max_block_x && block.y <= gpu.max_block_y &&
                      block.z <= gpu.max_block_z && volume(block) <= gpu.max_threads_per_block;
    return fits ? cudaSuccess : cudaErrorInvalidConfiguration;
}

/// The most dynamic shared memory that a launch of the kernel may ask for.
std::uint64_t shared_limit(const FoundKernel& kernel, const GpuSpec& gpu) {
    if (kernel.choice->max_dynamic_shared_bytes != 0)
        return kernel.choice->max_dynamic_shared_bytes;
    const std::uint64_t fixed = kernel.facts->static_shared_bytes;
    return fixed >= gpu.shared_bytes_per_block ? 0 : gpu.shared_bytes_per_block - fixed;
}

/// Copies each argument to its place in the kernel's parameter buffer.
bool gather(const KernelFacts& facts, void** arguments, std::vector<std::uint8_t>& bytes) {
    bytes.assign(facts.parameter_bytes, 0);
    if (facts.parameters.empty()) return true;
    if (arguments == nullptr) return false;
    for (std::size_t i = 0; i < facts.parameters.size(); ++i) {
        if (arguments[i] == nullptr) return false;
        std::memcpy(bytes.data() + facts.parameters[i].offset, arguments[i],
                    facts.parameters[i].size);
    }
    return true;
}

std::uint64_t stack_limit(const RuntimeState& state) {
    const auto chosen = state.limits.find(cudaLimitStackSize);
    return chosen == state.limits.end() ? 0 : chosen->second;
}

cudaError_t launch(RuntimeState& state, const void* stub, const Dim3& grid, const Dim3& block,
                   void** arguments, std::size_t shared_bytes, cudaStream_t handle) {
    FoundKernel kernel;
    if (const cudaError_t error = state.find_kernel(stub, kernel); error != cudaSuccess)
        return error;
    CUstream_st* stream = state.streams().find(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = check_shape(grid, block, state.gpu()); error != cudaSuccess)
        return error;
    if (shared_bytes > shared_limit(kernel, state.gpu())) return cudaErrorInvalidValue;
    if (volume(block) > kernel.facts->max_threads) return cudaErrorInvalidValue;
    KernelLaunch request;
    if (!gather(*kernel.facts, arguments, request.parameters)) return cudaErrorInvalidValue;
    request.module = kernel.module;
    request.kernel = kernel.name;
    request.grid = grid;
    request.block = block;
    request.dynamic_shared_bytes = shared_bytes;
    request.stream = stream->id;
    request.stack_bytes_per_thread = stack_limit(state);

    Device& device = state.device();
    state.streams().before_work(*stream);
    state.managed().to_device(device, stream->id);
    const LaunchEnd end = device.launch(request);
    state.now_microseconds += end.microseconds;
    if (end.fault != cudaSuccess)
        state.set_fault(end.fault);
    else
        state.managed().to_host(device);
    // The launch itself has succeeded: a fault is noticed by the calls that follow.
    return cudaSuccess;
}

cudaError_t attributes_of(RuntimeState& state, const void* stub, cudaFuncAttributes& a) {
    FoundKernel kernel;
    if (const cudaError_t error = state.find_kernel(stub, kernel); error != cudaSuccess)
        return error;
    const KernelFacts& facts = *kernel.facts;
    a = {};
    a.sharedSizeBytes = facts.static_shared_bytes;
    a.constSizeBytes = facts.constant_bytes;
    a.localSizeBytes = facts.local_bytes;
    a.maxThreadsPerBlock = static_cast<int>(facts.max_threads);
    a.numRegs = static_cast<int>(facts.registers);
    a.ptxVersion = static_cast<int>(facts.ptx_target);
    a.binaryVersion = static_cast<int>(state.gpu().compute_major * 10 + state.gpu().compute_minor);
    a.maxDynamicSharedSizeBytes = static_cast<int>(shared_limit(kernel, state.gpu()));
    a.preferredShmemCarveout = kernel.choice->preferred_carveout;
    return cudaSuccess;
}

cudaError_t set_attribute(RuntimeState& state, const void* stub, int attribute, int value) {
    FoundKernel kernel;
    if (const cudaError_t error = state.find_kernel(stub, kernel); error != cudaSuccess)
        return error;
    if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
        const std::uint64_t all =
            kernel.facts->static_shared_bytes + static_cast<std::uint64_t>(std::max(value, 0));
        if (value < 0 || all > state.gpu().shared_bytes_per_block_optin)
            return cudaErrorInvalidValue;
        kernel.choice->max_dynamic_shared_bytes = static_cast<std::uint64_t>(value);
        return cudaSuccess;
    }
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
        if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared)
            return cudaErrorInvalidValue;
        kernel.choice->preferred_carveout = value;
        return cudaSuccess;
    }
    if (attribute < cudaFuncAttributeClusterDimMustBeSet || attribute >= cudaFuncAttributeMax)
        return cudaErrorInvalidValue;
    state.log().not_supported("cudaFuncSetAttribute for clusters");
    return cudaErrorNotSupported;
}

cudaError_t active_blocks(RuntimeState& state, int* blocks, const void* stub, int threads,
                          std::size_t shared_bytes) {
    if (blocks == nullptr) return cudaErrorInvalidValue;
    *blocks = 0;
    FoundKernel kernel;
    if (const cudaError_t error = state.find_kernel(stub, kernel); error != cudaSuccess)
        return error;
    if (threads <= 0) return cudaErrorInvalidValue;
    BlockResources resources;
    resources.threads = static_cast<std::uint64_t>(threads);
    resources.registers_per_thread = kernel.facts->registers;
    resources.shared_bytes = kernel.facts->static_shared_bytes + shared_bytes;
    // As on an H200: the kernel's launch bounds do not count, its limit of dynamic shared memory
    // does.
    const bool possible = resources.threads <= state.gpu().max_threads_per_block &&
                          shared_bytes <= shared_limit(kernel, state.gpu());
    if (possible) *blocks = static_cast<int>(occupancy(resources, state.gpu()).blocks_per_sm);
    return cudaSuccess;
}

/// A preference that has no effect on what programs can see.
cudaError_t accept_preference(const void* stub, int value, int largest) {
    return host_call([&](RuntimeState& state) {
        if (value < 0 || value > largest) return cudaErrorInvalidValue;
        return state.registry().find_function(stub) == nullptr ? cudaErrorInvalidDeviceFunction
                                                               : cudaSuccess;
    });
}

} // namespace

extern "C" {

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             std::size_t sharedBytes, cudaStream_t stream) {
    return device_call([&](RuntimeState& state) {
        return launch(state, function, extents(grid), extents(block), arguments, sharedBytes,
                      stream);
    });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
    return device_call([&](RuntimeState& state) {
        return attributes == nullptr ? cudaErrorInvalidValue
                                     : attributes_of(state, function, *attributes);
    });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
    return device_call([&](RuntimeState& state) {
        return set_attribute(state, function, number_of(attribute), value);
    });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache config) {
    return accept_preference(function, number_of(config), cudaFuncCachePreferEqual);
}

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig config) {
    return accept_preference(function, number_of(config), cudaSharedMemBankSizeEightByte);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int blockThreads,
                                                          std::size_t sharedBytes) {
    return device_call([&](RuntimeState& state) {
        return active_blocks(state, blocks, function, blockThreads, sharedBytes);
    });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   const void* function,
                                                                   int blockThreads,
                                                                   std::size_t sharedBytes,
                                                                   unsigned int flags) {
    return device_call([&](RuntimeState& state) {
        if (flags > cudaOccupancyDisableCachingOverride) return cudaErrorInvalidValue;
        return active_blocks(state, blocks, function, blockThreads, sharedBytes);
    });
}

} // extern "C"

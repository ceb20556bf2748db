// What programs ask and choose about kernels: attributes, preferences, occupancy.
#include <algorithm>

#include "runtime/host/api.h"
#include "runtime/host/launch_log.h"
#include "runtime/host/launches.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

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
    *blocks = static_cast<int>(blocks_per_processor(kernel, static_cast<std::uint64_t>(threads),
                                                    shared_bytes, state.gpu()));
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

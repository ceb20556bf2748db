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
    // As an H200 answers: that a kernel must have clusters cannot be set, only read.
    if (attribute <= cudaFuncAttributeClusterDimMustBeSet || attribute >= cudaFuncAttributeMax)
        return cudaErrorInvalidValue;
    if (value <= 1 || attribute > cudaFuncAttributeRequiredClusterDepth) return cudaSuccess;
    state.log().not_supported("cudaFuncSetAttribute for clusters of several blocks");
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

/// The dynamic shared memory of each of so many resident blocks. As on an H200 the SM's memory is
/// divided without what each block has reserved of it.
cudaError_t available_shared(RuntimeState& state, std::size_t* bytes, const void* stub, int blocks,
                             int threads) {
    if (bytes == nullptr) return cudaErrorInvalidValue;
    FoundKernel kernel;
    if (const cudaError_t error = state.find_kernel(stub, kernel); error != cudaSuccess)
        return error;
    if (blocks <= 0 || threads <= 0) return cudaErrorInvalidValue;
    const GpuSpec& gpu = state.gpu();
    const auto wanted = static_cast<std::uint64_t>(blocks);
    const auto most = blocks_per_processor(kernel, static_cast<std::uint64_t>(threads), 0, gpu);
    if (most < wanted) return cudaErrorInvalidValue;
    constexpr std::uint64_t kUnit = 128;
    const std::uint64_t part = gpu.shared_bytes_per_sm / wanted / kUnit * kUnit;
    const std::uint64_t fixed = kernel.facts->static_shared_bytes;
    *bytes = std::min(part > fixed ? part - fixed : 0, shared_limit(kernel, gpu));
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

cudaError_t cudaFuncGetName(const char** name, const void* function) {
    return device_call([&](RuntimeState& state) {
        if (name == nullptr) return cudaErrorInvalidValue;
        const RegisteredFunction* found = state.registry().find_function(function);
        if (found == nullptr) return cudaErrorInvalidResourceHandle;
        *name = found->name.c_str();
        return cudaSuccess;
    });
}

cudaError_t cudaFuncGetParamInfo(const void* function, std::size_t index, std::size_t* offset,
                                 std::size_t* bytes) {
    return device_call([&](RuntimeState& state) {
        FoundKernel kernel;
        if (const cudaError_t error = state.find_kernel(function, kernel); error != cudaSuccess)
            return error;
        if (offset == nullptr || index >= kernel.facts->parameters.size())
            return cudaErrorInvalidValue;
        *offset = kernel.facts->parameters[index].offset;
        if (bytes != nullptr) *bytes = kernel.facts->parameters[index].size;
        return cudaSuccess;
    });
}

/// The handle is the host's name of the kernel: this library has no driver API to use it with.
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* symbol) {
    return device_call([&](RuntimeState& state) {
        if (function == nullptr) return cudaErrorInvalidValue;
        if (state.registry().find_function(symbol) == nullptr)
            return cudaErrorInvalidDeviceFunction;
        *function = reinterpret_cast<cudaFunction_t>(const_cast<void*>(symbol));
        return cudaSuccess;
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

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* function,
                                                      int blocks, int blockThreads) {
    return device_call([&](RuntimeState& state) {
        return available_shared(state, bytes, function, blocks, blockThreads);
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

// Properties from the facts of the GPU model; what no model states is what every recent data-centre GPU answers.
#include "runtime/host/device_properties.h"

#include <algorithm>
#include <climits>
#include <cstring>

namespace warpscope::host {
namespace {

int number(std::uint64_t value) { return static_cast<int>(std::min<std::uint64_t>(value, INT_MAX)); }

void name_device(const GpuSpec& gpu, cudaDeviceProp& p) {
    std::strncpy(p.name, gpu.name.c_str(), sizeof p.name - 1);
    // Stable, and different for different models.
    std::strncpy(p.uuid.bytes, ("WS-" + gpu.id).c_str(), sizeof p.uuid.bytes - 1);
}

void describe_limits(const GpuSpec& gpu, cudaDeviceProp& p) {
    p.totalGlobalMem = gpu.memory_bytes;
    p.totalConstMem = gpu.constant_bytes;
    p.sharedMemPerBlock = gpu.shared_bytes_per_block;
    p.sharedMemPerBlockOptin = gpu.shared_bytes_per_block_optin;
    p.sharedMemPerMultiprocessor = gpu.shared_bytes_per_sm;
    p.reservedSharedMemPerBlock = gpu.reserved_shared_bytes_per_block;
    p.regsPerBlock = number(gpu.registers_per_block);
    p.regsPerMultiprocessor = number(gpu.registers_per_sm);
    p.warpSize = number(gpu.warp_size);
    p.maxThreadsPerBlock = number(gpu.max_threads_per_block);
    p.maxThreadsPerMultiProcessor = number(std::uint64_t{gpu.max_warps_per_sm} * gpu.warp_size);
    p.maxBlocksPerMultiProcessor = number(gpu.max_blocks_per_sm);
    p.multiProcessorCount = number(gpu.sm_count);
    const unsigned block[] = {gpu.max_block_x, gpu.max_block_y, gpu.max_block_z};
    const std::uint64_t grid[] = {gpu.max_grid_x, gpu.max_grid_y, gpu.max_grid_z};
    for (int i = 0; i < 3; ++i) {
        p.maxThreadsDim[i] = number(block[i]);
        p.maxGridSize[i] = number(grid[i]);
    }
    p.l2CacheSize = number(gpu.l2_bytes);
    p.clockRate = number(gpu.clock_khz);
    p.memoryClockRate = number(gpu.memory_clock_khz);
    p.memoryBusWidth = number(gpu.memory_bus_bits);
    p.memPitch = INT_MAX;
    p.major = number(gpu.compute_major);
    p.minor = number(gpu.compute_minor);
    p.singleToDoublePrecisionPerfRatio = number(gpu.fp32_lanes_per_sm / std::max(gpu.fp64_lanes_per_sm, 1u));
}

/// What the runtime library can do. Textures and surfaces it cannot, so their limits stay 0.
void describe_abilities(const GpuSpec& gpu, cudaDeviceProp& p) {
    p.textureAlignment = 512;
    p.texturePitchAlignment = 32;
    p.surfaceAlignment = 512;
    p.deviceOverlap = 1;
    p.asyncEngineCount = 3;
    p.concurrentKernels = 1;
    p.computeMode = cudaComputeModeDefault;
    p.canMapHostMemory = 1;
    p.unifiedAddressing = 1;
    p.managedMemory = 1;
    p.streamPrioritiesSupported = 1;
    p.globalL1CacheSupported = 1;
    p.localL1CacheSupported = 1;
    p.computePreemptionSupported = 1;
    p.ECCEnabled = 1;
    p.unifiedFunctionPointers = gpu.compute_major >= 9 ? 1 : 0;
}

}  // namespace

cudaDeviceProp properties_of(const GpuSpec& gpu) {
    cudaDeviceProp p = {};
    name_device(gpu, p);
    describe_limits(gpu, p);
    describe_abilities(gpu, p);
    return p;
}

bool attribute_of(const GpuSpec& gpu, int attribute, int& value) {
    const cudaDeviceProp p = properties_of(gpu);
    switch (attribute) {
        case cudaDevAttrMaxThreadsPerBlock: value = p.maxThreadsPerBlock; return true;
        case cudaDevAttrMaxBlockDimX: value = p.maxThreadsDim[0]; return true;
        case cudaDevAttrMaxBlockDimY: value = p.maxThreadsDim[1]; return true;
        case cudaDevAttrMaxBlockDimZ: value = p.maxThreadsDim[2]; return true;
        case cudaDevAttrMaxGridDimX: value = p.maxGridSize[0]; return true;
        case cudaDevAttrMaxGridDimY: value = p.maxGridSize[1]; return true;
        case cudaDevAttrMaxGridDimZ: value = p.maxGridSize[2]; return true;
        case cudaDevAttrMaxSharedMemoryPerBlock: value = number(p.sharedMemPerBlock); return true;
        case cudaDevAttrMaxSharedMemoryPerBlockOptin: value = number(p.sharedMemPerBlockOptin); return true;
        case cudaDevAttrMaxSharedMemoryPerMultiprocessor: value = number(p.sharedMemPerMultiprocessor); return true;
        case cudaDevAttrReservedSharedMemoryPerBlock: value = number(p.reservedSharedMemPerBlock); return true;
        case cudaDevAttrTotalConstantMemory: value = number(p.totalConstMem); return true;
        case cudaDevAttrWarpSize: value = p.warpSize; return true;
        case cudaDevAttrMaxPitch: value = number(p.memPitch); return true;
        case cudaDevAttrMaxRegistersPerBlock: value = p.regsPerBlock; return true;
        case cudaDevAttrMaxRegistersPerMultiprocessor: value = p.regsPerMultiprocessor; return true;
        case cudaDevAttrMaxThreadsPerMultiProcessor: value = p.maxThreadsPerMultiProcessor; return true;
        case cudaDevAttrMaxBlocksPerMultiprocessor: value = p.maxBlocksPerMultiProcessor; return true;
        case cudaDevAttrMultiProcessorCount: value = p.multiProcessorCount; return true;
        case cudaDevAttrClockRate: value = p.clockRate; return true;
        case cudaDevAttrMemoryClockRate: value = p.memoryClockRate; return true;
        case cudaDevAttrGlobalMemoryBusWidth: value = p.memoryBusWidth; return true;
        case cudaDevAttrL2CacheSize: value = p.l2CacheSize; return true;
        case cudaDevAttrComputeCapabilityMajor: value = p.major; return true;
        case cudaDevAttrComputeCapabilityMinor: value = p.minor; return true;
        case cudaDevAttrTextureAlignment: value = number(p.textureAlignment); return true;
        case cudaDevAttrTexturePitchAlignment: value = number(p.texturePitchAlignment); return true;
        case cudaDevAttrSurfaceAlignment: value = number(p.surfaceAlignment); return true;
        case cudaDevAttrGpuOverlap: value = p.deviceOverlap; return true;
        case cudaDevAttrAsyncEngineCount: value = p.asyncEngineCount; return true;
        case cudaDevAttrConcurrentKernels: value = p.concurrentKernels; return true;
        case cudaDevAttrCanMapHostMemory: value = p.canMapHostMemory; return true;
        case cudaDevAttrUnifiedAddressing: value = p.unifiedAddressing; return true;
        case cudaDevAttrManagedMemory: value = p.managedMemory; return true;
        case cudaDevAttrStreamPrioritiesSupported: value = p.streamPrioritiesSupported; return true;
        case cudaDevAttrGlobalL1CacheSupported: value = p.globalL1CacheSupported; return true;
        case cudaDevAttrLocalL1CacheSupported: value = p.localL1CacheSupported; return true;
        case cudaDevAttrComputePreemptionSupported: value = p.computePreemptionSupported; return true;
        case cudaDevAttrEccEnabled: value = p.ECCEnabled; return true;
        case cudaDevAttrSingleToDoublePrecisionPerfRatio: value = p.singleToDoublePrecisionPerfRatio; return true;
        default: break;
    }
    value = 0;   // everything else is something that this device does not have
    return attribute > 0 && attribute < cudaDevAttrMax;
}

}  // namespace warpscope::host

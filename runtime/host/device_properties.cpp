// Properties from the facts of the GPU model; what no model states is what every recent data-centre
// GPU answers.
#include "runtime/host/device_properties.h"

#include <algorithm>
#include <climits>
#include <cstring>

namespace warpscope::host {
namespace {

int number(std::uint64_t value) {
    return static_cast<int>(std::min<std::uint64_t>(value, INT_MAX));
}

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
    p.singleToDoublePrecisionPerfRatio =
        number(gpu.fp32_lanes_per_sm / std::max(gpu.fp64_lanes_per_sm, 1u));
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
    p.cooperativeLaunch = 1;
    p.concurrentManagedAccess = 1;
    p.canUseHostPointerForRegisteredMem = 1;
    p.hostRegisterSupported = 1;
    p.memoryPoolsSupported = 1;
    p.managedMemory = 1;
    p.streamPrioritiesSupported = 1;
    p.globalL1CacheSupported = 1;
    p.localL1CacheSupported = 1;
    p.computePreemptionSupported = 1;
    p.ECCEnabled = 1;
    p.unifiedFunctionPointers = gpu.compute_major >= 9 ? 1 : 0;
}

/// The value of an attribute that is a limit or a rate; 0 for others.
int limit_of(const cudaDeviceProp& p, int attribute) {
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: return p.maxThreadsPerBlock;
    case cudaDevAttrMaxBlockDimX: return p.maxThreadsDim[0];
    case cudaDevAttrMaxBlockDimY: return p.maxThreadsDim[1];
    case cudaDevAttrMaxBlockDimZ: return p.maxThreadsDim[2];
    case cudaDevAttrMaxGridDimX: return p.maxGridSize[0];
    case cudaDevAttrMaxGridDimY: return p.maxGridSize[1];
    case cudaDevAttrMaxGridDimZ: return p.maxGridSize[2];
    case cudaDevAttrMaxSharedMemoryPerBlock: return number(p.sharedMemPerBlock);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: return number(p.sharedMemPerBlockOptin);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return number(p.sharedMemPerMultiprocessor);
    case cudaDevAttrReservedSharedMemoryPerBlock: return number(p.reservedSharedMemPerBlock);
    case cudaDevAttrTotalConstantMemory: return number(p.totalConstMem);
    case cudaDevAttrWarpSize: return p.warpSize;
    case cudaDevAttrMaxPitch: return number(p.memPitch);
    case cudaDevAttrMaxRegistersPerBlock: return p.regsPerBlock;
    case cudaDevAttrMaxRegistersPerMultiprocessor: return p.regsPerMultiprocessor;
    case cudaDevAttrMaxThreadsPerMultiProcessor: return p.maxThreadsPerMultiProcessor;
    case cudaDevAttrMaxBlocksPerMultiprocessor: return p.maxBlocksPerMultiProcessor;
    case cudaDevAttrMultiProcessorCount: return p.multiProcessorCount;
    case cudaDevAttrClockRate: return p.clockRate;
    case cudaDevAttrMemoryClockRate: return p.memoryClockRate;
    case cudaDevAttrGlobalMemoryBusWidth: return p.memoryBusWidth;
    case cudaDevAttrL2CacheSize: return p.l2CacheSize;
    case cudaDevAttrComputeCapabilityMajor: return p.major;
    case cudaDevAttrComputeCapabilityMinor: return p.minor;
    default: return 0;
    }
}

/// The value of an attribute that says what the device can do; 0 for what it cannot.
int ability_of(const cudaDeviceProp& p, int attribute) {
    switch (attribute) {
    case cudaDevAttrTextureAlignment: return number(p.textureAlignment);
    case cudaDevAttrTexturePitchAlignment: return number(p.texturePitchAlignment);
    case cudaDevAttrSurfaceAlignment: return number(p.surfaceAlignment);
    case cudaDevAttrGpuOverlap: return p.deviceOverlap;
    case cudaDevAttrAsyncEngineCount: return p.asyncEngineCount;
    case cudaDevAttrConcurrentKernels: return p.concurrentKernels;
    case cudaDevAttrCanMapHostMemory: return p.canMapHostMemory;
    case cudaDevAttrUnifiedAddressing: return p.unifiedAddressing;
    case cudaDevAttrCooperativeLaunch: return p.cooperativeLaunch;
    case cudaDevAttrConcurrentManagedAccess: return p.concurrentManagedAccess;
    case cudaDevAttrCanUseHostPointerForRegisteredMem: return p.canUseHostPointerForRegisteredMem;
    case cudaDevAttrHostRegisterSupported: return p.hostRegisterSupported;
    case cudaDevAttrMemoryPoolsSupported: return p.memoryPoolsSupported;
    case cudaDevAttrManagedMemory: return p.managedMemory;
    case cudaDevAttrStreamPrioritiesSupported: return p.streamPrioritiesSupported;
    case cudaDevAttrGlobalL1CacheSupported: return p.globalL1CacheSupported;
    case cudaDevAttrLocalL1CacheSupported: return p.localL1CacheSupported;
    case cudaDevAttrComputePreemptionSupported: return p.computePreemptionSupported;
    case cudaDevAttrEccEnabled: return p.ECCEnabled;
    case cudaDevAttrPciBusId: return p.pciBusID;
    case cudaDevAttrPciDeviceId: return p.pciDeviceID;
    case cudaDevAttrPciDomainId: return p.pciDomainID;
    case cudaDevAttrIntegrated: return p.integrated;
    case cudaDevAttrKernelExecTimeout: return p.kernelExecTimeoutEnabled;
    case cudaDevAttrComputeMode: return p.computeMode;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio: return p.singleToDoublePrecisionPerfRatio;
    default: return 0;
    }
}

} // namespace

cudaDeviceProp properties_of(const GpuSpec& gpu) {
    cudaDeviceProp p = {};
    name_device(gpu, p);
    describe_limits(gpu, p);
    describe_abilities(gpu, p);
    return p;
}

bool attribute_of(const cudaDeviceProp& p, int attribute, int& value) {
    if (attribute <= 0 || attribute >= cudaDevAttrMax) return false;
    value = limit_of(p, attribute) + ability_of(p, attribute);
    return true;
}

} // namespace warpscope::host

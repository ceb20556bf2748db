// The types of the CUDA driver API that Warpscope uses, declared here so that no toolkit is needed.
//
// Layouts and numbers are those of the API's stable 64-bit binary interface (CUDA 12.0 and later).
#pragma once

#include <cstddef>

namespace warpscope::driver {

using Device = int;
using DevicePointer = unsigned long long;
using TextureObject = unsigned long long;
using SurfaceObject = unsigned long long;
using ContextHandle = struct OpaqueContext*;
using ModuleHandle = struct OpaqueModule*;
using FunctionHandle = struct OpaqueFunction*;
using StreamHandle = struct OpaqueStream*;
using EventHandle = struct OpaqueEvent*;
using ArrayHandle = struct OpaqueArray*;
using MipmappedArrayHandle = struct OpaqueMipmappedArray*;

/// CUresult. Its numbers are also those of cudaError_t wherever both name the same thing; the few
/// that code asks for have names here, all others arrive as numbers.
enum class Error : int {
    Success = 0,
    InvalidValue = 1,
    OutOfMemory = 2,
    NoDevice = 100,
    InvalidDevice = 101,
    InvalidImage = 200,
    NoBinaryForGpu = 209,
    InvalidPtx = 218,
    UnsupportedPtxVersion = 222,
    NotFound = 500,
    NotReady = 600,
    IllegalAddress = 700,
    LaunchOutOfResources = 701,
    LaunchTimeout = 702,
    Assert = 710,
    IllegalInstruction = 715,
    MisalignedAddress = 716,
    InvalidAddressSpace = 717,
    InvalidPc = 718,
    LaunchFailed = 719,
    CooperativeLaunchTooLarge = 720,
    Unknown = 999,
};

enum class JitOption : int {
    InfoLogBuffer = 3,
    InfoLogBufferBytes = 4,
    ErrorLogBuffer = 5,
    ErrorLogBufferBytes = 6,
    OptimizationLevel = 7,
};

enum class FunctionAttribute : int {
    MaxThreadsPerBlock = 0,
    SharedBytes = 1,
    ConstantBytes = 2,
    LocalBytes = 3,
    Registers = 4,
    PtxVersion = 5,
    BinaryVersion = 6,
    MaxDynamicSharedBytes = 8,
    PreferredCarveout = 9,
    NonPortableClusterSizeAllowed = 14,
};

enum class Limit : int { StackBytes = 0, PrintfBytes = 1, HeapBytes = 2 };

/// CU_MEMHOSTALLOC_PORTABLE and _DEVICEMAP, or CU_MEMHOSTREGISTER_…: for kernels of every context.
inline constexpr unsigned kHostMemoryForAll = 1 | 2;

enum class MemoryType : int { Host = 1, Device = 2, Array = 3, Unified = 4 };

/// CUDA_MEMCPY2D
struct Copy2d {
    std::size_t source_x_bytes = 0, source_y = 0;
    MemoryType source_type = MemoryType::Host;
    const void* source_host = nullptr;
    DevicePointer source_device = 0;
    ArrayHandle source_array = nullptr;
    std::size_t source_pitch = 0;
    std::size_t target_x_bytes = 0, target_y = 0;
    MemoryType target_type = MemoryType::Device;
    void* target_host = nullptr;
    DevicePointer target_device = 0;
    ArrayHandle target_array = nullptr;
    std::size_t target_pitch = 0;
    std::size_t width_bytes = 0, height = 0;
};

/// CUDA_MEMCPY3D
struct Copy3d {
    std::size_t source_x_bytes = 0, source_y = 0, source_z = 0, source_level = 0;
    MemoryType source_type = MemoryType::Host;
    const void* source_host = nullptr;
    DevicePointer source_device = 0;
    ArrayHandle source_array = nullptr;
    void* reserved_source = nullptr;
    std::size_t source_pitch = 0, source_height = 0;
    std::size_t target_x_bytes = 0, target_y = 0, target_z = 0, target_level = 0;
    MemoryType target_type = MemoryType::Device;
    void* target_host = nullptr;
    DevicePointer target_device = 0;
    ArrayHandle target_array = nullptr;
    void* reserved_target = nullptr;
    std::size_t target_pitch = 0, target_height = 0;
    std::size_t width_bytes = 0, height = 0, depth = 0;
};
static_assert(sizeof(Copy2d) == 128 && sizeof(Copy3d) == 200);

/// CUlaunchAttribute; `value` begins with the members of the union that are used.
struct LaunchAttribute {
    enum class Id : int { Cooperative = 2, ClusterDimension = 4 };
    Id id = Id::Cooperative;
    char padding[4] = {};
    union {
        char bytes[64] = {};
        int cooperative;
        unsigned cluster[3];
    };
};

/// CUlaunchConfig
struct LaunchConfig {
    unsigned grid_x = 1, grid_y = 1, grid_z = 1;
    unsigned block_x = 1, block_y = 1, block_z = 1;
    unsigned dynamic_shared_bytes = 0;
    StreamHandle stream = nullptr;
    LaunchAttribute* attributes = nullptr;
    unsigned attribute_count = 0;
};
static_assert(sizeof(LaunchAttribute) == 72 && sizeof(LaunchConfig) == 56);

} // namespace warpscope::driver

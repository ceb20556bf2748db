// The CUDA driver API: a table of typed function pointers, filled when the program runs.
#pragma once

#include "runtime/driver/driver_types.h"
#include "runtime/driver/image_types.h"
#include "runtime/driver/mapping_types.h"
#include "sim/base/result.h"

namespace warpscope::driver {

// One line a function: member, symbol in the library, parameters. Every one exists in each driver
// since CUDA 12.0, which PTX 8.0 needs anyway.
// clang-format off
#define WARPSCOPE_DRIVER_FUNCTIONS(F) \
    F(cuInit, "cuInit", (unsigned flags)) \
    F(cuDriverGetVersion, "cuDriverGetVersion", (int* version)) \
    F(cuGetErrorName, "cuGetErrorName", (Error error, const char** name)) \
    F(cuGetErrorString, "cuGetErrorString", (Error error, const char** text)) \
    F(cuDeviceGetCount, "cuDeviceGetCount", (int* count)) \
    F(cuDeviceGet, "cuDeviceGet", (Device* device, int index)) \
    F(cuDeviceGetName, "cuDeviceGetName", (char* name, int bytes, Device device)) \
    F(cuDeviceTotalMem, "cuDeviceTotalMem_v2", (std::size_t* bytes, Device device)) \
    F(cuDeviceGetAttribute, "cuDeviceGetAttribute", (int* value, int attribute, Device device)) \
    F(cuDeviceGetUuid, "cuDeviceGetUuid_v2", (void* sixteen_bytes, Device device)) \
    F(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (ContextHandle* context, Device device)) \
    F(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (Device device)) \
    F(cuDevicePrimaryCtxReset, "cuDevicePrimaryCtxReset_v2", (Device device)) \
    F(cuCtxSetCurrent, "cuCtxSetCurrent", (ContextHandle context)) \
    F(cuCtxSynchronize, "cuCtxSynchronize", ()) \
    F(cuCtxSetLimit, "cuCtxSetLimit", (Limit limit, std::size_t value)) \
    F(cuCtxGetLimit, "cuCtxGetLimit", (std::size_t* value, Limit limit)) \
    F(cuModuleLoadDataEx, "cuModuleLoadDataEx", (ModuleHandle* module, const void* image, \
        unsigned option_count, JitOption* options, void** values)) \
    F(cuModuleUnload, "cuModuleUnload", (ModuleHandle module)) \
    F(cuModuleGetFunction, "cuModuleGetFunction", (FunctionHandle* function, ModuleHandle module, \
        const char* name)) \
    F(cuModuleGetGlobal, "cuModuleGetGlobal_v2", (DevicePointer* pointer, std::size_t* bytes, \
        ModuleHandle module, const char* name)) \
    F(cuFuncGetAttribute, "cuFuncGetAttribute", (int* value, FunctionAttribute attribute, \
        FunctionHandle function)) \
    F(cuFuncSetAttribute, "cuFuncSetAttribute", (FunctionHandle function, \
        FunctionAttribute attribute, int value)) \
    F(cuOccupancyMaxActiveBlocksPerMultiprocessor, "cuOccupancyMaxActiveBlocksPerMultiprocessor", \
        (int* blocks, FunctionHandle function, int block_threads, std::size_t dynamic_shared_bytes)) \
    F(cuMemGetInfo, "cuMemGetInfo_v2", (std::size_t* free, std::size_t* total)) \
    F(cuMemAlloc, "cuMemAlloc_v2", (DevicePointer* pointer, std::size_t bytes)) \
    F(cuMemFree, "cuMemFree_v2", (DevicePointer pointer)) \
    F(cuMemAllocManaged, "cuMemAllocManaged", (DevicePointer* pointer, std::size_t bytes, unsigned flags)) \
    F(cuMemHostAlloc, "cuMemHostAlloc", (void** pointer, std::size_t bytes, unsigned flags)) \
    F(cuMemFreeHost, "cuMemFreeHost", (void* pointer)) \
    F(cuMemHostRegister, "cuMemHostRegister_v2", (void* pointer, std::size_t bytes, unsigned flags)) \
    F(cuMemHostUnregister, "cuMemHostUnregister", (void* pointer)) \
    F(cuMemHostGetDevicePointer, "cuMemHostGetDevicePointer_v2", (DevicePointer* device, void* host, \
        unsigned flags)) \
    F(cuMemcpyHtoD, "cuMemcpyHtoD_v2", (DevicePointer to, const void* from, std::size_t bytes)) \
    F(cuMemcpyDtoH, "cuMemcpyDtoH_v2", (void* to, DevicePointer from, std::size_t bytes)) \
    F(cuMemcpyDtoD, "cuMemcpyDtoD_v2", (DevicePointer to, DevicePointer from, std::size_t bytes)) \
    F(cuMemcpy2DUnaligned, "cuMemcpy2DUnaligned_v2", (const Copy2d* copy)) \
    F(cuMemcpy3D, "cuMemcpy3D_v2", (const Copy3d* copy)) \
    F(cuMemsetD8, "cuMemsetD8_v2", (DevicePointer to, unsigned char value, std::size_t count)) \
    F(cuMemsetD32, "cuMemsetD32_v2", (DevicePointer to, unsigned value, std::size_t count)) \
    F(cuMemGetAllocationGranularity, "cuMemGetAllocationGranularity", (std::size_t* bytes, \
        const MappingProperties* properties, int option)) \
    F(cuMemAddressReserve, "cuMemAddressReserve", (DevicePointer* pointer, std::size_t bytes, \
        std::size_t alignment, DevicePointer at, unsigned long long flags)) \
    F(cuMemAddressFree, "cuMemAddressFree", (DevicePointer pointer, std::size_t bytes)) \
    F(cuMemCreate, "cuMemCreate", (MappingHandle* handle, std::size_t bytes, \
        const MappingProperties* properties, unsigned long long flags)) \
    F(cuMemRelease, "cuMemRelease", (MappingHandle handle)) \
    F(cuMemMap, "cuMemMap", (DevicePointer pointer, std::size_t bytes, std::size_t offset, \
        MappingHandle handle, unsigned long long flags)) \
    F(cuMemUnmap, "cuMemUnmap", (DevicePointer pointer, std::size_t bytes)) \
    F(cuMemSetAccess, "cuMemSetAccess", (DevicePointer pointer, std::size_t bytes, \
        const MappingAccess* access, std::size_t count)) \
    F(cuStreamQuery, "cuStreamQuery", (StreamHandle stream)) \
    F(cuStreamCreate, "cuStreamCreate", (StreamHandle* stream, unsigned flags)) \
    F(cuStreamDestroy, "cuStreamDestroy_v2", (StreamHandle stream)) \
    F(cuStreamSynchronize, "cuStreamSynchronize", (StreamHandle stream)) \
    F(cuEventCreate, "cuEventCreate", (EventHandle* event, unsigned flags)) \
    F(cuEventDestroy, "cuEventDestroy_v2", (EventHandle event)) \
    F(cuEventRecord, "cuEventRecord", (EventHandle event, StreamHandle stream)) \
    F(cuEventSynchronize, "cuEventSynchronize", (EventHandle event)) \
    F(cuEventElapsedTime, "cuEventElapsedTime", (float* milliseconds, EventHandle start, EventHandle end)) \
    F(cuLaunchKernel, "cuLaunchKernel", (FunctionHandle function, unsigned grid_x, unsigned grid_y, \
        unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, \
        unsigned dynamic_shared_bytes, StreamHandle stream, void** parameters, void** extra)) \
    F(cuLaunchCooperativeKernel, "cuLaunchCooperativeKernel", (FunctionHandle function, \
        unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, \
        unsigned block_z, unsigned dynamic_shared_bytes, StreamHandle stream, void** parameters)) \
    F(cuLaunchKernelEx, "cuLaunchKernelEx", (const LaunchConfig* config, FunctionHandle function, \
        void** parameters, void** extra)) \
    F(cuArray3DCreate, "cuArray3DCreate_v2", (ArrayHandle* array, const ArrayDescriptor* descriptor)) \
    F(cuArray3DGetDescriptor, "cuArray3DGetDescriptor_v2", (ArrayDescriptor* descriptor, ArrayHandle array)) \
    F(cuArrayDestroy, "cuArrayDestroy", (ArrayHandle array)) \
    F(cuTexObjectCreate, "cuTexObjectCreate", (TextureObject* texture, const ResourceDescriptor* resource, \
        const TextureDescriptor* descriptor, const ResourceViewDescriptor* view)) \
    F(cuTexObjectDestroy, "cuTexObjectDestroy", (TextureObject texture)) \
    F(cuSurfObjectCreate, "cuSurfObjectCreate", (SurfaceObject* surface, const ResourceDescriptor* resource)) \
    F(cuSurfObjectDestroy, "cuSurfObjectDestroy", (SurfaceObject surface))
// clang-format on

struct DriverApi {
#define WARPSCOPE_DRIVER_MEMBER(member, symbol, parameters) Error(*member) parameters = nullptr;
    WARPSCOPE_DRIVER_FUNCTIONS(WARPSCOPE_DRIVER_MEMBER)
#undef WARPSCOPE_DRIVER_MEMBER

    /// "an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS, error 700)"
    std::string text(Error error) const;
    /// A diagnostic that names the function which failed.
    Diagnostic failure(const char* function, Error error, std::string hint = {}) const;
};

/// The driver of this machine, opened and started by the first call and open until the process
/// ends, because drivers do not support being closed. The diagnostic says why there is none.
Result<const DriverApi*> open_driver();

} // namespace warpscope::driver

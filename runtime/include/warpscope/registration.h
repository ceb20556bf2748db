// Calls that compiled programs make on their own: registering device code, and <<<…>>>.
#pragma once

#include <stddef.h>

#include "driver_types.h"
#include "vector_types.h"

extern "C" {

/// What `__cudaRegisterFatBinary` is given. `data` is the container embedded at compile time.
struct __fatBinC_Wrapper_t {
    int magic;
    int version;
    const void* data;
    void* filename_or_fatbins;
};

void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaUnregisterFatBinary(void** handle);
void __cudaRegisterFunction(void** handle, const char* hostFunction, char* deviceFunction,
                            const char* deviceName, int threadLimit, uint3* threadId,
                            uint3* blockId, dim3* blockDim, dim3* gridDim, int* warpSize);
void __cudaRegisterVar(void** handle, char* hostVariable, char* deviceAddress,
                       const char* deviceName, int external, size_t bytes, int constant,
                       int global);
void __cudaRegisterManagedVar(void** handle, void** hostVariable, char* deviceAddress,
                              const char* deviceName, int external, size_t bytes, int constant,
                              int global);
char __cudaInitModule(void** handle);

__host__ __device__ unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                                         size_t sharedBytes = 0,
                                                         struct CUstream_st* stream = 0);
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* sharedBytes, void* stream);

} // extern "C"

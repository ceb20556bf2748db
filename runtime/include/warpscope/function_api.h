// What kernels are called and take, for programs that ask.
#pragma once

#include <stddef.h>

#include "driver_types.h"

/// A kernel as the driver API knows it.
typedef struct CUfunc_st* cudaFunction_t;

extern "C" {

/// The name in the PTX.
cudaError_t cudaFuncGetName(const char** name, const void* function);
cudaError_t cudaFuncGetParamInfo(const void* function, size_t index, size_t* offset, size_t* bytes);
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* symbol);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function,
                                                      int blocks, int blockThreads);

} // extern "C"

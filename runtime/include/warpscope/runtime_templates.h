// The typed forms of the runtime API that C++ programs use: cudaMalloc(&p, n) for any pointer p,
// symbols by reference, kernels by name.
#pragma once

#include "runtime_api.h"

#define WARPSCOPE_TEMPLATE(...)                                                                    \
    template<__VA_ARGS__>                                                                          \
    static inline cudaError_t

WARPSCOPE_TEMPLATE(class T) cudaMalloc(T** pointer, size_t bytes) {
    return cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}
WARPSCOPE_TEMPLATE(class T)
cudaMallocHost(T** pointer, size_t bytes, unsigned int flags = cudaHostAllocDefault) {
    return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
WARPSCOPE_TEMPLATE(class T) cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags) {
    return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}

WARPSCOPE_TEMPLATE(class T)
cudaMallocManaged(T** pointer, size_t bytes, unsigned int flags = cudaMemAttachGlobal) {
    return cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}
WARPSCOPE_TEMPLATE(class T)
cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
    return cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height);
}

// A symbol is named by its host copy; its address is taken without asking an overloaded operator&.
#define WARPSCOPE_SYMBOL(symbol) (static_cast<const void*>(__builtin_addressof(symbol)))

WARPSCOPE_TEMPLATE(class T)
cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                   enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpyToSymbol(WARPSCOPE_SYMBOL(symbol), from, bytes, offset, kind);
}
WARPSCOPE_TEMPLATE(class T)
cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                     enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpyFromSymbol(to, WARPSCOPE_SYMBOL(symbol), bytes, offset, kind);
}
WARPSCOPE_TEMPLATE(class T)
cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                        enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                        cudaStream_t stream = 0) {
    return cudaMemcpyToSymbolAsync(WARPSCOPE_SYMBOL(symbol), from, bytes, offset, kind, stream);
}
WARPSCOPE_TEMPLATE(class T)
cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                          enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                          cudaStream_t stream = 0) {
    return cudaMemcpyFromSymbolAsync(to, WARPSCOPE_SYMBOL(symbol), bytes, offset, kind, stream);
}
WARPSCOPE_TEMPLATE(class T) cudaGetSymbolAddress(void** pointer, const T& symbol) {
    return cudaGetSymbolAddress(pointer, WARPSCOPE_SYMBOL(symbol));
}
WARPSCOPE_TEMPLATE(class T) cudaGetSymbolSize(size_t* bytes, const T& symbol) {
    return cudaGetSymbolSize(bytes, WARPSCOPE_SYMBOL(symbol));
}
#undef WARPSCOPE_SYMBOL

static inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
    return cudaEventCreateWithFlags(event, flags);
}

#define WARPSCOPE_KERNEL(kernel) (reinterpret_cast<const void*>(kernel))

WARPSCOPE_TEMPLATE(class T)
cudaLaunchKernel(T* kernel, dim3 grid, dim3 block, void** arguments, size_t sharedBytes = 0,
                 cudaStream_t stream = 0) {
    return cudaLaunchKernel(WARPSCOPE_KERNEL(kernel), grid, block, arguments, sharedBytes, stream);
}
WARPSCOPE_TEMPLATE(class T)
cudaLaunchCooperativeKernel(T* kernel, dim3 grid, dim3 block, void** arguments,
                            size_t sharedBytes = 0, cudaStream_t stream = 0) {
    return cudaLaunchCooperativeKernel(WARPSCOPE_KERNEL(kernel), grid, block, arguments,
                                       sharedBytes, stream);
}
WARPSCOPE_TEMPLATE(class T)
cudaFuncGetAttributes(struct cudaFuncAttributes* attributes, T* kernel) {
    return cudaFuncGetAttributes(attributes, WARPSCOPE_KERNEL(kernel));
}
WARPSCOPE_TEMPLATE(class T)
cudaFuncSetAttribute(T* kernel, enum cudaFuncAttribute attribute, int value) {
    return cudaFuncSetAttribute(WARPSCOPE_KERNEL(kernel), attribute, value);
}
WARPSCOPE_TEMPLATE(class T) cudaFuncSetCacheConfig(T* kernel, enum cudaFuncCache config) {
    return cudaFuncSetCacheConfig(WARPSCOPE_KERNEL(kernel), config);
}
WARPSCOPE_TEMPLATE(class T)
cudaFuncSetSharedMemConfig(T* kernel, enum cudaSharedMemConfig config) {
    return cudaFuncSetSharedMemConfig(WARPSCOPE_KERNEL(kernel), config);
}
WARPSCOPE_TEMPLATE(class T)
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel, int blockThreads,
                                              size_t sharedBytes) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, WARPSCOPE_KERNEL(kernel),
                                                         blockThreads, sharedBytes);
}
WARPSCOPE_TEMPLATE(class T)
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T kernel, int blockThreads,
                                                       size_t sharedBytes, unsigned int flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, WARPSCOPE_KERNEL(kernel),
                                                                  blockThreads, sharedBytes, flags);
}

#include "block_size.h"
#include "launch_templates.h"

#undef WARPSCOPE_KERNEL
#undef WARPSCOPE_TEMPLATE

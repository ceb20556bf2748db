// The typed forms of runtime calls: pointers of any type, symbols, kernels by name.
// out: launch grid=4,1,1 block=8,1,1 shared=0 stream=0
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <math_constants.h>
#include <vector_types.h>

__device__ int symbol;

__global__ void kernel(float* out) {
    *out = CUDART_PI_F + (float)CUDART_INF;
}

/// Instantiated, never called: what this checks is overload resolution.
void never_called(float* p) {
    int blocks = 0, size = 0;
    void* address = nullptr;
    size_t bytes = 0;
    cudaEvent_t event;
    cudaFuncAttributes attributes;
    cudaDeviceProp properties;
    cudaMallocHost(&p, 8);
    cudaHostAlloc(&p, 8, cudaHostAllocMapped);
    cudaMemcpyToSymbol(symbol, p, 4);
    cudaMemcpyFromSymbol(p, symbol, 4, 0, cudaMemcpyDeviceToHost);
    cudaGetSymbolAddress(&address, symbol);
    cudaGetSymbolSize(&bytes, symbol);
    cudaEventCreate(&event, cudaEventDisableTiming);
    cudaFuncGetAttributes(&attributes, kernel);
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, 0);
    cudaOccupancyMaxPotentialBlockSize(&blocks, &size, kernel);
    cudaGetDeviceProperties(&properties, 0);
    printf("%d %s\n", properties.warpSize, cudaGetErrorString(cudaErrorInvalidValue));
}

int main() {
    float* p = nullptr;
    if (cudaMalloc(&p, 64) != cudaSuccess) return 1;
    void* arguments[] = {&p};
    cudaLaunchKernel(kernel, dim3(4), dim3(8), arguments);
    return cudaFree(p);
}

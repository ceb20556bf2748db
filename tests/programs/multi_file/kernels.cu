// The second translation unit: its static kernel and variables have the names of those in main.cu.

#include "common.h"

static __constant__ int base = 1000;
static __device__ int calls = 50;

static __global__ void fill(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = base - i + calls;
    }
}

std::vector<int> filled_by_kernels_file(int n) {
    DeviceArray<int> out(n);
    fill<<<(n + 63) / 64, 64>>>(out.data(), n);
    CUDA_CHECK(cudaGetLastError());
    negate<<<(n + 63) / 64, 64>>>(out.data(), n);
    CUDA_CHECK(cudaGetLastError());
    return out.host();
}

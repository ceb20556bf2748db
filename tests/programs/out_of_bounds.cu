// A missing bounds check: the last block has more threads than the array has elements left.
// expect: out_of_bounds: cudaErrorIllegalAddress
// exit: 0
// cli-exit: 1
// finding: out_of_bounds.cu:13
// finding: double_all
// finding: out of bounds

#include "check.h"

__global__ void double_all(float* values) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[i] = 2.0f * static_cast<float>(i);
}

int main() {
    const int n = 100;
    DeviceArray<float> values(n);
    double_all<<<4, 32>>>(values.data());  // 128 threads
    const cudaError_t status = cudaDeviceSynchronize();
    std::printf("out_of_bounds: %s\n", cudaGetErrorName(status));
    return status == cudaErrorIllegalAddress ? 0 : 1;
}

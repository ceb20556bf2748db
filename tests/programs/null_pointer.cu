// Reads through a null pointer that the host forgot to allocate.
// expect: null_pointer: cudaErrorIllegalAddress
// exit: 0
// cli-exit: 1
// finding: null_pointer.cu:12
// finding: copy_elements
// finding: null pointer

#include "check.h"

__global__ void copy_elements(const double* from, double* to) {
    to[threadIdx.x] = from[threadIdx.x];
}

int main() {
    const double* forgotten = nullptr;
    DeviceArray<double> to(32);
    copy_elements<<<1, 32>>>(forgotten, to.data());
    const cudaError_t status = cudaDeviceSynchronize();
    std::printf("null_pointer: %s\n", cudaGetErrorName(status));
    return status == cudaErrorIllegalAddress ? 0 : 1;
}

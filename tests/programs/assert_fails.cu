// A device assert fails in one thread of the second block.
// expect: assert_fails: cudaErrorAssert
// exit: 0
// cli-exit: 1
// finding: assert_fails.cu:15
// finding: values[i] < 100

#include "check.h"

#include <cassert>

__global__ void check_values(const int* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        assert(values[i] < 100);
    }
}

int main() {
    std::vector<int> values(64, 7);
    values[37] = 100;
    DeviceArray<int> device(values);
    check_values<<<2, 32>>>(device.data(), 64);
    const cudaError_t status = cudaDeviceSynchronize();
    std::printf("assert_fails: %s\n", cudaGetErrorName(status));
    return status == cudaErrorAssert ? 0 : 1;
}

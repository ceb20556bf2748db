// The host program is not satisfied, although all its launches were good.
// expect: host_nonzero: the kernel computed 6
// exit: 7
// cli-exit: 3

#include "check.h"

__global__ void compute(int* out) { atomicAdd(out, 2); }

int main() {
    DeviceArray<int> out(1);
    compute<<<1, 3>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::printf("host_nonzero: the kernel computed %d\n", out.host()[0]);
    return 7;
}

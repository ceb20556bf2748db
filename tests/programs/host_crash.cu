// The host program aborts after a good launch; what was reported until then is kept.
// expect: host_crash: the kernel computed 42
// exit: 134
// cli-exit: 3

#include "check.h"

__global__ void compute(int* out) { *out = 42; }

int main() {
    DeviceArray<int> out(1);
    compute<<<1, 1>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::printf("host_crash: the kernel computed %d\n", out.host()[0]);
    std::fflush(stdout);
    std::abort();
}

// The lanes of a warp take different branches to different barriers, which CUDA does not allow.
// expect: divergent_barrier: launched
// exit: 0
// cli-exit: 1
// finding: divergent_barrier.cu:16
// finding: add_in_branches
// finding: divergent

#include "check.h"

__global__ void add_in_branches(int* out) {
    __shared__ int words[32];
    const int i = threadIdx.x;
    words[i] = i;
    if (i % 2 == 0) {
        __syncthreads();
        out[i] = words[i];
    } else {
        out[i] = words[i] + 100;
        __syncthreads();
    }
}

int main() {
    DeviceArray<int> out(32);
    add_in_branches<<<1, 32>>>(out.data());
    cudaDeviceSynchronize();  // undefined: it may end well or not
    std::printf("divergent_barrier: launched\n");
    return 0;
}

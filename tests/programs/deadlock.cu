// Two warps wait at different named barriers, each for the other.
// expect: deadlock: the launch was ended
// exit: 0
// cli-exit: 1
// finding: deadlock
// finding: wait_for_each_other
// finding: deadlock.cu:14
// finding: deadlock.cu:16

#include "check.h"

__global__ void wait_for_each_other(int* out) {
    if (threadIdx.x < 32) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory");
    }
    out[threadIdx.x] = 1;
}

int main() {
    DeviceArray<int> out(64);
    wait_for_each_other<<<1, 64>>>(out.data());
    if (cudaDeviceSynchronize() == cudaSuccess) {
        std::printf("deadlock: came to an end\n");
        return 1;
    }
    std::printf("deadlock: the launch was ended\n");
    return 0;
}

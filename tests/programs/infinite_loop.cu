// Waits for a flag that nobody sets, until the instruction budget ends the launch.
// expect: infinite_loop: the launch was ended
// exit: 0
// cli-exit: 1
// options: --max-instructions 100000
// finding: wait_for_flag
// finding: infinite_loop.cu:13
// finding: instruction budget

#include "check.h"

__global__ void wait_for_flag(const volatile int* flag, int* out) {
    while (*flag == 0) {}
    out[threadIdx.x] = 1;
}

int main() {
    DeviceArray<int> flag(1), out(32);
    wait_for_flag<<<1, 32>>>(flag.data(), out.data());
    if (cudaDeviceSynchronize() == cudaSuccess) {
        std::printf("infinite_loop: came to an end\n");
        return 1;
    }
    std::printf("infinite_loop: the launch was ended\n");
    return 0;
}

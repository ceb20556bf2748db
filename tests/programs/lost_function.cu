// Calls through a pointer that leads to no function: the report names it, the thread and the line.
// exit: 0
// cli-exit: 1
// expect: invalid program counter
// finding: call through a pointer that leads to no function
// finding: lost_function.cu:20
// finding: the pointer is 0x1234

#include "check.h"

using Operation = int (*)(int);
__device__ int twice(int a) { return 2 * a; }
__device__ int thrice(int a) { return 3 * a; }
__device__ Operation table[2] = {twice, thrice};

__global__ void call(int* out, Operation wrong) {
    const int i = threadIdx.x;
    const Operation operation = i == 21 ? wrong : table[i % 2];

    out[i] = operation(i);
}

int main() {
    DeviceArray<int> out(32);
    call<<<1, 32>>>(out.data(), reinterpret_cast<Operation>(0x1234));
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}

// A thread goes on reading a block that another one has freed: also an instruction that reached it before.
// exit: 0
// cli-exit: 1
// expect: an illegal memory access was encountered
// finding: use after free: 4-byte load from global memory
// finding: heap_use_after_free.cu:20
// finding: which has been freed

#include "check.h"

__device__ int* block;

__global__ void read_on(int* out) {
    if (threadIdx.x == 0) {
        block = static_cast<int*>(malloc(64));
        block[3] = 5;
    }
    __syncthreads();
    for (int turn = 0; turn < 3; ++turn) {
        out[threadIdx.x] += *const_cast<volatile int*>(block + 3);
        __syncthreads();
        if (threadIdx.x == 0 && turn == 1) {
            free(block);
        }
        __syncthreads();
    }
}

int main() {
    DeviceArray<int> out(32);
    read_on<<<1, 32>>>(out.data());
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}

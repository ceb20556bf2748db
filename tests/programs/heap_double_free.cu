// One thread too many deletes an object.
// exit: 0
// cli-exit: 1
// expect: unspecified launch failure
// finding: free of a block that has been freed before
// finding: heap_double_free.cu:18
// finding: a block of 16 bytes

#include "check.h"

__device__ int* shared_object;

__global__ void delete_it(int threads) {
    if (threadIdx.x == 0) {
        shared_object = new int[4];
    }
    __syncthreads();
    if (threadIdx.x < threads) delete[] shared_object;
}

int main() {
    delete_it<<<1, 64>>>(1);
    CUDA_CHECK(cudaDeviceSynchronize());
    delete_it<<<1, 64>>>(2);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}

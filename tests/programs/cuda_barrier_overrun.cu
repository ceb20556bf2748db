// More threads arrive at a cuda::barrier than it was made for.
// expect: cuda_barrier_overrun: cudaErrorAssert
// exit: 0
// cli-exit: 1
// finding: more arrivals than this phase expects
// finding: cuda_barrier_overrun.cu:17:13
// finding: kernel overrun(), launch 1

#include <cuda/barrier>

#include <cstdio>

__global__ void overrun() {
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    if (threadIdx.x == 0) init(&barrier, 48); // should be blockDim.x
    __syncthreads();
    barrier.arrive_and_wait();
}

int main() {
    overrun<<<1, 64>>>();
    std::printf("cuda_barrier_overrun: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

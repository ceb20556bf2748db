// Shows a spin lock that lanes of one warp take from each other, which only works because every
// thread makes progress on its own (independent thread scheduling, since the Volta GPUs).

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

// Every CUDA call returns a status; stop at the first one that is not success.
#define CHECK(call)                                                                              \
    do {                                                                                         \
        const cudaError_t status = (call);                                                       \
        if (status != cudaSuccess) {                                                             \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                   \
                         cudaGetErrorString(status));                                            \
            std::exit(1);                                                                        \
        }                                                                                        \
    } while (0)
struct Lock {
    int taken;  // 0: free, 1: held by some thread
};

// Only one thread at a time can turn 0 into 1. The others go round the loop.
//
// Think of the 32 lanes of a warp arriving together. One lane wins and leaves the loop, 31 stay in
// it. GPUs before Volta kept one program counter for the warp: they ran the 31 until all of them
// had left the loop, before the winner went on. But the 31 wait for the winner to let go of the
// lock, so the warp was stuck for ever. Now each thread has its own program counter, and the
// scheduler lets the winner go on while the others spin.
__device__ void acquire(Lock* lock) {
    while (atomicCAS(&lock->taken, 0, 1) != 0) {
    }
    __threadfence();  // what is read from here on is at least as new as the lock's release
}

__device__ void release(Lock* lock) {
    __threadfence();  // what was written up to here is visible before the lock is free
    atomicExch(&lock->taken, 0);
}

__global__ void count_threads(Lock* lock, int* counter) {
    acquire(lock);
    // Load, add, store: three steps that lose counts if two threads mix them. The lock keeps them
    // apart. (For a plain counter atomicAdd is the better tool; a lock protects larger updates.)
    *counter += 1;
    release(lock);
}

int main(int argc, char** argv) {
    const int threads = 64;  // two warps a block: lanes, warps and blocks all contend
    const int blocks = argc > 1 ? std::atoi(argv[1]) : 4;
    if (blocks <= 0) {
        std::fprintf(stderr, "usage: %s [blocks]\n", argv[0]);
        return 2;
    }

    Lock* lock;
    int* counter;
    CHECK(cudaMalloc(&lock, sizeof(Lock)));
    CHECK(cudaMalloc(&counter, sizeof(int)));
    CHECK(cudaMemset(lock, 0, sizeof(Lock)));
    CHECK(cudaMemset(counter, 0, sizeof(int)));

    count_threads<<<blocks, threads>>>(lock, counter);
    CHECK(cudaGetLastError());

    int count = 0;
    CHECK(cudaMemcpy(&count, counter, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(lock));
    CHECK(cudaFree(counter));

    if (count != blocks * threads) {
        std::printf("spin_lock: counter is %d, expected %d\n", count, blocks * threads);
        return 1;
    }
    std::printf("spin_lock: %d threads, counter %d: ok\n", blocks * threads, count);
    return 0;
}

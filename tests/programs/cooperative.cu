// Blocks of cooperative launches wait for each other at a barrier of the whole grid.
// expect: cooperative: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#ifdef __NVCC__
#include <cooperative_groups.h>

__device__ void wait_for_grid() { cooperative_groups::this_grid().sync(); }
#else
// Blocks meet in a word of the launch's workspace: it counts arrivals, and everybody waits until
// the count of the round is complete.
__device__ unsigned* grid_workspace() {
    unsigned low, high;
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    return reinterpret_cast<unsigned*>(static_cast<unsigned long long>(high) << 32 | low);
}

__device__ void wait_for_grid() {
    __syncthreads();
    if (threadIdx.x == 0) {
        volatile unsigned* arrived = grid_workspace() + 1;
        __threadfence();
        const unsigned ticket = atomicAdd(const_cast<unsigned*>(arrived), 1u);
        const unsigned complete = (ticket / gridDim.x + 1) * gridDim.x;
        while (*arrived < complete) {
        }
        __threadfence();
    }
    __syncthreads();
}
#endif

constexpr int threads = 64, rounds = 5;

// Each round adds the neighbouring block's value of the round before: wrong as soon as one block
// runs ahead.
__global__ void rotate(int* values, int* next) {
    const int blocks = static_cast<int>(gridDim.x);
    const int mine = blockIdx.x * blockDim.x + threadIdx.x;
    const int other = (blockIdx.x + 1) % blocks * blockDim.x + threadIdx.x;
    for (int round = 0; round < rounds; ++round) {
        next[mine] = values[mine] + values[other];
        wait_for_grid();
        int* const swapped = values;
        values = next;
        next = swapped;
    }
}

__global__ void plain(int* out) {
    unsigned low, high;
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    if (threadIdx.x == 0) *out = low == 0 && high == 0;
}

std::vector<int> rotated(std::vector<int> values, int blocks) {
    for (int round = 0; round < rounds; ++round) {
        std::vector<int> next(values.size());
        for (int i = 0; i < blocks * threads; ++i)
            next[i] = values[i] + values[(i + threads) % (blocks * threads)];
        values = next;
    }
    return values;
}

void check_grid(int blocks, cudaStream_t stream) {
    std::vector<int> start(blocks * threads);
    for (int i = 0; i < blocks * threads; ++i) start[i] = i % 37 - 9;
    DeviceArray<int> values(start), next(start.size());
    int *from = values.data(), *to = next.data();
    void* arguments[] = {&from, &to};
    CUDA_CHECK(cudaLaunchCooperativeKernel(rotate, blocks, threads, arguments, 0, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    expect_all("rotated", rounds % 2 == 0 ? values.host() : next.host(), rotated(start, blocks));
}

void check_refusals() {
    int *nothing = nullptr, processors = 0, resident = 0;
    void* arguments[] = {&nothing, &nothing};
    CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, rotate, threads, 0));
    expect("one block more than fit",
           cudaLaunchCooperativeKernel((const void*)rotate, processors * resident + 1, threads,
                                       arguments, 0, nullptr),
           cudaErrorCooperativeLaunchTooLarge);
    expect("its error is kept", cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
    expect("no block", cudaLaunchCooperativeKernel((void*)rotate, 0, threads, arguments),
           cudaErrorInvalidConfiguration);
    expect("its error is kept too", cudaGetLastError(), cudaErrorInvalidConfiguration);
}

int main() {
    int able = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&able, cudaDevAttrCooperativeLaunch, 0));
    expect("able", able, 1);
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    check_grid(1, nullptr);
    check_grid(7, nullptr);
    check_grid(40, stream);
    check_grid(40, stream);  // the workspace is zero again
    check_refusals();
    CUDA_CHECK(cudaStreamDestroy(stream));
    return finish("cooperative");
}

// Threads quit a cuda::pipeline one warp after the other, and those that are left go on, as CUDA
// documents it. (With the headers of CUDA 13.0 they wait for ever: quit only counts there.)
// expect: cuda_pipeline_quit: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <cooperative_groups.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
constexpr auto block_scope = cuda::thread_scope_block;

constexpr int threads = 128, batches = 5;

// Thread t takes part in t / 32 + 2 batches; the others go on without it.
__global__ void fewer_and_fewer(const int* in, int* out, int* last) {
    constexpr int stages = 2;
    __shared__ cuda::pipeline_shared_state<block_scope, stages> state;
    __shared__ int buffer[stages][threads];
    const cg::thread_block block = cg::this_thread_block();
    const int me = threadIdx.x, count = me / 32 + 2;
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int batch = 0; batch < count; ++batch) {
        pipe.producer_acquire();
        cuda::memcpy_async(&buffer[batch % stages][me], &in[batch * threads + me], sizeof(int),
                           pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        sum += buffer[batch % stages][me / 32 * 32 + 31 - me % 32];
        pipe.consumer_release();
    }
    if (pipe.quit()) atomicAdd(last, 1);
    out[me] = sum;
}

// Producers that quit while consumers still have batches to take; some producers make fewer.
__global__ void tired_producers(int* out) {
    constexpr int stages = 3;
    __shared__ cuda::pipeline_shared_state<block_scope, stages> state;
    __shared__ int buffer[stages][64];
    const cg::thread_block block = cg::this_thread_block();
    const int me = threadIdx.x;
    if (me < 64)
        for (int stage = 0; stage < stages; ++stage)
            buffer[stage][me] = 0;
    auto pipe = cuda::make_pipeline(block, &state, std::size_t(64));
    if (me < 64) {
        for (int batch = 0; batch < (me < 32 ? 3 : batches); ++batch) {
            pipe.producer_acquire();
            buffer[batch % stages][me] = batch + 1;
            pipe.producer_commit();
        }
        pipe.quit();
        return;
    }
    int sum = 0;
    for (int batch = 0; batch < batches; ++batch) {
        pipe.consumer_wait();
        sum = 10 * sum + buffer[batch % stages][me - 64];
        pipe.consumer_release();
    }
    out[me - 64] = sum;
}

int main() {
    std::vector<int> in(batches * threads);
    for (int i = 0; i < batches * threads; ++i)
        in[i] = i * 37 % 1013;
    DeviceArray<int> from(in), to(threads), last(1);
    fewer_and_fewer<<<1, threads>>>(from.data(), to.data(), last.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(threads);
    for (int t = 0; t < threads; ++t)
        for (int batch = 0; batch < t / 32 + 2; ++batch)
            expected[t] += in[batch * threads + t / 32 * 32 + 31 - t % 32];
    expect_all("fewer and fewer", to.host(), expected);
    expect("last", last.host()[0], 1);

    DeviceArray<int> sums(64);
    tired_producers<<<1, threads>>>(sums.data());
    CUDA_CHECK(cudaGetLastError());
    for (int t = 0; t < 64; ++t)
        expect("sum", sums.host()[t], t < 32 ? 12312 : 12345);
    return finish("cuda_pipeline_quit");
}

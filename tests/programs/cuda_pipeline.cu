// cuda::pipeline of a thread, of a block whose threads do everything, and of producers and
// consumers; threads that quit; and the primitives of <cuda_pipeline.h>.
// expect: cuda_pipeline: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/chrono>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;
constexpr auto block_scope = cuda::thread_scope_block;

constexpr int threads = 128, batches = 7;

std::vector<int> numbers(int count) {
    std::vector<int> values(count);
    for (int i = 0; i < count; ++i)
        values[i] = i * 37 % 1013;
    return values;
}

// --- One thread alone
// ------------------------------------------------------------------------------

// Each thread keeps two copies under way; it needs no other thread.
__global__ void alone(const int* in, int* out) {
    __shared__ int buffer[2][threads];
    const int me = threadIdx.x;
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    const auto fetch = [&](int batch) {
        pipe.producer_acquire();
        if (batch < batches)
            cuda::memcpy_async(&buffer[batch % 2][me], &in[batch * threads + me], sizeof(int),
                               pipe);
        pipe.producer_commit();
    };
    int sum = 0;
    fetch(0);
    for (int batch = 0; batch < batches; ++batch) {
        fetch(batch + 1);
        if (batch % 2 == 0)
            cuda::pipeline_consumer_wait_prior<1>(pipe);
        else
            pipe.consumer_wait();
        sum = 3 * sum + buffer[batch % 2][me];
        pipe.consumer_release();
    }
    out[me] = sum;
}

// Copies of a pipeline that a barrier waits for.
__global__ void alone_with_barrier(const int* in, int* out) {
    __shared__ cuda::barrier<block_scope> barrier;
    __shared__ int buffer[threads];
    const int me = threadIdx.x;
    if (me == 0) init(&barrier, blockDim.x);
    __syncthreads();
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&buffer[me], &in[me], sizeof(int), pipe);
    cuda::pipeline_producer_commit(pipe, barrier);
    barrier.arrive_and_wait();
    out[me] = buffer[threads - 1 - me];
    pipe.consumer_release();
}

__global__ void primitives(const int4* in, int4* out, int* small) {
    __shared__ int4 buffer[2][threads];
    __shared__ __align__(16) int words[3][threads];
    const int me = threadIdx.x;
    for (int batch = 0; batch < 2; ++batch) {
        __pipeline_memcpy_async(&buffer[batch][me], &in[batch * threads + me], sizeof(int4));
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    const int4 first = buffer[0][me];
    __pipeline_wait_prior(0);
    const int4 second = buffer[1][me];
    out[me] = make_int4(first.x + second.x, first.y, second.z, first.w - second.w);

    const int* const source = reinterpret_cast<const int*>(in);
    words[0][me] = words[1][me] = words[2][me] = -1;
    __syncthreads();  // copies of more than a word reach the neighbours' words
    __pipeline_memcpy_async(&words[0][me], &source[me], 4);
    if (me % 2 == 0) __pipeline_memcpy_async(&words[1][me], &source[me], 8, 4);
    if (me % 4 == 0) __pipeline_memcpy_async(&words[2][me], &source[me], 16, 10);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int k = 0; k < 3; ++k)
        small[k * threads + me] = words[k][me];
}

void check_alone() {
    const std::vector<int> in = numbers(batches * threads);
    DeviceArray<int> from(in), to(threads);
    alone<<<1, threads>>>(from.data(), to.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(threads);
    for (int i = 0; i < batches * threads; ++i)
        expected[i % threads] = 3 * expected[i % threads] + in[i];
    expect_all("alone", to.host(), expected);

    alone_with_barrier<<<1, threads>>>(from.data(), to.data());
    CUDA_CHECK(cudaGetLastError());
    for (int t = 0; t < threads; ++t)
        expected[t] = in[threads - 1 - t];
    expect_all("alone with a barrier", to.host(), expected);

    const std::vector<int> wide = numbers(8 * threads);
    DeviceArray<int> wide_from(wide), wide_to(4 * threads), small(3 * threads);
    primitives<<<1, threads>>>(reinterpret_cast<const int4*>(wide_from.data()),
                               reinterpret_cast<int4*>(wide_to.data()), small.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> sums(4 * threads), words(3 * threads);
    for (int t = 0; t < threads; ++t) {
        const int *a = &wide[4 * t], *b = &wide[4 * (t + threads)];
        sums[4 * t] = a[0] + b[0];
        sums[4 * t + 1] = a[1];
        sums[4 * t + 2] = b[2];
        sums[4 * t + 3] = a[3] - b[3];
        words[t] = wide[t];
        words[threads + t] = t % 2 == 0 ? wide[t] : 0;
        // 6 bytes of 16: a word and half of the next.
        words[2 * threads + t] = t % 4 == 0 ? wide[t] : t % 4 == 1 ? wide[t] & 0xffff : 0;
    }
    expect_all("primitives", wide_to.host(), sums);
    expect_all("small primitives", small.host(), words);
}

// --- All threads produce and consume
// ---------------------------------------------------------------

template<int stages>
__global__ void unified(const int* in, int* out) {
    __shared__ cuda::pipeline_shared_state<block_scope, stages> state;
    alignas(16) __shared__ int buffer[stages][threads];
    const cg::thread_block block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int compute = 0, fetch = 0; compute < batches; ++compute) {
        for (; fetch < batches && fetch < compute + stages; ++fetch) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buffer[fetch % stages], in + fetch * threads,
                               cuda::aligned_size_t<16>(threads * sizeof(int)), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum = 3 * sum + buffer[compute % stages][threads - 1 - threadIdx.x];
        pipe.consumer_release();
    }
    out[blockIdx.x * threads + threadIdx.x] = sum;
}

template<int stages>
void check_unified(const char* what) {
    const std::vector<int> in = numbers(batches * threads);
    DeviceArray<int> from(in), to(2 * threads);
    unified<stages><<<2, threads>>>(from.data(), to.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(2 * threads);
    for (int i = 0; i < batches * threads; ++i)
        for (int block = 0; block < 2; ++block) {
            int& sum = expected[block * threads + threads - 1 - i % threads];
            sum = 3 * sum + in[i];
        }
    expect_all(what, to.host(), expected);
}

// --- Producers and consumers
// -----------------------------------------------------------------------

enum class Roles { by_count, by_role, of_lanes };

template<Roles roles>
__device__ bool is_producer() {
    if constexpr (roles == Roles::by_count) return threadIdx.x < 32;
    if constexpr (roles == Roles::by_role) return threadIdx.x / 32 % 2 == 1;
    return threadIdx.x % 4 == 3;
}
template<Roles roles>
__device__ int rank_in_role() { // 0 ... among the threads of the same role
    const int me = threadIdx.x;
    if constexpr (roles == Roles::by_count) return me < 32 ? me : me - 32;
    if constexpr (roles == Roles::by_role) return me / 64 * 32 + me % 32;
    return me % 4 == 3 ? me / 4 : me / 4 * 3 + me % 4;
}

template<Roles roles>
__global__ void partitioned(const int* in, int* out, int* last) {
    constexpr int stages = 2;
    __shared__ cuda::pipeline_shared_state<block_scope, stages> state;
    __shared__ int buffer[stages][threads];
    const cg::thread_block block = cg::this_thread_block();
    const bool produces = is_producer<roles>();
    const int rank = rank_in_role<roles>();
    constexpr int producers = roles == Roles::by_role ? threads / 2 : 32;
    auto pipe = [&] {
        if constexpr (roles == Roles::by_count)
            return cuda::make_pipeline(block, &state, std::size_t(producers));
        else
            return cuda::make_pipeline(block, &state,
                                       produces ? cuda::pipeline_role::producer
                                                : cuda::pipeline_role::consumer);
    }();
    if (produces) {
        for (int batch = 0; batch < batches; ++batch) {
            pipe.producer_acquire();
            for (int i = rank; i < threads; i += producers)
                cuda::memcpy_async(&buffer[batch % stages][i], &in[batch * threads + i],
                                   sizeof(int), pipe);
            pipe.producer_commit();
        }
    } else {
        for (int batch = 0; batch < batches; ++batch) {
            if (batch == 2)
                while (!pipe.consumer_wait_for(cuda::std::chrono::nanoseconds(50))) {
                }
            else
                pipe.consumer_wait();
            for (int i = rank; i < threads; i += threads - producers)
                out[batch * threads + i] = 2 * buffer[batch % stages][threads - 1 - i];
            pipe.consumer_release();
        }
    }
    if (pipe.quit()) atomicAdd(last, 1);
}

template<Roles roles>
void check_partitioned(const char* what) {
    const std::vector<int> in = numbers(batches * threads);
    DeviceArray<int> from(in), to(batches * threads), last(1);
    partitioned<roles><<<1, threads>>>(from.data(), to.data(), last.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(batches * threads);
    for (int i = 0; i < batches * threads; ++i)
        expected[i] = 2 * in[i / threads * threads + threads - 1 - i % threads];
    expect_all(what, to.host(), expected);
    expect(what, last.host()[0], 1);
}

int main() {
    check_alone();
    check_unified<1>("unified, 1 stage");
    check_unified<2>("unified, 2 stages");
    check_unified<4>("unified, 4 stages");
    check_partitioned<Roles::by_count>("partitioned by count");
    check_partitioned<Roles::by_role>("partitioned by role");
    check_partitioned<Roles::of_lanes>("partitioned inside warps");
    return finish("cuda_pipeline");
}

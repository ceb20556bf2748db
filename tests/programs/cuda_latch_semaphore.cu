// cuda::latch and cuda::counting_semaphore between lanes, warps, blocks and host threads.
// expect: cuda_latch_semaphore: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <cuda/atomic>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/chrono>
#include <cuda/std/latch>
#include <cuda/std/semaphore>

#include <new>
#include <thread>

using BlockLatch = cuda::latch<cuda::thread_scope_block>;
using DeviceLatch = cuda::latch<cuda::thread_scope_device>;

// --- Latches
// ---------------------------------------------------------------------------------------

// Half of the threads write and count down; the others, lanes of the same warps, wait for them.
__global__ void gather(int* out) {
    alignas(BlockLatch) __shared__ char room[sizeof(BlockLatch)];
    __shared__ int values[64];
    auto* const latch = reinterpret_cast<BlockLatch*>(room);
    const int me = threadIdx.x;
    if (me == 0) new (latch) BlockLatch(blockDim.x / 2 + 2);
    __syncthreads();
    if (me % 2 == 0) {
        values[me] = me * me;
        latch->count_down();
        if (me == 2) latch->count_down(2);
    } else {
        latch->wait();
        out[me] = values[me - 1] + (latch->try_wait() ? 1 : 0);
    }
}

// The last block to come finds all blocks' sums.
__global__ void blocks_meet(DeviceLatch* latch, int* sums, int* out) {
    if (threadIdx.x != 0) return;
    sums[blockIdx.x] = 5 * blockIdx.x;
    latch->arrive_and_wait();
    int total = 0;
    for (int b = 0; b < static_cast<int>(gridDim.x); ++b)
        total += sums[b];
    out[blockIdx.x] = total;
}
__global__ void prepare(DeviceLatch* latch, int count) {
    new (latch) DeviceLatch(count);
}

void check_latches() {
    DeviceArray<int> out(64);
    gather<<<1, 64>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(64);
    for (int t = 1; t < 64; t += 2)
        expected[t] = (t - 1) * (t - 1) + 1;
    expect_all("gather", out.host(), expected);

    constexpr int blocks = 6;
    DeviceArray<char> room(sizeof(DeviceLatch));
    DeviceArray<int> sums(blocks), totals(blocks);
    auto* const latch = reinterpret_cast<DeviceLatch*>(room.data());
    prepare<<<1, 1>>>(latch, blocks);
    blocks_meet<<<blocks, 32>>>(latch, sums.data(), totals.data());
    CUDA_CHECK(cudaGetLastError());
    expect_all("blocks", totals.host(), std::vector<int>(blocks, 5 * blocks * (blocks - 1) / 2));
}

// --- Semaphores
// ------------------------------------------------------------------------------------

__device__ cuda::counting_semaphore<cuda::thread_scope_device, 8> permits(3);
__device__ cuda::binary_semaphore<cuda::thread_scope_device> mutex(1);
__device__ cuda::atomic<int, cuda::thread_scope_device> inside(0), most(0), came(0);
__device__ int guarded;

// At most three threads at a time are between acquire and release.
__global__ void crowd() {
    permits.acquire();
    most.fetch_max(inside.fetch_add(1) + 1);
    came += 2;
    inside.fetch_sub(1);
    permits.release();

    mutex.acquire();
    ++guarded;
    mutex.release();
}

__global__ void patience(int* ok) {
    using namespace cuda::std::chrono;
    cuda::counting_semaphore<cuda::thread_scope_block>* semaphore;
    alignas(8) __shared__ char room[sizeof(*semaphore)];
    semaphore = new (room) cuda::counting_semaphore<cuda::thread_scope_block>(1);
    ok[0] = semaphore->try_acquire();
    ok[1] = !semaphore->try_acquire();
    ok[2] = !semaphore->try_acquire_for(nanoseconds(100));
    ok[3] = !semaphore->try_acquire_until(system_clock::now());
    semaphore->release(3);
    ok[4] = semaphore->try_acquire_for(seconds(1));
    ok[5] = semaphore->try_acquire_until(system_clock::now() + hours(1));
    semaphore->acquire();
    ok[6] = !semaphore->try_acquire();
    ok[7] = cuda::binary_semaphore<cuda::thread_scope_block>::max() == 1;
}

void check_semaphores() {
    constexpr int blocks = 4, threads = 64;
    crowd<<<blocks, threads>>>();
    CUDA_CHECK(cudaGetLastError());
    int got = 0;
    CUDA_CHECK(cudaMemcpyFromSymbol(&got, most, sizeof got));
    expect("never more than the permits", got >= 1 && got <= 3, true);
    CUDA_CHECK(cudaMemcpyFromSymbol(&got, inside, sizeof got));
    expect("all left", got, 0);
    CUDA_CHECK(cudaMemcpyFromSymbol(&got, came, sizeof got));
    expect("all came", got, 2 * blocks * threads);
    CUDA_CHECK(cudaMemcpyFromSymbol(&got, guarded, sizeof got));
    expect("one at a time", got, blocks * threads);

    DeviceArray<int> ok(8);
    patience<<<1, 1>>>(ok.data());
    CUDA_CHECK(cudaGetLastError());
    expect_all("patience", ok.host(), std::vector<int>(8, 1));
}

void check_host_threads() {
    constexpr int threads = 4, rounds = 300;
    cuda::std::counting_semaphore<4> permits_on_host(2);
    cuda::std::binary_semaphore lock(1);
    cuda::latch<cuda::thread_scope_system> begin(1), end(threads);
    int count = 0;
    std::vector<std::thread> workers;
    for (int me = 0; me < threads; ++me)
        workers.emplace_back([&] {
            begin.wait();
            for (int round = 0; round < rounds; ++round) {
                permits_on_host.acquire();
                lock.acquire();
                ++count;
                lock.release();
                permits_on_host.release();
            }
            end.count_down();
        });
    expect("not yet", end.try_wait(), false);
    begin.count_down();
    end.wait();
    expect("host count", count, threads * rounds);
    for (std::thread& worker : workers)
        worker.join();
}

int main() {
    check_latches();
    check_semaphores();
    check_host_threads();
    return finish("cuda_latch_semaphore");
}

// cuda::barrier in shared and global memory and on the host: tokens, counts, parities, completion
// functions, threads that drop out, and copies that a phase waits for.
// expect: cuda_barrier: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/barrier>
#include <cuda/std/chrono>
#include <cuda/std/utility>

#include <new>
#include <thread>

namespace cg = cooperative_groups;
using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;
using DeviceBarrier = cuda::barrier<cuda::thread_scope_device>;

constexpr int threads = 96;

// --- Phases: every thread reads what another wrote in the phase before ---------------------------

__global__ void phases(int* out) {
    __shared__ BlockBarrier barrier;
    __shared__ int ring[2][threads];
    const int me = threadIdx.x;
    if (me == 0) init(&barrier, blockDim.x);
    __syncthreads();
    int value = me;
    for (int round = 0; round < 6; ++round) {
        ring[round % 2][me] = value;
        BlockBarrier::arrival_token token = barrier.arrive();
        value += round; // something else meanwhile
        barrier.wait(cuda::std::move(token));
        value += ring[round % 2][(me + 1) % threads];
    }
    barrier.arrive_and_wait();
    out[blockIdx.x * threads + me] = value;
}

void check_phases() {
    constexpr int blocks = 3;
    DeviceArray<int> out(blocks * threads);
    phases<<<blocks, threads>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> value(threads), expected;
    for (int t = 0; t < threads; ++t)
        value[t] = t;
    for (int round = 0; round < 6; ++round) {
        std::vector<int> next(threads);
        for (int t = 0; t < threads; ++t)
            next[t] = value[t] + round + value[(t + 1) % threads];
        value = next;
    }
    for (int block = 0; block < blocks; ++block)
        expected.insert(expected.end(), value.begin(), value.end());
    expect_all("phases", out.host(), expected);
}

// --- Halves of a warp at different calls; one arrival for many; dropping out ---------------------

// Sums what the threads added, once a phase.
struct AddUp {
    int* sums;
    int* phase;
    int* added;
    __device__ void operator()() {
        sums[*phase] = *added;
        *added = 0;
        ++*phase;
    }
};

__global__ void halves(int* out) {
    __shared__ BlockBarrier barrier;
    __shared__ int left, right;
    if (threadIdx.x == 0) {
        left = right = 0;
        init(&barrier, blockDim.x);
    }
    __syncthreads();
    if (threadIdx.x % 2 == 0) {
        atomicAdd(&left, 1);
        barrier.arrive_and_wait();
        out[threadIdx.x] = right;
    } else {
        atomicAdd(&right, 10);
        auto token = barrier.arrive();
        barrier.wait(std::move(token));
        out[threadIdx.x] = left;
    }
}

__global__ void one_for_all(int* out) {
    __shared__ BlockBarrier barrier;
    __shared__ int values[threads];
    const int me = threadIdx.x;
    if (me == 0) init(&barrier, threads);
    __syncthreads();
    values[me] = 3 * me;
    __syncwarp();
    if (me % 32 == 0) { // the first lane of each warp arrives for all of them
        auto token = barrier.arrive(32);
        barrier.wait(std::move(token));
        int sum = 0;
        for (int k = 0; k < threads; ++k)
            sum += values[k];
        out[me / 32] = sum;
    }
}

// Thread t takes part in phases 0 ... t / 8, so that every phase has 8 threads fewer.
__global__ void leaving(int* sums) {
    using Barrier = cuda::barrier<cuda::thread_scope_block, AddUp>;
    __shared__ Barrier barrier;
    __shared__ int phase, added;
    if (threadIdx.x == 0) {
        phase = added = 0;
        init(&barrier, blockDim.x, AddUp{sums, &phase, &added});
    }
    __syncthreads();
    const int last = threadIdx.x / 8;
    for (int k = 0; k < last; ++k) {
        atomicAdd(&added, 1);
        barrier.arrive_and_wait();
    }
    atomicAdd(&added, 1);
    barrier.arrive_and_drop();
}

void check_counts() {
    DeviceArray<int> out(64);
    halves<<<1, 64>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected;
    for (int t = 0; t < 64; ++t)
        expected.push_back(t % 2 == 0 ? 320 : 32);
    expect_all("halves", out.host(), expected);

    DeviceArray<int> sums(threads / 32);
    one_for_all<<<1, threads>>>(sums.data());
    CUDA_CHECK(cudaGetLastError());
    expect_all("one for all", sums.host(),
               std::vector<int>(threads / 32, 3 * threads * (threads - 1) / 2));

    DeviceArray<int> counts(threads / 8 + 1);
    leaving<<<1, threads>>>(counts.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> fewer;
    for (int left = threads; left > 0; left -= 8)
        fewer.push_back(left);
    fewer.push_back(0);
    expect_all("leaving", counts.host(), fewer);
}

// --- Parities and patience -----------------------------------------------------------------------

// One warp fills two buffers in turn, another empties them; each waits for the other by parity.
__global__ void hand_over(const int* in, int* out, int rounds) {
    __shared__ BlockBarrier full[2], empty[2];
    __shared__ int buffer[2][32];
    if (threadIdx.x < 2) {
        init(&full[threadIdx.x], 32);
        init(&empty[threadIdx.x], 32);
    }
    __syncthreads();
    const int lane = threadIdx.x % 32;
    for (int round = 0; round < rounds; ++round) {
        const int slot = round % 2;
        const bool parity = round / 2 % 2;
        if (threadIdx.x < 32) {
            empty[slot].wait_parity(!parity); // at first "the phase before" counts as complete
            buffer[slot][lane] = in[round * 32 + lane];
            (void)full[slot].arrive();
        } else {
            full[slot].wait_parity(parity);
            out[round * 32 + lane] = 2 * buffer[slot][31 - lane];
            (void)empty[slot].arrive();
        }
    }
}

__global__ void patience(int* ok) {
    using namespace cuda::std::chrono;
    __shared__ BlockBarrier barrier;
    init(&barrier, 2);
    auto token = barrier.arrive();
    ok[0] = !barrier.try_wait_for(cuda::std::move(token), nanoseconds(200));
    ok[1] = !barrier.try_wait_parity_for(false, microseconds(1));
    ok[2] = barrier.try_wait_parity_for(true, nanoseconds(0));
    ok[3] = !barrier.try_wait_parity_until(false, system_clock::now());
    auto other = barrier.arrive();
    ok[4] = barrier.try_wait_for(cuda::std::move(other), milliseconds(1));
    ok[5] = barrier.try_wait_parity_for(false, seconds(1));
    auto later = barrier.arrive();
    (void)barrier.arrive();
    ok[6] = barrier.try_wait_until(cuda::std::move(later), system_clock::now() + hours(1));
    ok[7] = BlockBarrier::max() == (1 << 20) - 1;
}

void check_parities() {
    constexpr int rounds = 9;
    std::vector<int> in(rounds * 32), expected(rounds * 32);
    for (int i = 0; i < rounds * 32; ++i)
        in[i] = i * i % 1009;
    for (int i = 0; i < rounds * 32; ++i)
        expected[i] = 2 * in[i / 32 * 32 + 31 - i % 32];
    DeviceArray<int> from(in), to(rounds * 32), ok(8);
    hand_over<<<1, 64>>>(from.data(), to.data(), rounds);
    CUDA_CHECK(cudaGetLastError());
    expect_all("hand over", to.host(), expected);
    patience<<<1, 1>>>(ok.data());
    CUDA_CHECK(cudaGetLastError());
    expect_all("patience", ok.host(), std::vector<int>(8, 1));
}

// --- In global memory, between blocks ------------------------------------------------------------

__global__ void prepare(DeviceBarrier* barrier, int count) {
    new (barrier) DeviceBarrier(count);
}
__global__ void across_blocks(DeviceBarrier* barrier, int* values, int* sums) {
    const int total = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 1; round <= 3; ++round) {
        values[me] = round * me;
        barrier->arrive_and_wait();
        sums[me] += values[total - 1 - me];
        barrier->arrive_and_wait();
    }
}

void check_across_blocks() {
    constexpr int blocks = 4, total = blocks * 32;
    DeviceArray<int> values(total), sums(total);
    DeviceArray<char> room(sizeof(DeviceBarrier));
    auto* const barrier = reinterpret_cast<DeviceBarrier*>(room.data());
    prepare<<<1, 1>>>(barrier, total);
    across_blocks<<<blocks, 32>>>(barrier, values.data(), sums.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected;
    for (int i = 0; i < total; ++i)
        expected.push_back(6 * (total - 1 - i));
    expect_all("across blocks", sums.host(), expected);
}

// --- Copies
// ----------------------------------------------------------------------------------------

struct Item {
    short a;
    char b;
};

__global__ void copies(const int* in, const Item* items, int* out, Item* items_out) {
    __shared__ BlockBarrier barrier;
    __shared__ __align__(16) int whole[4 * threads + 3];
    __shared__ int single[threads];
    __shared__ Item some[threads];
    const cg::thread_block block = cg::this_thread_block();
    const int me = threadIdx.x;
    if (me == 0) init(&barrier, block.size());
    block.sync();

    cuda::memcpy_async(block, whole, in, cuda::aligned_size_t<16>(4 * threads * sizeof(int)),
                       barrier);
    cuda::memcpy_async(&single[me], &in[2 * me], sizeof(int), barrier);
    cuda::memcpy_async(block, some, items, sizeof some, barrier);
    barrier.arrive_and_wait();
    out[me] = whole[4 * threads - 1 - me] + single[(me + 7) % threads];
    items_out[me] = some[threads - 1 - me];
    barrier.arrive_and_wait();

    // Bytes at odd places, by the threads of one warp alone; the phase waits for all their parts.
    if (me < 32) {
        const auto warp = cg::tiled_partition<32>(block);
        cuda::memcpy_async(warp, reinterpret_cast<char*>(whole) + 1,
                           reinterpret_cast<const char*>(in) + 3, size_t(1001), barrier);
    }
    barrier.arrive_and_wait();
    out[threads + me] = reinterpret_cast<const char*>(whole)[1 + 10 * me];
}

void check_copies() {
    std::vector<int> in(4 * threads), expected(2 * threads);
    std::vector<Item> items(threads);
    for (int i = 0; i < 4 * threads; ++i)
        in[i] = i * 0x01030507;
    for (int t = 0; t < threads; ++t) {
        items[t] = {static_cast<short>(3 * t), static_cast<char>(t)};
        expected[t] = in[4 * threads - 1 - t] + in[2 * ((t + 7) % threads)];
        expected[threads + t] = reinterpret_cast<const char*>(in.data())[3 + 10 * t];
    }
    DeviceArray<int> from(in), to(2 * threads);
    DeviceArray<Item> items_from(items), items_to(threads);
    copies<<<1, threads>>>(from.data(), items_from.data(), to.data(), items_to.data());
    CUDA_CHECK(cudaGetLastError());
    expect_all("copies", to.host(), expected);
    const std::vector<Item> got = items_to.host();
    for (int t = 0; t < threads; ++t)
        expect("items", got[t].a * 1000 + got[t].b,
               items[threads - 1 - t].a * 1000 + items[threads - 1 - t].b);
}

// --- Host threads
// ----------------------------------------------------------------------------------

void check_host_threads() {
    constexpr int count = 3, rounds = 50;
    int completions = 0;
    auto complete = [&completions] { ++completions; };
    cuda::barrier<cuda::thread_scope_system, decltype(complete)> barrier(count, complete);
    cuda::std::barrier<> plain(count);
    std::vector<int> values(count), sums(count);
    std::vector<std::thread> workers;
    for (int me = 0; me < count; ++me)
        workers.emplace_back([&, me] {
            for (int round = 0; round < rounds; ++round) {
                values[me] = round + me;
                auto token = barrier.arrive();
                barrier.wait(std::move(token));
                sums[me] += values[(me + 1) % count];
                plain.arrive_and_wait();
            }
            barrier.arrive_and_drop();
        });
    for (std::thread& worker : workers)
        worker.join();
    for (int me = 0; me < count; ++me)
        expect("host sums", sums[me], rounds * (rounds - 1) / 2 + rounds * ((me + 1) % count));
    expect("host completions", completions, rounds + 1);
}

int main() {
    check_phases();
    check_counts();
    check_parities();
    check_across_blocks();
    check_copies();
    check_host_threads();
    return finish("cuda_barrier");
}

// Messages passed by cuda::atomic: release and acquire, fences, waiting, locks, between lanes,
// warps, blocks and host threads.
// expect: cuda_atomic_order: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <cuda/atomic>
#include <cuda/std/atomic>

#include <thread>

using Flag = cuda::atomic<int, cuda::thread_scope_device>;

// --- Between blocks: a value is written before the flag that tells of it -------------------------

enum class By { release, fence, sequential };

template<By by>
__device__ void publish(Flag* ready, int* value, int number) {
    *value = 100 + number;
    if constexpr (by == By::release) {
        ready->store(number, cuda::memory_order_release);
    } else if constexpr (by == By::fence) {
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        ready->store(number, cuda::memory_order_relaxed);
    } else {
        ready->store(number);
    }
}

template<By by>
__device__ int receive(Flag* ready, const int* value, int number) {
    if constexpr (by == By::release) {
        while (ready->load(cuda::memory_order_acquire) != number) {
        }
    } else if constexpr (by == By::fence) {
        while (ready->load(cuda::memory_order_relaxed) != number) {
        }
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    } else {
        while (*ready != number) {
        }
    }
    return *value;
}

// Block b waits for block b - 1; the first one begins.
template<By by>
__global__ void chain(Flag* ready, int* values, int* seen) {
    if (threadIdx.x != 0) return;
    const int block = blockIdx.x;
    if (block > 0) seen[block] = receive<by>(&ready[block - 1], &values[block - 1], block);
    publish<by>(&ready[block], &values[block], block + 1);
}

template<By by>
void check_chain(const char* what) {
    constexpr int blocks = 5;
    DeviceArray<int> ready(blocks), values(blocks), seen(blocks);
    chain<by><<<blocks, 32>>>(reinterpret_cast<Flag*>(ready.data()), values.data(), seen.data());
    CUDA_CHECK(cudaGetLastError());
    expect_all(what, seen.host(), std::vector<int>{0, 101, 102, 103, 104});
}

// --- Inside a block: waiting until a value changes -----------------------------------------------

// Thread k waits until the value is k, and makes it k + 1; neighbours are lanes of one warp.
__global__ void relay(int* order) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> turn;
    if (threadIdx.x == 0) turn = 0;
    __syncthreads();
    const int me = static_cast<int>(blockDim.x - 1 - threadIdx.x);
    for (int now = turn.load(cuda::memory_order_acquire); now != me;
         now = turn.load(cuda::memory_order_acquire))
        turn.wait(now, cuda::memory_order_acquire);
    order[me] = static_cast<int>(threadIdx.x);
    turn.store(me + 1, cuda::memory_order_release);
    turn.notify_all();
}

void check_relay() {
    constexpr int threads = 80;
    DeviceArray<int> order(threads);
    relay<<<1, threads>>>(order.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected;
    for (int k = 0; k < threads; ++k)
        expected.push_back(threads - 1 - k);
    expect_all("relay", order.host(), expected);
}

// --- Locks, which all lanes of a warp contend for ------------------------------------------------

__device__ cuda::std::atomic_flag flag_lock = ATOMIC_FLAG_INIT;
__device__ cuda::atomic<int, cuda::thread_scope_device> swap_lock{0};
__device__ int guarded[2];

__global__ void contend() {
    while (flag_lock.test_and_set(cuda::memory_order_acquire)) {
    }
    guarded[0] = guarded[0] * 3 % 1000 + 1; // no atomic operation: the lock keeps others out
    flag_lock.clear(cuda::memory_order_release);

    int free = 0;
    while (!swap_lock.compare_exchange_weak(free, 1, cuda::memory_order_acquire,
                                            cuda::memory_order_relaxed))
        free = 0;
    guarded[1] += 2;
    swap_lock.store(0, cuda::memory_order_release);
}

void check_locks() {
    constexpr int blocks = 3, threads = 64;
    contend<<<blocks, threads>>>();
    CUDA_CHECK(cudaGetLastError());
    int got[2];
    CUDA_CHECK(cudaMemcpyFromSymbol(got, guarded, sizeof got));
    int expected = 0;
    for (int i = 0; i < blocks * threads; ++i)
        expected = expected * 3 % 1000 + 1;
    expect("flag lock", got[0], expected);
    expect("swap lock", got[1], 2 * blocks * threads);
}

// --- Store buffering: with sequential consistency one of the two sees the other ------------------

__global__ void cross(Flag* flags, int* seen, int rounds) {
    if (threadIdx.x != 0) return;
    const int me = blockIdx.x, other = 1 - me;
    for (int round = 0; round < rounds; ++round) {
        Flag* const pair = flags + 2 * round;
        pair[me].store(1, cuda::memory_order_relaxed);
        cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
        seen[2 * round + me] = pair[other].load(cuda::memory_order_relaxed);
    }
}

void check_cross() {
    constexpr int rounds = 200;
    DeviceArray<int> flags(2 * rounds), seen(2 * rounds);
    cross<<<2, 32>>>(reinterpret_cast<Flag*>(flags.data()), seen.data(), rounds);
    CUDA_CHECK(cudaGetLastError());
    const std::vector<int> got = seen.host();
    int missed = 0;
    for (int round = 0; round < rounds; ++round)
        missed += got[2 * round] + got[2 * round + 1] == 0;
    expect("store buffering", missed, 0);
}

// --- Every fence ---------------------------------------------------------------------------------

__host__ __device__ inline void all_fences() {
    for (const auto order :
         {cuda::memory_order_relaxed, cuda::memory_order_acquire, cuda::memory_order_release,
          cuda::memory_order_acq_rel, cuda::memory_order_seq_cst}) {
        for (const auto scope : {cuda::thread_scope_system, cuda::thread_scope_device,
                                 cuda::thread_scope_block, cuda::thread_scope_thread})
            cuda::atomic_thread_fence(order, scope);
        cuda::std::atomic_thread_fence(order);
        cuda::std::atomic_signal_fence(order);
    }
}
__global__ void fences(int* done) {
    all_fences();
    *done = 1;
}

void check_fences() {
    DeviceArray<int> done(1);
    fences<<<1, 1>>>(done.data());
    CUDA_CHECK(cudaGetLastError());
    expect("fences", done.host()[0], 1);
    all_fences();
}

// --- Host threads --------------------------------------------------------------------------------

void check_host_threads() {
    cuda::atomic<long long> count(0);
    cuda::atomic<int> turn(0);
    cuda::atomic<unsigned char> small(0);
    cuda::atomic<double> sum(0.0);
    cuda::std::atomic_flag lock{};
    long long guarded_count = 0;
    std::vector<std::thread> workers;
    constexpr int threads = 4, rounds = 500;
    for (int me = 0; me < threads; ++me)
        workers.emplace_back([&, me] {
            for (int round = 0; round < rounds; ++round) {
                count.fetch_add(me, cuda::memory_order_relaxed);
                small++;
                sum += 0.5;
                while (lock.test_and_set(cuda::memory_order_acquire))
                    std::this_thread::yield();
                ++guarded_count;
                lock.clear(cuda::memory_order_release);
            }
            for (int now = turn; now != me; now = turn)
                turn.wait(now);
            turn.store(me + 1);
            turn.notify_all();
        });
    for (std::thread& worker : workers)
        worker.join();
    expect("host sum", count.load(), 6ll * rounds);
    expect("host bytes", int(small.load()), threads * rounds % 256);
    expect("host doubles", sum.load(), 0.5 * threads * rounds);
    expect("host lock", guarded_count, 1ll * threads * rounds);
    expect("host turns", turn.load(), threads);
}

int main() {
    check_chain<By::release>("release and acquire");
    check_chain<By::fence>("fences");
    check_chain<By::sequential>("sequential");
    check_relay();
    check_locks();
    check_cross();
    check_fences();
    check_host_threads();
    return finish("cuda_atomic_order");
}

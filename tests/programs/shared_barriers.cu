// Runs block barriers of every kind: counting, voting, named, arriving and reducing ones.
// expect: shared_barriers: ok
// exit: 0
// cli-exit: 0

#include "check.h"

// --- __syncthreads and its voting forms ----------------------------------------------------------

constexpr int threads = 96;  // three warps

__global__ void vote_in_block(int* out) {
    const int i = threadIdx.x;
    int* mine = out + i * 5;
    mine[0] = __syncthreads_count(i % 5 == 0);
    mine[1] = __syncthreads_and(i < threads);
    mine[2] = __syncthreads_and(i != 50);
    mine[3] = __syncthreads_or(i == 50);
    mine[4] = __syncthreads_or(i > threads);
}

void check_votes() {
    DeviceArray<int> out(threads * 5);
    vote_in_block<<<1, threads>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<int> got = out.host();
    for (int i = 0; i < threads; ++i) {
        expect("count", got[i * 5], 20);
        expect("and of all", got[i * 5 + 1] != 0, true);
        expect("and of all but one", got[i * 5 + 2] != 0, false);
        expect("or of one", got[i * 5 + 3] != 0, true);
        expect("or of none", got[i * 5 + 4] != 0, false);
    }
}

// A barrier in a loop with a uniform condition; every round reads what another warp wrote.
__global__ void rotate(int* out, int rounds) {
    __shared__ int ring[2][threads];
    const int i = threadIdx.x;
    ring[0][i] = i;
    __syncthreads();
    for (int round = 0; round < rounds; ++round) {
        ring[(round + 1) % 2][i] = ring[round % 2][(i + 37) % threads];
        __syncthreads();
    }
    out[i] = ring[rounds % 2][i];
}

void check_rotation() {
    const int rounds = 11;
    DeviceArray<int> out(threads);
    rotate<<<1, threads>>>(out.data(), rounds);
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(threads);
    for (int i = 0; i < threads; ++i) {
        expected[i] = (i + 37 * rounds) % threads;
    }
    expect_all("rotation", out.host(), expected);
}

// --- Named barriers ------------------------------------------------------------------------------

// Waits at barrier `id` until `count` threads have come.
__device__ __forceinline__ void barrier_sync(int id, int count) {
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory");
}

// Tells barrier `id` that this thread has come, and goes on.
__device__ __forceinline__ void barrier_arrive(int id, int count) {
    asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory");
}

__device__ __forceinline__ unsigned barrier_popc(int id, int count, bool predicate) {
    unsigned result;
    asm volatile(
        "{\n\t"
        ".reg .pred p;\n\t"
        "setp.ne.s32 p, %3, 0;\n\t"
        "bar.red.popc.u32 %0, %1, %2, p;\n\t"
        "}"
        : "=r"(result)
        : "r"(id), "r"(count), "r"(static_cast<int>(predicate))
        : "memory");
    return result;
}

__device__ __forceinline__ bool barrier_and(int id, int count, bool predicate) {
    int result;
    asm volatile(
        "{\n\t"
        ".reg .pred p, q;\n\t"
        "setp.ne.s32 p, %3, 0;\n\t"
        "bar.red.and.pred q, %1, %2, p;\n\t"
        "selp.s32 %0, 1, 0, q;\n\t"
        "}"
        : "=r"(result)
        : "r"(id), "r"(count), "r"(static_cast<int>(predicate))
        : "memory");
    return result != 0;
}

__device__ __forceinline__ bool barrier_or(int id, int count, bool predicate) {
    int result;
    asm volatile(
        "{\n\t"
        ".reg .pred p, q;\n\t"
        "setp.ne.s32 p, %3, 0;\n\t"
        "bar.red.or.pred q, %1, %2, p;\n\t"
        "selp.s32 %0, 1, 0, q;\n\t"
        "}"
        : "=r"(result)
        : "r"(id), "r"(count), "r"(static_cast<int>(predicate))
        : "memory");
    return result != 0;
}

// Two pairs of warps, each with its own barrier, go through different numbers of rounds.
__global__ void pairs_of_warps(int* out) {
    __shared__ int words[128];
    const int i = threadIdx.x, pair = i / 64, within = i % 64;
    const int id = pair + 1;
    int value = i;
    for (int round = 0; round < 3 + pair * 4; ++round) {
        words[i] = value;
        barrier_sync(id, 64);
        value = words[pair * 64 + (within + 32) % 64] + 1;
        barrier_sync(id, 64);
    }
    out[i * 4] = value;
    out[i * 4 + 1] = static_cast<int>(barrier_popc(id, 64, within % 3 == 0));
    out[i * 4 + 2] = barrier_and(id, 64, pair == 0 || within != 9);
    out[i * 4 + 3] = barrier_or(id, 64, pair == 0 && within == 9);
}

void check_named_barriers() {
    DeviceArray<int> out(128 * 4);
    pairs_of_warps<<<1, 128>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected;
    for (int i = 0; i < 128; ++i) {
        const int pair = i / 64, within = i % 64, rounds = 3 + pair * 4;  // both odd
        expected.insert(expected.end(), {pair * 64 + (within + 32) % 64 + rounds, 22, pair == 0,
                                         pair == 0});
    }
    expect_all("named barriers", out.host(), expected);
}

// --- Producer and consumer warps -----------------------------------------------------------------

constexpr int slots = 2, items = 9;

// Warp 0 fills slots, warp 1 empties them. A slot has two barriers: "full", where the producer
// arrives and the consumer waits, and "empty", the other way round.
__global__ void producer_and_consumer(int* out) {
    __shared__ int slot_words[slots][32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp == 0) {
        for (int item = 0; item < items; ++item) {
            const int slot = item % slots;
            if (item >= slots) {
                barrier_sync(3 + slot, 64);  // until the consumer has emptied it
            }
            slot_words[slot][lane] = item * 100 + lane;
            barrier_arrive(1 + slot, 64);
        }
    } else {
        for (int item = 0; item < items; ++item) {
            const int slot = item % slots;
            barrier_sync(1 + slot, 64);  // until the producer has filled it
            out[item * 32 + lane] = slot_words[slot][31 - lane];
            if (item + slots < items) {
                barrier_arrive(3 + slot, 64);
            }
        }
    }
}

void check_producer_and_consumer() {
    DeviceArray<int> out(items * 32);
    producer_and_consumer<<<1, 64>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(items * 32);
    for (int i = 0; i < items * 32; ++i) {
        expected[i] = i / 32 * 100 + 31 - i % 32;
    }
    expect_all("producer and consumer", out.host(), expected);
}

// --- Shared arrays of two dimensions -------------------------------------------------------------

__global__ void blur(const int* in, int* out) {
    __shared__ int padded[10][18];
    const int x = threadIdx.x, y = threadIdx.y, i = y * 16 + x;
    for (int word = i; word < 10 * 18; word += 128) {
        padded[word / 18][word % 18] = 0;
    }
    __syncthreads();
    padded[y + 1][x + 1] = in[i];
    __syncthreads();
    int sum = 0;
    for (int dy = 0; dy < 3; ++dy) {
        for (int dx = 0; dx < 3; ++dx) {
            sum += padded[y + dy][x + dx];
        }
    }
    out[i] = sum;
}

void check_blur() {
    std::vector<int> in(128), expected(128);
    for (int i = 0; i < 128; ++i) {
        in[i] = i * i % 23;
    }
    for (int y = 0; y < 8; ++y) {
        for (int x = 0; x < 16; ++x) {
            for (int ny = y - 1; ny <= y + 1; ++ny) {
                for (int nx = x - 1; nx <= x + 1; ++nx) {
                    if (nx >= 0 && nx < 16 && ny >= 0 && ny < 8) {
                        expected[y * 16 + x] += in[ny * 16 + nx];
                    }
                }
            }
        }
    }
    DeviceArray<int> device_in(in), out(128);
    blur<<<1, dim3(16, 8)>>>(device_in.data(), out.data());
    CUDA_CHECK(cudaGetLastError());
    expect_all("blur", out.host(), expected);
}

int main() {
    check_votes();
    check_rotation();
    check_named_barriers();
    check_producer_and_consumer();
    check_blur();
    return finish("shared_barriers");
}

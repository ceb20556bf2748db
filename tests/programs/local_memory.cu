// Uses local arrays, addresses of locals, and pointers that may lead into any memory space.
// expect: local_memory: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <algorithm>

constexpr int threads = 64;
__constant__ int constant_words[4] = {1000, 2000, 3000, 4000};
__device__ int global_words[4] = {100, 200, 300, 400};

// --- Local arrays with computed indices ----------------------------------------------------------

__host__ __device__ inline int permute_and_weigh(int seed) {
    int words[16];
    for (int i = 0; i < 16; ++i) {
        words[(i * 7 + seed) % 16] = i * i + seed;
    }
    int sum = 0;
    for (int i = 0; i < 16; ++i) {
        sum += words[i] * (i + 1) - words[words[i] & 15];
    }
    return sum;
}

struct Record {
    char kind;
    double weight;
    short pair[2];
    unsigned char flags[3];
};

__host__ __device__ inline double records(int seed) {
    Record all[5];
    for (int i = 0; i < 5; ++i) {
        Record& record = all[(i + seed) % 5];
        record.kind = static_cast<char>('a' + i);
        record.weight = i * 0.5 + seed;
        record.pair[i % 2] = static_cast<short>(i * 100);
        record.pair[(i + 1) % 2] = static_cast<short>(-seed);
        for (int j = 0; j < 3; ++j) {
            record.flags[j] = static_cast<unsigned char>(i * 50 + j * seed);
        }
    }
    const Record copy = all[seed % 5];  // a struct copied as a whole
    all[0] = all[(seed + 3) % 5];
    return copy.weight + copy.kind + copy.pair[seed % 2] + copy.flags[seed % 3] + all[0].weight +
           all[0].flags[(seed + 1) % 3];
}

// Sorts by insertion: loops of a different length in every lane.
__host__ __device__ inline int median_of_noise(int seed) {
    constexpr int count = 21;
    int words[count];
    unsigned state = seed * 2654435761u + 1;
    for (int& word : words) {
        state = state * 1664525u + 1013904223u;
        word = static_cast<int>(state >> 20);
    }
    for (int i = 1; i < count; ++i) {
        const int word = words[i];
        int j = i;
        for (; j > 0 && words[j - 1] > word; --j) {
            words[j] = words[j - 1];
        }
        words[j] = word;
    }
    return words[count / 2];
}

// A kilobyte of bytes per thread.
__host__ __device__ inline int sieve(int limit) {
    unsigned char composite[1024];
    for (int i = 0; i < limit; ++i) {
        composite[i] = 0;
    }
    int primes = 0;
    for (int i = 2; i < limit; ++i) {
        if (composite[i] == 0) {
            ++primes;
            for (int multiple = i * 2; multiple < limit; multiple += i) {
                composite[multiple] = 1;
            }
        }
    }
    return primes;
}

__global__ void local_arrays(int* integers, double* doubles) {
    const int i = threadIdx.x;
    integers[i * 3] = permute_and_weigh(i);
    integers[i * 3 + 1] = median_of_noise(i);
    integers[i * 3 + 2] = sieve(i * 4 + 3);
    doubles[i] = records(i);
}

void check_local_arrays() {
    DeviceArray<int> integers(threads * 3);
    DeviceArray<double> doubles(threads);
    local_arrays<<<1, threads>>>(integers.data(), doubles.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected_integers;
    std::vector<double> expected_doubles;
    for (int i = 0; i < threads; ++i) {
        expected_integers.insert(expected_integers.end(),
                                 {permute_and_weigh(i), median_of_noise(i), sieve(i * 4 + 3)});
        expected_doubles.push_back(records(i));
    }
    expect_all("local arrays", integers.host(), expected_integers);
    expect_all("local records", doubles.host(), expected_doubles);
}

// --- Addresses of locals given to functions ------------------------------------------------------

__device__ __noinline__ void swap_words(int* a, int* b) {
    const int old = *a;
    *a = *b;
    *b = old;
}

__device__ __noinline__ void divide(int number, int divisor, int* quotient, int* remainder) {
    *quotient = number / divisor;
    *remainder = number % divisor;
}

// Each level of the recursion has its own array; the pointer leads to the caller's.
__device__ __noinline__ int sum_levels(const int* above, int level) {
    int mine[3];
    for (int i = 0; i < 3; ++i) {
        mine[i] = above[(i + 1) % 3] + level;
    }
    const int below = level == 0 ? 0 : sum_levels(mine, level - 1);
    return below * 2 + mine[0] - mine[2];
}

int sum_levels_on_host(const int* above, int level) {
    int mine[3];
    for (int i = 0; i < 3; ++i) {
        mine[i] = above[(i + 1) % 3] + level;
    }
    const int below = level == 0 ? 0 : sum_levels_on_host(mine, level - 1);
    return below * 2 + mine[0] - mine[2];
}

__global__ void addresses_of_locals(int* out) {
    const int i = threadIdx.x;
    int a = i, b = 1000 - i, quotient, remainder;
    swap_words(&a, &b);
    divide(a, i + 3, &quotient, &remainder);
    const int start[3] = {i, i * 2, i * 5};
    out[i * 4] = a;
    out[i * 4 + 1] = b;
    out[i * 4 + 2] = quotient * 1000 + remainder;
    out[i * 4 + 3] = sum_levels(start, i % 6);
}

void check_addresses_of_locals() {
    DeviceArray<int> out(threads * 4);
    addresses_of_locals<<<1, threads>>>(out.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected;
    for (int i = 0; i < threads; ++i) {
        const int a = 1000 - i, start[3] = {i, i * 2, i * 5};
        expected.insert(expected.end(), {a, i, a / (i + 3) * 1000 + a % (i + 3),
                                         sum_levels_on_host(start, i % 6)});
    }
    expect_all("addresses of locals", out.host(), expected);
}

// --- Generic addresses: one load, four spaces ----------------------------------------------------

__device__ __noinline__ int sum_four(const int* words) {
    return words[0] + words[1] + words[2] + words[3];
}

__device__ __noinline__ int space_of(const void* pointer) {
    return __isGlobal(pointer) ? 1 : __isShared(pointer) ? 2 : __isLocal(pointer) ? 3
           : __isConstant(pointer)                        ? 4
                                                          : 0;
}

__global__ void all_spaces(int* out, int* spaces) {
    __shared__ int shared_words[4];
    const int i = threadIdx.x;
    if (i < 4) {
        shared_words[i] = (i + 1) * 10;
    }
    __syncthreads();

    int local_words[4];
    for (int j = 0; j < 4; ++j) {
        local_words[j] = i + j;
    }

    // Lanes of one warp follow pointers into different spaces with the same instruction.
    const int* pointers[4] = {global_words, shared_words, local_words, constant_words};
    out[i] = sum_four(pointers[i % 4]);
    spaces[i] = space_of(pointers[(i / 2) % 4]);

    // Stores through a generic address, to shared and to local memory.
    __syncthreads();
    int* target = i == 0 ? &shared_words[2] : &local_words[2];
    *target = -7 - i;
    __syncthreads();
    out[threads + i] = shared_words[2] * 1000 + local_words[2];
}

void check_all_spaces() {
    DeviceArray<int> out(threads * 2), spaces(threads);
    all_spaces<<<1, threads>>>(out.data(), spaces.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<int> expected(threads * 2), expected_spaces(threads);
    for (int i = 0; i < threads; ++i) {
        const int sums[4] = {1000, 100, 4 * i + 6, 10000};
        expected[i] = sums[i % 4];
        expected[threads + i] = -7 * 1000 + (i == 0 ? 2 : -7 - i);
        expected_spaces[i] = (i / 2) % 4 + 1;
    }
    expect_all("generic addresses", out.host(), expected);
    expect_all("spaces", spaces.host(), expected_spaces);
}

int main() {
    check_local_arrays();
    check_addresses_of_locals();
    check_all_spaces();
    return finish("local_memory");
}

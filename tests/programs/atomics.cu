// Runs every atomic operation on every type it exists for, on global, shared and generic addresses.
// expect: atomics: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <algorithm>

constexpr int blocks = 6, threads = 96, total = blocks * threads;

// One word per operation; the results do not depend on the order of the threads.
struct Words {
    int add_i, sub_i, min_i, max_i, and_i, or_i, xor_i;
    unsigned add_u, sub_u, min_u, max_u, and_u, or_u, xor_u, inc_u, dec_u;
    unsigned long long add_ull, min_ull, max_ull, and_ull, or_ull, xor_ull;
    long long min_ll, max_ll;
    float add_f;
    double add_d;
};

__host__ __device__ inline Words initial_words() {
    Words words = {};
    words.and_i = -1;
    words.and_u = ~0u;
    words.and_ull = ~0ull;
    words.min_i = 1 << 30;
    words.max_i = -(1 << 30);
    words.inc_u = 7;
    words.min_u = ~0u;
    words.dec_u = 3;
    words.min_ll = 1ll << 60;
    words.max_ll = -(1ll << 60);
    words.min_ull = ~0ull;
    return words;
}

// The values that thread i contributes.
__host__ __device__ inline int small(int i) { return i * 7 % 101 - 50; }
__host__ __device__ inline long long big(int i) { return small(i) * 10'000'000'000ll + i; }
__host__ __device__ inline unsigned bits(int i) { return 1u << (i * 5 % 32); }
__host__ __device__ inline unsigned long long wide_bits(int i) { return 1ull << (i * 11 % 64); }

__device__ __forceinline__ void contribute(Words* w, int i) {
    atomicAdd(&w->add_i, small(i));
    atomicAdd(&w->add_u, static_cast<unsigned>(small(i)));
    atomicAdd(&w->add_ull, static_cast<unsigned long long>(big(i)));
    atomicAdd(&w->add_f, static_cast<float>(small(i)));
    atomicAdd(&w->add_d, small(i) * 0.25);
    atomicSub(&w->sub_i, small(i));
    atomicSub(&w->sub_u, static_cast<unsigned>(small(i)));
    atomicMin(&w->min_i, small(i));
    atomicMin(&w->min_u, static_cast<unsigned>(small(i)));
    atomicMin(&w->min_ll, big(i));
    atomicMin(&w->min_ull, static_cast<unsigned long long>(big(i)));
    atomicMax(&w->max_i, small(i));
    atomicMax(&w->max_u, static_cast<unsigned>(small(i)));
    atomicMax(&w->max_ll, big(i));
    atomicMax(&w->max_ull, static_cast<unsigned long long>(big(i)));
    atomicAnd(&w->and_i, static_cast<int>(~bits(i) | 0x00ff00ffu));
    atomicAnd(&w->and_u, ~bits(i) | 0xff00ff00u);
    atomicAnd(&w->and_ull, ~wide_bits(i) | 0xf0f0f0f0f0f0f0f0ull);
    atomicOr(&w->or_i, static_cast<int>(bits(i) & 0x0ff0f00fu));
    atomicOr(&w->or_u, bits(i) & 0x12345678u);
    atomicOr(&w->or_ull, wide_bits(i) & 0x123456789abcdef0ull);
    atomicXor(&w->xor_i, small(i));
    atomicXor(&w->xor_u, static_cast<unsigned>(i) * 0x9e3779b9u);
    atomicXor(&w->xor_ull, static_cast<unsigned long long>(i) * 0x9e3779b97f4a7c15ull);
    atomicInc(&w->inc_u, 9);   // 0 .. 9 and round again
    atomicDec(&w->dec_u, 12);  // 12 .. 0 and round again
}

void contribute_on_host(Words* w, int i) {
    w->add_i += small(i);
    w->add_u += static_cast<unsigned>(small(i));
    w->add_ull += static_cast<unsigned long long>(big(i));
    w->add_f += static_cast<float>(small(i));
    w->add_d += small(i) * 0.25;
    w->sub_i -= small(i);
    w->sub_u -= static_cast<unsigned>(small(i));
    w->min_i = std::min(w->min_i, small(i));
    w->min_u = std::min(w->min_u, static_cast<unsigned>(small(i)));
    w->min_ll = std::min(w->min_ll, big(i));
    w->min_ull = std::min(w->min_ull, static_cast<unsigned long long>(big(i)));
    w->max_i = std::max(w->max_i, small(i));
    w->max_u = std::max(w->max_u, static_cast<unsigned>(small(i)));
    w->max_ll = std::max(w->max_ll, big(i));
    w->max_ull = std::max(w->max_ull, static_cast<unsigned long long>(big(i)));
    w->and_i &= static_cast<int>(~bits(i) | 0x00ff00ffu);
    w->and_u &= ~bits(i) | 0xff00ff00u;
    w->and_ull &= ~wide_bits(i) | 0xf0f0f0f0f0f0f0f0ull;
    w->or_i |= static_cast<int>(bits(i) & 0x0ff0f00fu);
    w->or_u |= bits(i) & 0x12345678u;
    w->or_ull |= wide_bits(i) & 0x123456789abcdef0ull;
    w->xor_i ^= small(i);
    w->xor_u ^= static_cast<unsigned>(i) * 0x9e3779b9u;
    w->xor_ull ^= static_cast<unsigned long long>(i) * 0x9e3779b97f4a7c15ull;
    w->inc_u = w->inc_u >= 9 ? 0 : w->inc_u + 1;
    w->dec_u = w->dec_u == 0 || w->dec_u > 12 ? 12 : w->dec_u - 1;
}

__device__ __noinline__ void contribute_generic(Words* words, int i) { contribute(words, i); }

__global__ void on_global(Words* words) {
    contribute(words, blockIdx.x * blockDim.x + threadIdx.x);
}

__global__ void on_shared(Words* out) {
    __shared__ Words words;
    if (threadIdx.x == 0) {
        words = initial_words();
    }
    __syncthreads();
    contribute(&words, blockIdx.x * blockDim.x + threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
        out[blockIdx.x] = words;
    }
}

// The same instructions meet a shared address in even blocks and a global one in odd blocks.
__global__ void on_generic(Words* out) {
    __shared__ Words words;
    if (threadIdx.x == 0) {
        words = initial_words();
    }
    __syncthreads();
    const bool shared = blockIdx.x % 2 == 0;
    contribute_generic(shared ? &words : &out[blockIdx.x],
                       blockIdx.x * blockDim.x + threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0 && shared) {
        out[blockIdx.x] = words;
    }
}

void expect_words(const std::string& where, const Words& got, const Words& expected) {
#define EXPECT_WORD(name) expect((where + " " #name).c_str(), got.name, expected.name)
    EXPECT_WORD(add_i);
    EXPECT_WORD(add_u);
    EXPECT_WORD(add_ull);
    EXPECT_WORD(add_f);
    EXPECT_WORD(add_d);
    EXPECT_WORD(sub_i);
    EXPECT_WORD(sub_u);
    EXPECT_WORD(min_i);
    EXPECT_WORD(min_u);
    EXPECT_WORD(min_ll);
    EXPECT_WORD(min_ull);
    EXPECT_WORD(max_i);
    EXPECT_WORD(max_u);
    EXPECT_WORD(max_ll);
    EXPECT_WORD(max_ull);
    EXPECT_WORD(and_i);
    EXPECT_WORD(and_u);
    EXPECT_WORD(and_ull);
    EXPECT_WORD(or_i);
    EXPECT_WORD(or_u);
    EXPECT_WORD(or_ull);
    EXPECT_WORD(xor_i);
    EXPECT_WORD(xor_u);
    EXPECT_WORD(xor_ull);
    EXPECT_WORD(inc_u);
    EXPECT_WORD(dec_u);
#undef EXPECT_WORD
}

void check_words() {
    Words expected_all = initial_words();
    std::vector<Words> expected(blocks, initial_words());
    for (int i = 0; i < total; ++i) {
        contribute_on_host(&expected_all, i);
        contribute_on_host(&expected[i / threads], i);
    }

    DeviceArray<Words> global(std::vector<Words>{initial_words()});
    on_global<<<blocks, threads>>>(global.data());
    CUDA_CHECK(cudaGetLastError());
    expect_words("global", global.host()[0], expected_all);

    DeviceArray<Words> shared(blocks);
    on_shared<<<blocks, threads>>>(shared.data());
    CUDA_CHECK(cudaGetLastError());
    DeviceArray<Words> generic(std::vector<Words>(blocks, initial_words()));
    on_generic<<<blocks, threads>>>(generic.data());
    CUDA_CHECK(cudaGetLastError());
    for (int block = 0; block < blocks; ++block) {
        expect_words("shared", shared.host()[block], expected[block]);
        expect_words("generic", generic.host()[block], expected[block]);
    }
}

// --- Results: each thread gets what was there before ---------------------------------------------

template <class T>
__global__ void take_numbers(T* next, int* taken) {
    const T number = atomicAdd(next, T(1));
    atomicAdd(&taken[static_cast<int>(number)], 1);
}

template <class T>
void check_add_results(const char* name) {
    DeviceArray<T> next(1);
    DeviceArray<int> taken(total);
    take_numbers<<<blocks, threads>>>(next.data(), taken.data());
    CUDA_CHECK(cudaGetLastError());
    expect(name, next.host()[0], T(total));
    expect_all(name, taken.host(), std::vector<int>(total, 1));
}

// Everybody swaps in its own number, so what came out and what is left are all numbers and 0.
template <class T>
__global__ void exchange(T* word, unsigned long long* sum) {
    const T before = atomicExch(word, T(blockIdx.x * blockDim.x + threadIdx.x + 1));
    atomicAdd(sum, static_cast<unsigned long long>(before));
}

template <class T>
void check_exchange(const char* name) {
    DeviceArray<T> word(1);
    DeviceArray<unsigned long long> sum(1);
    exchange<<<blocks, threads>>>(word.data(), sum.data());
    CUDA_CHECK(cudaGetLastError());
    const auto left = static_cast<unsigned long long>(word.host()[0]);
    expect(name, sum.host()[0] + left, total * (total + 1ull) / 2);
}

// Any update can be built from compare-and-swap: read, compute, and try until nobody interfered.
template <class T>
__global__ void count_by_compare_and_swap(T* word) {
    T seen = atomicCAS(word, T(0), T(0));
    while (true) {
        const T before = atomicCAS(word, seen, static_cast<T>(seen + 3));
        if (before == seen) {
            break;
        }
        seen = before;
    }
}

template <class T>
void check_compare_and_swap(const char* name) {
    DeviceArray<T> words(std::vector<T>{0, 111});
    count_by_compare_and_swap<<<blocks, threads>>>(words.data());
    CUDA_CHECK(cudaGetLastError());
    expect(name, words.host()[0], T(3 * total));
    expect(name, words.host()[1], T(111));  // the neighbour is left alone
}

// --- Scopes --------------------------------------------------------------------------------------

struct Scoped {
    int add, max, exchange;
    unsigned long long bits;
    unsigned swapped;
};

__global__ void scopes(Scoped* per_block, Scoped* system) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Scoped* block = &per_block[blockIdx.x];
    atomicAdd_block(&block->add, small(i));
    atomicMax_block(&block->max, i);
    atomicExch_block(&block->exchange, 5);
    atomicOr_block(&block->bits, wide_bits(i));
    atomicCAS_block(&block->swapped, 0u, 9u);
    atomicAdd_system(&system->add, small(i));
    atomicMax_system(&system->max, i);
    atomicExch_system(&system->exchange, 5);
    atomicOr_system(&system->bits, wide_bits(i));
    atomicCAS_system(&system->swapped, 0u, 9u);
}

void check_scopes() {
    DeviceArray<Scoped> per_block(blocks), system(1);
    scopes<<<blocks, threads>>>(per_block.data(), system.data());
    CUDA_CHECK(cudaGetLastError());
    std::vector<Scoped> expected(blocks + 1, Scoped{0, 0, 5, 0, 9});
    for (int i = 0; i < total; ++i) {
        for (Scoped* e : {&expected[i / threads], &expected[blocks]}) {
            e->add += small(i);
            e->max = std::max(e->max, i);
            e->bits |= wide_bits(i);
        }
    }
    std::vector<Scoped> got = per_block.host();
    got.push_back(system.host()[0]);
    for (int i = 0; i <= blocks; ++i) {
        expect("scoped add", got[i].add, expected[i].add);
        expect("scoped max", got[i].max, expected[i].max);
        expect("scoped exchange", got[i].exchange, expected[i].exchange);
        expect("scoped bits", got[i].bits, expected[i].bits);
        expect("scoped compare and swap", got[i].swapped, expected[i].swapped);
    }
}

int main() {
    check_words();
    check_add_results<int>("numbers int");
    check_add_results<unsigned>("numbers unsigned");
    check_add_results<unsigned long long>("numbers 64 bits");
    check_add_results<float>("numbers float");
    check_add_results<double>("numbers double");
    check_exchange<int>("exchange int");
    check_exchange<unsigned>("exchange unsigned");
    check_exchange<unsigned long long>("exchange 64 bits");
    check_exchange<float>("exchange float");
    check_compare_and_swap<int>("compare and swap int");
    check_compare_and_swap<unsigned>("compare and swap unsigned");
    check_compare_and_swap<unsigned long long>("compare and swap 64 bits");
    check_compare_and_swap<unsigned short>("compare and swap 16 bits");
    check_scopes();
    return finish("atomics");
}

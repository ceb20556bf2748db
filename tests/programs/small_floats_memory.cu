// Shuffles, loads and stores with cache operators and atomic additions of __half, __nv_bfloat16 and their pairs.
// expect: half: shuffles, cached accesses, atomic sums
// expect: bfloat16: shuffles, cached accesses, atomic sums
// expect: small_floats_memory: ok
// exit: 0
// cli-exit: 0

#include "small_floats.h"

constexpr int threads = 256;

// Every value is a whole number that the format holds, so that it can be asked for.
template <class T, class T2>
__global__ void shuffle(float* results) {
    const int thread = threadIdx.x;
    const unsigned all = 0xffffffffu;
    const T a(thread);
    const T2 p(T(thread), T(threads - 1 - thread));
    float* here = results + thread * 16;
    *here++ = float(__shfl_sync(all, a, 5));
    *here++ = float(__shfl_up_sync(all, a, 3));
    *here++ = float(__shfl_down_sync(all, a, 3));
    *here++ = float(__shfl_xor_sync(all, a, 9));
    *here++ = float(__shfl_sync(all, a, 5, 8));
    *here++ = float(__shfl_up_sync(all, a, 1, 4));
    *here++ = float(__shfl_down_sync(all, a, 1, 4));
    *here++ = float(__shfl_xor_sync(all, a, 1, 4));
    const T2 pairs[] = {__shfl_sync(all, p, 5), __shfl_up_sync(all, p, 3), __shfl_down_sync(all, p, 3),
                        __shfl_xor_sync(all, p, 9)};
    for (const T2& pair : pairs) {
        *here++ = float(pair.x);
        *here++ = float(pair.y);
    }
}

template <class V>
__global__ void load_and_store(const V* from, V* to) {
    const int i = threadIdx.x, n = threads;
    __stwb(to + i, __ldg(from + i));
    __stcg(to + n + i, __ldca(from + n + i));
    __stcs(to + 2 * n + i, __ldcg(from + 2 * n + i));
    __stwt(to + 3 * n + i, __ldcs(from + 3 * n + i));
    to[4 * n + i] = __ldlu(from + 4 * n + i);
    to[5 * n + i] = __ldcv(from + 5 * n + i);
}

// Numbers up to 8, four to a counter; a bfloat16 holds no sums beyond 256.
template <class T, class T2>
__global__ void add(T* sums, T2* pair_sums, float* before) {
    const int thread = threadIdx.x;
    __shared__ T2 in_shared;
    if (thread == 0) in_shared = T2(T(0.0f), T(0.0f));
    __syncthreads();
    before[thread] = float(atomicAdd(sums + thread / 4, T(1 + thread % 4)));
    const T2 pair = atomicAdd(pair_sums + thread / 4, T2(T(thread % 4), T(-1.5f)));
    before[threads + thread] = float(pair.y);
    if (thread < 64) atomicAdd(&in_shared, T2(T(1.0f), T(2.0f)));
    __syncthreads();
    if (thread == 0) pair_sums[threads / 4] = in_shared;
}

template <class T, class T2>
void check_shuffles() {
    DeviceArray<float> device_results(threads * 16);
    shuffle<T, T2><<<1, threads>>>(device_results.data());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<float> results = device_results.host();
    for (int thread = 0; thread < threads; ++thread) {
        const int warp = thread & ~31, lane = thread & 31;
        const int full[] = {warp + 5, lane >= 3 ? thread - 3 : thread, lane < 29 ? thread + 3 : thread, thread ^ 9};
        const int narrow[] = {(thread & ~7) + 5, lane % 4 ? thread - 1 : thread, lane % 4 < 3 ? thread + 1 : thread,
                              thread ^ 1};
        for (int k = 0; k < 4; ++k) {
            expect("a shuffled number", results[thread * 16 + k], static_cast<float>(full[k]));
            expect("one in a part of a warp", results[thread * 16 + 4 + k], static_cast<float>(narrow[k]));
            expect("a shuffled pair's first", results[thread * 16 + 8 + 2 * k], static_cast<float>(full[k]));
            expect("a shuffled pair's second", results[thread * 16 + 9 + 2 * k],
                   static_cast<float>(threads - 1 - full[k]));
        }
    }
}

template <class V>
void check_accesses() {
    std::vector<V> values(6 * threads);
    for (std::size_t i = 0; i < values.size() * sizeof(V) / 2; ++i) {
        const unsigned short bits = static_cast<unsigned short>(i * 40503u);
        std::memcpy(reinterpret_cast<char*>(values.data()) + 2 * i, &bits, 2);
    }
    DeviceArray<V> from(values), to(values.size());
    load_and_store<<<1, threads>>>(from.data(), to.data());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<V> results = to.host();
    expect("all bits that were loaded and stored", std::memcmp(results.data(), values.data(), to.bytes()), 0);
}

template <class T, class T2>
void check_sums() {
    DeviceArray<T> sums(threads / 4);
    DeviceArray<T2> pair_sums(threads / 4 + 1);
    DeviceArray<float> device_before(2 * threads);
    add<<<1, threads>>>(sums.data(), pair_sums.data(), device_before.data());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<T> numbers = sums.host();
    const std::vector<T2> pairs = pair_sums.host();
    const std::vector<float> before = device_before.host();
    for (int i = 0; i < threads / 4; ++i) {
        expect("a sum", float(numbers[i]), 10.0f);
        expect("a pair's first sum", float(pairs[i].x), 6.0f);
        expect("a pair's second sum", float(pairs[i].y), -6.0f);
        // In whatever order, one finds 0, and no two find the same.
        bool found_zero = false, all_differ = true;
        float found = 0;
        for (int k = 0; k < 4; ++k) {
            found_zero = found_zero || before[4 * i + k] == 0;
            for (int l = 0; l < k; ++l) all_differ = all_differ && before[4 * i + k] != before[4 * i + l];
            found += before[threads + 4 * i + k];
        }
        expect("one that finds zero, and no two the same", found_zero && all_differ, true);
        expect("what was found in pairs: 0, -1.5, -3, -4.5", found, -9.0f);
    }
    expect("a sum in shared memory", float(pairs.back().x), 64.0f);
    expect("and the second of the pair", float(pairs.back().y), 128.0f);
}

template <class T, class T2>
void check(const char* name) {
    check_shuffles<T, T2>();
    check_accesses<T>();
    check_accesses<T2>();
    check_sums<T, T2>();
    std::printf("%s: shuffles, cached accesses, atomic sums\n", name);
}

int main() {
    check<__half, __half2>("half");
    check<__nv_bfloat16, __nv_bfloat162>("bfloat16");
    return finish("small_floats_memory");
}

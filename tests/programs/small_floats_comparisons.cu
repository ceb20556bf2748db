// Every comparison of __half and __nv_bfloat16, in all forms, and smaller and larger, on the device and on the host.
// expect: half: 12 comparisons and 4 extremes of 8192 pairs of values
// expect: bfloat16: 12 comparisons and 4 extremes of 8192 pairs of values
// expect: small_floats_comparisons: ok
// exit: 0
// cli-exit: 0

#include "small_floats.h"

constexpr int count = 8192;

// Name, and the comparison of two floats; with u, NaN makes it true.
#define COMPARISONS(X)                                                                              \
    X(eq, x == y)                                                                                   \
    X(ne, !unordered && x != y)                                                                     \
    X(lt, x < y)                                                                                    \
    X(le, x <= y)                                                                                   \
    X(gt, x > y)                                                                                    \
    X(ge, x >= y)                                                                                   \
    X(equ, unordered || x == y)                                                                     \
    X(neu, x != y)                                                                                  \
    X(ltu, unordered || x < y)                                                                      \
    X(leu, unordered || x <= y)                                                                     \
    X(gtu, unordered || x > y)                                                                      \
    X(geu, unordered || x >= y)

enum Comparison {
#define NAME(name, test) name,
    COMPARISONS(NAME)
#undef NAME
    comparisons
};

// All forms of one comparison of (a, c) with (b, d), a bit each.
template <class T, class T2>
__host__ __device__ unsigned forms_of(int comparison, T a, T b, T c, T d) {
    const T2 p(a, c), q(b, d);
    switch (comparison) {
#define FORMS(name, test)                                                                           \
    case name: {                                                                                    \
        const T2 numbers = __h##name##2(p, q);                                                      \
        const unsigned mask = __h##name##2_mask(p, q);                                              \
        return (__h##name(a, b) ? 1u : 0u) | (float(numbers.x) == 1.0f ? 2u : 0u) |                 \
               (float(numbers.y) == 1.0f ? 4u : 0u) | ((mask & 0xffffu) == 0xffffu ? 8u : 0u) |     \
               (mask >> 16 == 0xffffu ? 16u : 0u) | (__hb##name##2(p, q) ? 32u : 0u) |              \
               (bits_of(numbers.x) != 0 ? 64u : 0u) | (bits_of(numbers.y) != 0 ? 128u : 0u) |       \
               ((mask & 0xffffu) != 0 ? 256u : 0u) | (mask >> 16 != 0 ? 512u : 0u);                 \
    }
        COMPARISONS(FORMS)
#undef FORMS
    }
    return 0;
}

// The operators, a bit each; one number compared, then both of a pair.
template <class T, class T2>
__host__ __device__ unsigned operators_of(T a, T b, T c, T d) {
    const T2 p(a, c), q(b, d);
    const bool results[] = {a == b, a != b, a < b, a <= b, a > b, a >= b,
                            p == q, p != q, p < q, p <= q, p > q, p >= q};
    unsigned bits = 0;
    for (int i = 0; i < 12; ++i) bits |= results[i] ? 1u << i : 0u;
    return bits;
}

// Two extremes in a word: of the numbers and of a pair that starts with them.
template <class T, class T2>
__host__ __device__ void extremes_of(T a, T b, T c, T d, unsigned* words) {
    const T2 p(a, c), q(b, d);
    const T numbers[] = {__hmin(a, b), __hmax(a, b), __hmin_nan(a, b), __hmax_nan(a, b)};
    const T2 pairs[] = {__hmin2(p, q), __hmax2(p, q), __hmin2_nan(p, q), __hmax2_nan(p, q)};
    for (int i = 0; i < 4; ++i) {
        words[i] = bits_of(numbers[i]) | static_cast<unsigned>(bits_of(pairs[i].x)) << 16;
        words[4 + i] = bits_of(pairs[i].y);
    }
}

constexpr int words = comparisons + 1 + 8 + 1;

template <class T, class T2>
__host__ __device__ void all_of(T a, T b, T c, T d, unsigned* results) {
    for (int k = 0; k < comparisons; ++k) results[k] = forms_of<T, T2>(k, a, b, c, d);
    results[comparisons] = operators_of<T, T2>(a, b, c, d);
    extremes_of<T, T2>(a, b, c, d, results + comparisons + 1);
    const T2 nans = __hisnan2(T2(a, b));
    results[comparisons + 9] = (__hisnan(a) ? 1u : 0u) | (float(nans.x) != 0 ? 2u : 0u) |
                               (float(nans.y) != 0 ? 4u : 0u) | static_cast<unsigned>(__hisinf(a) + 1) << 3;
}

template <class T, class T2>
__global__ void compute(const T* a, const T* b, unsigned* results) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, next = (i + 1) % count;
    all_of<T, T2>(a[i], b[i], a[next], b[next], results + i * words);
}

bool holds(int comparison, float x, float y) {
    const bool unordered = std::isnan(x) || std::isnan(y);
    switch (comparison) {
#define TEST(name, test) \
    case name: return test;
        COMPARISONS(TEST)
#undef TEST
    }
    return false;
}

// Of a number and a NaN the number, unless `keeps_nan`; minus zero is the smaller zero.
template <class T>
unsigned extreme(T a, T b, bool larger, bool keeps_nan) {
    const float x = float(a), y = float(b);
    if (std::isnan(x) || std::isnan(y)) {
        if (keeps_nan || (std::isnan(x) && std::isnan(y))) return 0x7fff;
        return std::isnan(x) ? bits_of(b) : bits_of(a);
    }
    const bool x_is_less = x < y || (x == y && std::signbit(x));
    return bits_of(x_is_less != larger ? a : b);
}

template <class T, class T2>
void check(const char* name) {
    std::vector<T> a = every_kind<T>(count, 3), b = every_kind<T>(count, 11);
    for (int i = 22; i < count; i += 3)  // equal numbers, and zeros of both signs
        b[i] = i % 2 ? a[i] : of_bits<T>(bits_of(a[i]) ^ (i % 4 ? 0 : 0x8000));
    for (int i = 0; i < 22 * 22; ++i) {  // all pairs of the special ones
        a[100 + i] = a[i / 22];
        b[100 + i] = a[i % 22];
    }
    DeviceArray<T> device_a(a), device_b(b);
    DeviceArray<unsigned> device_results(count * words);
    compute<T, T2><<<count / 256, 256>>>(device_a.data(), device_b.data(), device_results.data());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<unsigned> results = device_results.host();
    for (int i = 0; i < count; ++i) {
        const int next = (i + 1) % count;
        const float x = float(a[i]), y = float(b[i]), z = float(a[next]), w = float(b[next]);
        unsigned expected[words];
        unsigned operators = 0;
        const int of_operators[] = {eq, neu, lt, le, gt, ge};
        for (int k = 0; k < comparisons; ++k) {
            const bool first = holds(k, x, y), second = holds(k, z, w);
            expected[k] = (first ? 1u + 2u + 8u + 64u + 256u : 0u) | (second ? 4u + 16u + 128u + 512u : 0u) |
                          (first && second ? 32u : 0u);
            for (int o = 0; o < 6; ++o)
                if (of_operators[o] == k) operators |= (first ? 1u << o : 0u) | (first && second ? 64u << o : 0u);
        }
        expected[comparisons] = operators;
        for (int k = 0; k < 4; ++k) {
            const unsigned first = extreme(a[i], b[i], k % 2, k / 2), second = extreme(a[next], b[next], k % 2, k / 2);
            expected[comparisons + 1 + k] = first | first << 16;
            expected[comparisons + 5 + k] = second;
        }
        const int infinite = std::isinf(x) ? x > 0 ? 1 : -1 : 0;
        expected[comparisons + 9] = (std::isnan(x) ? 3u : 0u) | (std::isnan(y) ? 4u : 0u) |
                                    static_cast<unsigned>(infinite + 1) << 3;
        unsigned on_host[words];
        all_of<T, T2>(a[i], b[i], a[next], b[next], on_host);
        for (int k = 0; k < words; ++k) {
            const std::string what = std::string(name) + ", word " + std::to_string(k) + ", arguments " +
                                     std::to_string(i);
            expect(what.c_str(), results[i * words + k], expected[k]);
            expect((what + " on the host").c_str(), on_host[k], expected[k]);
        }
    }
    std::printf("%s: %d comparisons and 4 extremes of %d pairs of values\n", name, +comparisons, count);
}

int main() {
    check<__half, __half2>("half");
    check<__nv_bfloat16, __nv_bfloat162>("bfloat16");
    return finish("small_floats_comparisons");
}

// What the programs on rounding share: rows of numbers, the host's arithmetic in a chosen mode, and
// the comparison of what both sides compute.
#pragma once

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "check.h"

using u64 = unsigned long long;

// What every NaN is written as: the host's have other payloads.
constexpr u64 not_a_number = 0x7fffffffu;

__host__ __device__ inline u64 bits(float x) {
    return x != x ? not_a_number : __builtin_bit_cast(unsigned int, x);
}
__host__ __device__ inline u64 bits(double x) {
    return x != x ? not_a_number : __builtin_bit_cast(u64, x);
}

struct Row {
    float f, g, h;
    double d, e, c;
    int i;
    unsigned int u;
    long long l;
    u64 w;
};

// The volatile copy keeps the compiler from computing ahead of the mode.
template <class T, class Function>
T rounded(int mode, Function function) {
    std::fesetround(mode);
    volatile T result = function();
    std::fesetround(FE_TONEAREST);
    return result;
}

template <class To, class From>
To converted(int mode, From value) {
    if (value == From(0)) return To(0);  // the host's own may be -0 when rounding down
    volatile From input = value;
    return rounded<To>(mode, [&] { return static_cast<To>(input); });
}

// Conversion as hardware has it: beyond the range the nearest number of it; a NaN is zero from float
// to 32 bits, else the pattern with the top bit alone.
template <class I, class T>
I to_integer(int mode, T x) {
    using Limits = std::numeric_limits<I>;
    if (std::isnan(x))
        return sizeof(I) + sizeof(T) == 8 ? I(0) : static_cast<I>(1ull << (8 * sizeof(I) - 1));
    const T whole = rounded<T>(mode, [&] {
        volatile T y = x;
        return std::nearbyint(y);
    });
    if (whole < static_cast<T>(Limits::min())) return Limits::min();
    if (whole >= std::ldexp(T(1), Limits::digits)) return Limits::max();
    return static_cast<I>(whole);
}

inline u64 random_bits(u64& state) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return state ^ state >> 29;
}

inline std::vector<Row> make_rows(int count) {
    const float limits[] = {0.0f,  -0.0f, 1.0f,  -1.5f, 2.5f,     0.5f,      0.49999997f,
                            1e-45f, 3e38f, -3e9f, 1e19f, INFINITY, -INFINITY, NAN};
    std::vector<Row> rows(count);
    u64 state = 99;
    const auto next = [&] {
        const u64 bits = random_bits(state);
        if (bits % 3 == 0) return static_cast<double>(limits[(bits >> 8) % 14]);
        if (bits % 3 == 1) return std::ldexp(static_cast<double>(bits >> 11), -40);
        return std::ldexp(static_cast<double>(static_cast<long long>(bits)), -60);
    };
    for (Row& row : rows) {
        row.f = static_cast<float>(next());
        row.g = static_cast<float>(next());
        row.h = static_cast<float>(next());
        row.d = next();
        row.e = next();
        row.c = next();
        row.w = random_bits(state) >> (random_bits(state) % 60);
        row.l = static_cast<long long>(random_bits(state));
        row.u = static_cast<unsigned int>(row.w);
        row.i = static_cast<int>(row.l);
    }
    return rows;
}

// Runs `kernel` over the rows, one thread each, and compares its results with `expected`.
template <int results, class Expected>
void compare_rows(void (*kernel)(const Row*, u64*, int), const char* const* names,
                  Expected expected) {
    constexpr int count = 256;
    const std::vector<Row> rows = make_rows(count);
    DeviceArray<Row> input(rows);
    DeviceArray<u64> output(results * count);
    kernel<<<1, count>>>(input.data(), output.data(), count);
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::vector<u64> got = output.host();
    for (int n = 0; n < count; ++n) {
        for (int k = 0; k < results; ++k) {
            const std::string what = std::string(names[k]) + " of row " + std::to_string(n);
            expect(what.c_str(), got[results * n + k], expected(k, rows[n]));
        }
    }
}

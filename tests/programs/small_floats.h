// What the programs on 16-bit floats share: bits of numbers, and arrays that hold every kind of them.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstring>
#include <string>

#include "check.h"

template <class T>
__host__ __device__ unsigned short bits_of(T value) {
    unsigned short bits;
    memcpy(&bits, &value, 2);
    return bits;
}
template <class T>
__host__ __device__ T of_bits(unsigned bits) {
    const unsigned short narrow = static_cast<unsigned short>(bits);
    T value;
    memcpy(&value, &narrow, 2);
    return value;
}

// Any NaN as one pattern.
template <class T>
unsigned known_bits(T value) {
    return std::isnan(static_cast<float>(value)) ? 0x7fffu : bits_of(value);
}

// The pattern of a half or bfloat16 that decides where both take another branch.
template <class T>
constexpr unsigned infinity_bits = 0x7c00;
template <>
constexpr unsigned infinity_bits<__nv_bfloat16> = 0x7f80;

// Zeros, ends of the subnormal and normal numbers, ones, infinities and NaNs of either sign, then
// patterns of all kinds.
template <class T>
std::vector<T> every_kind(int count, unsigned seed) {
    constexpr unsigned infinity = infinity_bits<T>;
    constexpr unsigned first_normal = infinity & ~(infinity << 1);
    const unsigned one = bits_of(T(1.0f));
    const unsigned ends[] = {0,   1,       first_normal - 1, first_normal, one - 1,
                             one, one + 1, infinity - 1,     infinity,     infinity + 1,
                             0x7fff};
    std::vector<T> values;
    for (const unsigned end : ends)
        for (const unsigned sign : {0u, 0x8000u})
            values.push_back(of_bits<T>(end | sign));
    for (unsigned state = seed; static_cast<int>(values.size()) < count;) {
        state = state * 1664525u + 1013904223u;
        values.push_back(of_bits<T>(state >> 16));
    }
    return values;
}

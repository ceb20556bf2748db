// Minima and maxima of sums and of three numbers (CUDA's DPX functions), on host and device: of one
// 32-bit number (s32, u32), or of the two 16-bit halves of a word (s16x2, u16x2).
//
// Sums wrap around. With _relu a result below zero is zero.
#pragma once

#include "qualifiers.h"

#if defined(__CUDA__) && defined(__clang__)
#define WARPSCOPE_DPX __host__ __device__ __inline__ __attribute__((always_inline, nodebug))
#else
#define WARPSCOPE_DPX inline
#endif

namespace warpscope_detail {

WARPSCOPE_HOST_DEVICE int wrapped_sum(int a, int b) {
    return static_cast<int>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b));
}
WARPSCOPE_HOST_DEVICE unsigned int wrapped_sum(unsigned int a, unsigned int b) {
    return a + b;
}
WARPSCOPE_HOST_DEVICE short wrapped_sum(short a, short b) {
    return static_cast<short>(a + b);
}
WARPSCOPE_HOST_DEVICE unsigned short wrapped_sum(unsigned short a, unsigned short b) {
    return static_cast<unsigned short>(a + b);
}

template<class T>
WARPSCOPE_HOST_DEVICE T low_half(unsigned int a) {
    return static_cast<T>(a & 0xffffu);
}
template<class T>
WARPSCOPE_HOST_DEVICE T high_half(unsigned int a) {
    return static_cast<T>(a >> 16);
}
template<class T>
WARPSCOPE_HOST_DEVICE unsigned int both_halves(T high, T low) {
    return static_cast<unsigned int>(static_cast<unsigned short>(high)) << 16 |
           static_cast<unsigned short>(low);
}

/// Applies `function` to the high halves and to the low halves of three words.
template<class T, class Function>
WARPSCOPE_HOST_DEVICE unsigned int by_halves(unsigned int a, unsigned int b, unsigned int c,
                                             Function function) {
    return both_halves<T>(function(high_half<T>(a), high_half<T>(b), high_half<T>(c)),
                          function(low_half<T>(a), low_half<T>(b), low_half<T>(c)));
}

struct Larger {
    template<class T>
    WARPSCOPE_DPX T operator()(T a, T b) const {
        return a < b ? b : a;
    }
};
struct Smaller {
    template<class T>
    WARPSCOPE_DPX T operator()(T a, T b) const {
        return b < a ? b : a;
    }
};

/// pick(pick(a, b), c), or with a sum pick(a + b, c); and not below `floor` if there is one.
template<class Pick, bool sum, bool relu>
struct OfThree {
    template<class T>
    WARPSCOPE_DPX T operator()(T a, T b, T c) const {
        const T first = sum ? wrapped_sum(a, b) : Pick{}(a, b);
        const T result = Pick{}(first, c);
        return relu ? Larger{}(result, T(0)) : result;
    }
};

} // namespace warpscope_detail

// Of three operands, as one 32-bit number and as two halves.
#define WARPSCOPE_DPX_3(name, pick, sum, relu, T, word_suffix, H, half_suffix)                     \
    WARPSCOPE_HOST_DEVICE T __vi##name##_##word_suffix(T a, T b, T c) {                            \
        return warpscope_detail::OfThree<warpscope_detail::pick, sum, relu>{}(a, b, c);            \
    }                                                                                              \
    WARPSCOPE_HOST_DEVICE unsigned int __vi##name##_##half_suffix(unsigned int a, unsigned int b,  \
                                                                  unsigned int c) {                \
        return warpscope_detail::by_halves<H>(                                                     \
            a, b, c, warpscope_detail::OfThree<warpscope_detail::pick, sum, relu>{});              \
    }
#define WARPSCOPE_DPX_ALL_3(name, pick, sum)                                                       \
    WARPSCOPE_DPX_3(name, pick, sum, false, int, s32, short, s16x2)                                \
    WARPSCOPE_DPX_3(name, pick, sum, false, unsigned int, u32, unsigned short, u16x2)              \
    WARPSCOPE_DPX_3(name, pick, sum, true, int, s32_relu, short, s16x2_relu)
WARPSCOPE_DPX_ALL_3(max3, Larger, false)
WARPSCOPE_DPX_ALL_3(min3, Smaller, false)
WARPSCOPE_DPX_ALL_3(addmax, Larger, true)
WARPSCOPE_DPX_ALL_3(addmin, Smaller, true)
#undef WARPSCOPE_DPX_ALL_3
#undef WARPSCOPE_DPX_3

#define WARPSCOPE_DPX_RELU(name)                                                                   \
    WARPSCOPE_HOST_DEVICE int __vi##name##_s32_relu(int a, int b) {                                \
        return __vi##name##3_s32_relu(a, b, b);                                                    \
    }                                                                                              \
    WARPSCOPE_HOST_DEVICE unsigned int __vi##name##_s16x2_relu(unsigned int a, unsigned int b) {   \
        return __vi##name##3_s16x2_relu(a, b, b);                                                  \
    }
WARPSCOPE_DPX_RELU(max)
WARPSCOPE_DPX_RELU(min)
#undef WARPSCOPE_DPX_RELU

// With a predicate that tells whether a was taken; a is taken when both are equal.
#define WARPSCOPE_DPX_WITH_PREDICATE(name, comparison, T, word_suffix, H, half_suffix)             \
    WARPSCOPE_HOST_DEVICE T __vib##name##_##word_suffix(T a, T b, bool* predicate) {               \
        *predicate = a comparison b;                                                               \
        return *predicate ? a : b;                                                                 \
    }                                                                                              \
    WARPSCOPE_HOST_DEVICE unsigned int __vib##name##_##half_suffix(                                \
        unsigned int a, unsigned int b, bool* high_predicate, bool* low_predicate) {               \
        *high_predicate =                                                                          \
            warpscope_detail::high_half<H>(a) comparison warpscope_detail::high_half<H>(b);        \
        *low_predicate =                                                                           \
            warpscope_detail::low_half<H>(a) comparison warpscope_detail::low_half<H>(b);          \
        return (*high_predicate ? a : b) >> 16 << 16 | ((*low_predicate ? a : b) & 0xffffu);       \
    }
#define WARPSCOPE_DPX_ALL_WITH_PREDICATE(name, comparison)                                         \
    WARPSCOPE_DPX_WITH_PREDICATE(name, comparison, int, s32, short, s16x2)                         \
    WARPSCOPE_DPX_WITH_PREDICATE(name, comparison, unsigned int, u32, unsigned short, u16x2)
WARPSCOPE_DPX_ALL_WITH_PREDICATE(max, >=)
WARPSCOPE_DPX_ALL_WITH_PREDICATE(min, <=)
#undef WARPSCOPE_DPX_ALL_WITH_PREDICATE
#undef WARPSCOPE_DPX_WITH_PREDICATE
#undef WARPSCOPE_DPX

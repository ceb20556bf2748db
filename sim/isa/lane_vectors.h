// Vectors as wide as the level's registers, for code that compilers do not vectorise by themselves.
// Included by files of sim/isa only; everything is internal to their level.
#pragma once

#include "sim/isa/lanes.h"

#include <immintrin.h>

WARPSCOPE_ISA_BEGIN
namespace {

// As wide as the level's registers: compilers lower wider generic vectors through the stack.
#if defined(__AVX512F__)
constexpr unsigned kWidth = 16;
#elif defined(__AVX2__)
constexpr unsigned kWidth = 8;
#else
constexpr unsigned kWidth = 4;
#endif
using Offsets = std::uint32_t __attribute__((vector_size(4 * kWidth)));
using SignedOffsets = std::int32_t __attribute__((vector_size(4 * kWidth)));
using Wide = std::uint64_t __attribute__((vector_size(4 * kWidth)));
constexpr unsigned kVectors = kLanes / kWidth;
static_assert(kVectors <= 16, "AddressPattern has a bit per vector");

// Loops over the vectors of a warp must unroll, so that its addresses stay in registers.
#if defined(__clang__)
#define WARPSCOPE_UNROLL _Pragma("clang loop unroll(full)")
#else
#define WARPSCOPE_UNROLL _Pragma("GCC unroll 16")
#endif

WARPSCOPE_INLINE bool is_zero(Offsets v) {
#if defined(__AVX512F__)
    return _mm512_test_epi32_mask(__builtin_bit_cast(__m512i, v), __builtin_bit_cast(__m512i, v)) ==
           0;
#elif defined(__AVX2__)
    return _mm256_testz_si256(__builtin_bit_cast(__m256i, v), __builtin_bit_cast(__m256i, v)) != 0;
#else
    return _mm_testz_si128(__builtin_bit_cast(__m128i, v), __builtin_bit_cast(__m128i, v)) != 0;
#endif
}

/// Lower and upper halves of the 64-bit elements of a and then b.
struct Halves {
    Offsets low, high;
};
WARPSCOPE_INLINE Halves halves(Wide a, Wide b) {
    const Offsets x = Offsets(a), y = Offsets(b);
#if defined(__AVX512F__)
    return {
        __builtin_shufflevector(x, y, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
        __builtin_shufflevector(x, y, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)};
#elif defined(__AVX2__)
    return {__builtin_shufflevector(x, y, 0, 2, 4, 6, 8, 10, 12, 14),
            __builtin_shufflevector(x, y, 1, 3, 5, 7, 9, 11, 13, 15)};
#else
    return {__builtin_shufflevector(x, y, 0, 2, 4, 6), __builtin_shufflevector(x, y, 1, 3, 5, 7)};
#endif
}

WARPSCOPE_INLINE SignedOffsets smaller(SignedOffsets a, SignedOffsets b) {
    return a < b ? a : b;
}
WARPSCOPE_INLINE SignedOffsets larger(SignedOffsets a, SignedOffsets b) {
    return a > b ? a : b;
}

/// A vector in memory, wherever it starts. (A memcpy becomes two moves of half a vector.)
struct [[gnu::packed, gnu::may_alias]] OffsetsInMemory {
    Offsets value;
};
WARPSCOPE_INLINE Offsets load_offsets(const void* from) {
    return static_cast<const OffsetsInMemory*>(from)->value;
}
WARPSCOPE_INLINE void store_offsets(void* to, Offsets v) {
    static_cast<OffsetsInMemory*>(to)->value = v;
}

/// All elements joined by `join`.
template<class T, class Join>
WARPSCOPE_INLINE T joined(T v, Join join) {
#if defined(__AVX512F__)
    v = join(v,
             __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
    v = join(v,
             __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11));
    v = join(v,
             __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
    v = join(v,
             __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
#elif defined(__AVX2__)
    v = join(v, __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3));
    v = join(v, __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5));
    v = join(v, __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6));
#else
    v = join(v, __builtin_shufflevector(v, v, 2, 3, 0, 1));
    v = join(v, __builtin_shufflevector(v, v, 1, 0, 3, 2));
#endif
    return v;
}

WARPSCOPE_INLINE Offsets lane_numbers() {
    Offsets v = {};
    for (unsigned k = 0; k < kWidth; ++k)
        v[k] = k;
    return v;
}
/// All ones in the elements whose lanes, of the vector of lanes from `first` on, are in the mask.
WARPSCOPE_INLINE Offsets chosen(LaneMask mask, unsigned first) {
    Offsets bit = {};
    for (unsigned k = 0; k < kWidth; ++k)
        bit[k] = 1u << k;
    return Offsets(((Offsets{} + (mask >> first)) & bit) != Offsets{});
}

} // namespace
WARPSCOPE_ISA_END

// __match_any_sync and __match_all_sync for every type CUDA gives them.
#pragma once

#include "qualifiers.h"

#define WARPSCOPE_MATCH(type, bits, bits_type, cast)                                               \
    WARPSCOPE_DEVICE unsigned int __match_any_sync(unsigned int mask, type value) {                \
        return __match##bits##_any_sync(mask, cast(bits_type, value));                             \
    }                                                                                              \
    WARPSCOPE_DEVICE unsigned int __match_all_sync(unsigned int mask, type value, int* same) {     \
        return __match##bits##_all_sync(mask, cast(bits_type, value), same);                       \
    }
#define WARPSCOPE_CONVERT(to, value) static_cast<to>(value)
#define WARPSCOPE_SAME_BITS(to, value) __builtin_bit_cast(to, value)

WARPSCOPE_MATCH(int, 32, unsigned int, WARPSCOPE_CONVERT)
WARPSCOPE_MATCH(unsigned int, 32, unsigned int, WARPSCOPE_CONVERT)
WARPSCOPE_MATCH(long, 64, unsigned long long, WARPSCOPE_CONVERT)
WARPSCOPE_MATCH(unsigned long, 64, unsigned long long, WARPSCOPE_CONVERT)
WARPSCOPE_MATCH(long long, 64, unsigned long long, WARPSCOPE_CONVERT)
WARPSCOPE_MATCH(unsigned long long, 64, unsigned long long, WARPSCOPE_CONVERT)
WARPSCOPE_MATCH(float, 32, unsigned int, WARPSCOPE_SAME_BITS)
WARPSCOPE_MATCH(double, 64, unsigned long long, WARPSCOPE_SAME_BITS)

#undef WARPSCOPE_SAME_BITS
#undef WARPSCOPE_CONVERT
#undef WARPSCOPE_MATCH

// make_char1 … make_double4.
#pragma once

#include "vector_types.h"

#define WARPSCOPE_MAKE_VECTORS(name, scalar)                                                       \
    WARPSCOPE_HOST_DEVICE name##1 make_##name##1(scalar x) {                                       \
        return {x};                                                                                \
    }                                                                                              \
    WARPSCOPE_HOST_DEVICE name##2 make_##name##2(scalar x, scalar y) {                             \
        return {x, y};                                                                             \
    }                                                                                              \
    WARPSCOPE_HOST_DEVICE name##3 make_##name##3(scalar x, scalar y, scalar z) {                   \
        return {x, y, z};                                                                          \
    }                                                                                              \
    WARPSCOPE_HOST_DEVICE name##4 make_##name##4(scalar x, scalar y, scalar z, scalar w) {         \
        return {x, y, z, w};                                                                       \
    }

WARPSCOPE_MAKE_VECTORS(char, signed char)
WARPSCOPE_MAKE_VECTORS(uchar, unsigned char)
WARPSCOPE_MAKE_VECTORS(short, short)
WARPSCOPE_MAKE_VECTORS(ushort, unsigned short)
WARPSCOPE_MAKE_VECTORS(int, int)
WARPSCOPE_MAKE_VECTORS(uint, unsigned int)
WARPSCOPE_MAKE_VECTORS(long, long)
WARPSCOPE_MAKE_VECTORS(ulong, unsigned long)
WARPSCOPE_MAKE_VECTORS(longlong, long long)
WARPSCOPE_MAKE_VECTORS(ulonglong, unsigned long long)
WARPSCOPE_MAKE_VECTORS(float, float)
WARPSCOPE_MAKE_VECTORS(double, double)

#undef WARPSCOPE_MAKE_VECTORS

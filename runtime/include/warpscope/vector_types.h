// The vector types char1 … double4 and dim3, with the alignment CUDA gives them.
#pragma once

#include "qualifiers.h"

// One to four components: the alignment of two and four makes them one memory access.
#define WARPSCOPE_VECTOR_TYPES(name, scalar, align2, align4)                                       \
    struct name##1 {                                                                               \
        scalar x;                                                                                  \
    };                                                                                             \
    struct __attribute__((aligned(align2))) name##2 {                                              \
        scalar x, y;                                                                               \
    };                                                                                             \
    struct name##3 {                                                                               \
        scalar x, y, z;                                                                            \
    };                                                                                             \
    struct __attribute__((aligned(align4))) name##4 {                                              \
        scalar x, y, z, w;                                                                         \
    };

WARPSCOPE_VECTOR_TYPES(char, signed char, 2, 4)
WARPSCOPE_VECTOR_TYPES(uchar, unsigned char, 2, 4)
WARPSCOPE_VECTOR_TYPES(short, short, 4, 8)
WARPSCOPE_VECTOR_TYPES(ushort, unsigned short, 4, 8)
WARPSCOPE_VECTOR_TYPES(int, int, 8, 16)
WARPSCOPE_VECTOR_TYPES(uint, unsigned int, 8, 16)
WARPSCOPE_VECTOR_TYPES(long, long, 16, 16)
WARPSCOPE_VECTOR_TYPES(ulong, unsigned long, 16, 16)
WARPSCOPE_VECTOR_TYPES(longlong, long long, 16, 16)
WARPSCOPE_VECTOR_TYPES(ulonglong, unsigned long long, 16, 16)
WARPSCOPE_VECTOR_TYPES(float, float, 8, 16)
WARPSCOPE_VECTOR_TYPES(double, double, 16, 16)

#undef WARPSCOPE_VECTOR_TYPES

struct dim3 {
    unsigned int x, y, z;

    __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1,
                                       unsigned int vz = 1)
        : x(vx), y(vy), z(vz) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};

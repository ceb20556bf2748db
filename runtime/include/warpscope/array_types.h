// Boxes of memory: extents, positions and pitched pointers.
#pragma once

#include <stddef.h>

#include "driver_types.h"

/// Width in bytes; height and depth in rows and slices.
struct cudaExtent {
    size_t width, height, depth;
};
struct cudaPos {
    size_t x, y, z;
};
struct cudaPitchedPtr {
    void* ptr;
    size_t pitch;        ///< bytes from row to row
    size_t xsize, ysize; ///< ysize: rows from slice to slice
};

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    return {width, height, depth};
}
static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    return {x, y, z};
}
static inline struct cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t xsize,
                                                        size_t ysize) {
    return {pointer, pitch, xsize, ysize};
}

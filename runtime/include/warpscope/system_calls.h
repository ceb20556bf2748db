// printf, assert, malloc and free in device code: calls the device itself answers.
#pragma once

#include <stddef.h>

#include "qualifiers.h"

extern "C" {

// The compiler turns printf into vprintf with the arguments laid out in memory.
__device__ int printf(const char* format, ...);
__device__ int vprintf(const char* format, const char* arguments);

__device__ void* malloc(size_t bytes) __attribute__((nothrow, malloc));
__device__ void free(void* pointer) __attribute__((nothrow));

__device__ void __assertfail(const char* message, const char* file, unsigned int line,
                             const char* function, size_t character_bytes);

// What the standard assert macro calls.
WARPSCOPE_DEVICE void __assert_fail(const char* message, const char* file, unsigned int line,
                                    const char* function) {
    __assertfail(message, file, line, function, sizeof(char));
}

} // extern "C"

// Once more, since <cstdlib> came before the device functions. These are the same functions and no
// others, so that <stdlib.h> can bring them back into the global namespace.
namespace std {
using ::free;
using ::malloc;
} // namespace std

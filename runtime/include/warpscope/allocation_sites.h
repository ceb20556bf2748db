// Where the program allocates: forms of the allocating calls that tell the library the file and
// line of the call. Included by runtime_api.h.
//
// clang prefers a function with enable_if, whatever else is equal, so calls take these forms. The
// condition holds where there are arguments to look at: that leaves the C functions and their typed
// forms alone where a program takes an address, `auto f = cudaMalloc3D` and `cudaMalloc<float>`
// included. What such pointers allocate, and what programs that other compilers make allocate, has
// no site.
#pragma once

#include <type_traits>

#include "runtime_api.h"

extern "C" {

/// The calling host thread is about to allocate here; null: it no longer is.
void __warpscopeAllocationSite(const char* file, unsigned int line);

} // extern "C"

// The library's own calls are not the program's.
#if defined(__clang__) && !defined(WARPSCOPE_NO_ALLOCATION_SITES)

namespace warpscope_detail {

/// A type of our own, so that no argument of the program's can be taken for one.
struct AllocationSite {
    const char* file;
    unsigned int line;
};

/// Of an overloaded `function`, the one that takes these arguments and no more is the C function.
template<class... Parameters>
static inline cudaError_t allocate(const AllocationSite& site,
                                   cudaError_t (*function)(Parameters...),
                                   Parameters... arguments) {
    __warpscopeAllocationSite(site.file, site.line);
    const cudaError_t error = function(arguments...);
    __warpscopeAllocationSite(nullptr, 0);
    return error;
}

} // namespace warpscope_detail

// The site of a default argument is that of the call.
#define WARPSCOPE_SITE warpscope_detail::AllocationSite site = {__builtin_FILE(), __builtin_LINE()}
#define WARPSCOPE_PREFERRED __attribute__((enable_if(site.line != 0, "tells where it is called")))
#define WARPSCOPE_LIST(...) __VA_ARGS__

/// `name` with the parameters and arguments of the C function `callee`.
#define WARPSCOPE_ALLOCATES(name, callee, parameters, arguments)                                   \
    static inline cudaError_t name(WARPSCOPE_LIST parameters, WARPSCOPE_SITE)                      \
        WARPSCOPE_PREFERRED {                                                                      \
        return warpscope_detail::allocate(site, callee, WARPSCOPE_LIST arguments);                 \
    }

/// The same, for pointers of any type besides: name(&p, …), where an explicit type would have to be
/// a number, and name<T>(&p, …), which has no meaning without the argument.
#define WARPSCOPE_ALLOCATES_ANY(name, callee, parameters, arguments)                               \
    template<int = 0, class T>                                                                     \
    static inline cudaError_t name(T** pointer, WARPSCOPE_LIST parameters, WARPSCOPE_SITE)         \
        WARPSCOPE_PREFERRED {                                                                      \
        return warpscope_detail::allocate(site, callee, reinterpret_cast<void**>(pointer),         \
                                          WARPSCOPE_LIST arguments);                               \
    }                                                                                              \
    template<class T, class Same,                                                                  \
             class = typename std::enable_if<std::is_same<T, Same>::value>::type>                  \
    static inline cudaError_t name(Same** pointer, WARPSCOPE_LIST parameters, WARPSCOPE_SITE)      \
        WARPSCOPE_PREFERRED {                                                                      \
        return warpscope_detail::allocate(site, callee, reinterpret_cast<void**>(pointer),         \
                                          WARPSCOPE_LIST arguments);                               \
    }

// Users who ask for -Wpedantic mean their own code.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat"

WARPSCOPE_ALLOCATES(cudaMalloc, cudaMalloc, (void** pointer, size_t bytes), (pointer, bytes))
WARPSCOPE_ALLOCATES_ANY(cudaMalloc, cudaMalloc, (size_t bytes), (bytes))

WARPSCOPE_ALLOCATES(cudaMallocManaged, cudaMallocManaged,
                    (void** pointer, size_t bytes, unsigned int flags = cudaMemAttachGlobal),
                    (pointer, bytes, flags))
WARPSCOPE_ALLOCATES_ANY(cudaMallocManaged, cudaMallocManaged,
                        (size_t bytes, unsigned int flags = cudaMemAttachGlobal), (bytes, flags))

WARPSCOPE_ALLOCATES(cudaMallocPitch, cudaMallocPitch,
                    (void** pointer, size_t* pitch, size_t width, size_t height),
                    (pointer, pitch, width, height))
WARPSCOPE_ALLOCATES_ANY(cudaMallocPitch, cudaMallocPitch,
                        (size_t* pitch, size_t width, size_t height), (pitch, width, height))
WARPSCOPE_ALLOCATES(cudaMalloc3D, cudaMalloc3D,
                    (struct cudaPitchedPtr * pointer, struct cudaExtent extent), (pointer, extent))

// Of streams and pools.
WARPSCOPE_ALLOCATES(cudaMallocAsync, cudaMallocAsync,
                    (void** pointer, size_t bytes, cudaStream_t stream), (pointer, bytes, stream))
WARPSCOPE_ALLOCATES_ANY(cudaMallocAsync, cudaMallocAsync, (size_t bytes, cudaStream_t stream),
                        (bytes, stream))
WARPSCOPE_ALLOCATES_ANY(cudaMallocAsync, cudaMallocFromPoolAsync,
                        (size_t bytes, cudaMemPool_t pool, cudaStream_t stream),
                        (bytes, pool, stream))
WARPSCOPE_ALLOCATES(cudaMallocFromPoolAsync, cudaMallocFromPoolAsync,
                    (void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream),
                    (pointer, bytes, pool, stream))
WARPSCOPE_ALLOCATES_ANY(cudaMallocFromPoolAsync, cudaMallocFromPoolAsync,
                        (size_t bytes, cudaMemPool_t pool, cudaStream_t stream),
                        (bytes, pool, stream))

// Of the host's memory.
WARPSCOPE_ALLOCATES(cudaHostAlloc, cudaHostAlloc,
                    (void** pointer, size_t bytes, unsigned int flags), (pointer, bytes, flags))
WARPSCOPE_ALLOCATES_ANY(cudaHostAlloc, cudaHostAlloc, (size_t bytes, unsigned int flags),
                        (bytes, flags))
WARPSCOPE_ALLOCATES(cudaMallocHost, cudaMallocHost, (void** pointer, size_t bytes),
                    (pointer, bytes))
WARPSCOPE_ALLOCATES_ANY(cudaMallocHost, cudaHostAlloc,
                        (size_t bytes, unsigned int flags = cudaHostAllocDefault), (bytes, flags))
WARPSCOPE_ALLOCATES(cudaHostRegister, cudaHostRegister,
                    (void* pointer, size_t bytes, unsigned int flags), (pointer, bytes, flags))

// Of arrays.
WARPSCOPE_ALLOCATES(cudaMallocArray, cudaMallocArray,
                    (cudaArray_t * array, const struct cudaChannelFormatDesc* format, size_t width,
                     size_t height = 0, unsigned int flags = 0),
                    (array, format, width, height, flags))
WARPSCOPE_ALLOCATES(cudaMalloc3DArray, cudaMalloc3DArray,
                    (cudaArray_t * array, const struct cudaChannelFormatDesc* format,
                     struct cudaExtent extent, unsigned int flags = 0),
                    (array, format, extent, flags))

#pragma clang diagnostic pop

#undef WARPSCOPE_ALLOCATES_ANY
#undef WARPSCOPE_ALLOCATES
#undef WARPSCOPE_LIST
#undef WARPSCOPE_PREFERRED
#undef WARPSCOPE_SITE

#endif

// Pitched memory of three dimensions: allocating and filling it.
#include "runtime/host/api.h"
#include "runtime/host/copies.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

/// Whether the box lies within the rows and slices that the pointer describes.
bool fits(const cudaPitchedPtr& p, const cudaExtent& extent) {
    return extent.width <= p.pitch && (extent.depth <= 1 || extent.height <= p.ysize);
}

/// Whether the whole box, from its first to its last byte, is memory of one allocation.
bool is_memory(RuntimeState& state, const cudaPitchedPtr& p, const cudaExtent& extent) {
    const auto found = state.device().find(address_of(p.ptr));
    std::size_t rows = 0, bytes = 0;
    if (!found || __builtin_mul_overflow(p.ysize, extent.depth - 1, &rows) ||
        __builtin_add_overflow(rows, extent.height - 1, &rows) ||
        __builtin_mul_overflow(rows, p.pitch, &bytes) ||
        __builtin_add_overflow(bytes, extent.width, &bytes))
        return false;
    return bytes <= found->size - (address_of(p.ptr) - found->base);
}

cudaError_t fill_box(RuntimeState& state, const cudaPitchedPtr& p, int value,
                     const cudaExtent& extent, cudaStream_t stream) {
    if (state.streams().find(stream) == nullptr) return cudaErrorInvalidResourceHandle;
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return cudaSuccess;
    if (!fits(p, extent) || !is_memory(state, p, extent)) return cudaErrorInvalidValue;
    cudaError_t error = cudaSuccess;
    for (std::size_t z = 0; z < extent.depth && error == cudaSuccess; ++z)
        error = fill(state, static_cast<char*>(p.ptr) + z * p.ysize * p.pitch, value,
                     {extent.width, extent.height, p.pitch, 0}, stream, Waiting::No);
    return error;
}

} // namespace

extern "C" {

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
    std::size_t rows = 0;
    if (pointer == nullptr) return host_call([](RuntimeState&) { return cudaErrorInvalidValue; });
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
        return host_call([](RuntimeState&) { return cudaErrorMemoryAllocation; });
    pointer->xsize = extent.width;
    pointer->ysize = extent.height;
    return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, rows);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
    return cudaMemset3DAsync(pointer, value, extent, nullptr);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent,
                              cudaStream_t stream) {
    return device_call(
        [&](RuntimeState& state) { return fill_box(state, pointer, value, extent, stream); });
}

} // extern "C"

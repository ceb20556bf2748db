// The calls that copy to, from and between arrays, and boxes of any memory.
#include <algorithm>

#include "runtime/host/box_copies.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

NamedEnd at(cudaArray_const_t array, std::size_t x, std::size_t y) {
    NamedEnd end;
    end.array = array;
    end.x_bytes = x;
    end.y = y;
    return end;
}

NamedEnd at(const void* pointer, std::size_t pitch) {
    NamedEnd end;
    end.pointer = const_cast<void*>(pointer);
    end.pitch = pitch;
    return end;
}

cudaError_t copy_rectangle(NamedEnd to, NamedEnd from, std::size_t width, std::size_t height,
                           cudaMemcpyKind kind, cudaStream_t stream, Waiting waiting,
                           bool has_null_array) {
    return device_call([&](RuntimeState& state) {
        if (has_null_array) return cudaErrorInvalidResourceHandle;
        return copy_box(state, {to, from, width, height, 1}, number_of(kind), stream, waiting);
    });
}

/// The deprecated calls copy `bytes` of an array as if its rows were one line: what is left of the
/// first row, whole rows, and what is left of the bytes.
cudaError_t copy_line(cudaArray_const_t array, std::size_t x, std::size_t y, void* line,
                      std::size_t bytes, bool to_array, int kind, cudaStream_t stream,
                      Waiting waiting) {
    return device_call([&](RuntimeState& state) {
        if (state.images().find(array) == nullptr) return cudaErrorInvalidResourceHandle;
        const std::size_t row = array->facts.width * array->facts.format.texel_bytes();
        if (x >= row && bytes != 0) return cudaErrorInvalidValue;
        auto* place = static_cast<std::uint8_t*>(line);
        while (bytes != 0) {
            const bool whole_rows = x == 0 && bytes >= row;
            const std::size_t width = whole_rows ? row : std::min(bytes, row - x);
            const std::size_t rows = whole_rows ? bytes / row : 1;
            const NamedEnd end = at(array, x, y), memory = at(place, width);
            const NamedBox box = {to_array ? end : memory, to_array ? memory : end, width, rows, 1};
            const cudaError_t error = copy_box(state, box, kind, stream, waiting);
            if (error != cudaSuccess) return error;
            place += width * rows;
            bytes -= width * rows;
            y += rows;
            x = 0;
        }
        return cudaSuccess;
    });
}

/// In a call that names arrays, lengths along x are in texels.
cudaError_t copy_3d(RuntimeState& state, const cudaMemcpy3DParms* p, cudaStream_t stream,
                    Waiting waiting) {
    if (p == nullptr) return cudaErrorInvalidValue;
    if (p->extent.width == 0 || p->extent.height == 0 || p->extent.depth == 0) return cudaSuccess;
    // Each end has one name.
    const bool one_target = (p->dstArray != nullptr) != (p->dstPtr.ptr != nullptr);
    const bool one_source = (p->srcArray != nullptr) != (p->srcPtr.ptr != nullptr);
    if (!one_target || !one_source) return cudaErrorInvalidValue;
    NamedBox box;
    std::size_t texel = 1;
    for (const cudaArray* array : {p->srcArray, p->dstArray}) {
        if (array == nullptr) continue;
        if (state.images().find(array) == nullptr) return cudaErrorInvalidResourceHandle;
        texel = array->facts.format.texel_bytes();
    }
    const auto fill = [](NamedEnd& end, const cudaArray* array, const cudaPos& position,
                         const cudaPitchedPtr& pointer) {
        end.array = array;
        end.x_bytes = position.x * (array == nullptr ? 1 : array->facts.format.texel_bytes());
        end.y = position.y;
        end.z = position.z;
        end.pointer = pointer.ptr;
        end.pitch = pointer.pitch;
        end.rows_of_a_slice = pointer.ysize;
    };
    fill(box.to, p->dstArray, p->dstPos, p->dstPtr);
    fill(box.from, p->srcArray, p->srcPos, p->srcPtr);
    if (__builtin_mul_overflow(p->extent.width, texel, &box.bytes)) return cudaErrorInvalidValue;
    box.rows = p->extent.height;
    box.slices = p->extent.depth;
    return copy_box(state, box, number_of(p->kind), stream, waiting);
}

} // namespace

extern "C" {

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                std::size_t fromPitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind kind) {
    return copy_rectangle(at(to, x, y), at(from, fromPitch), width, height, kind, nullptr,
                          Waiting::Yes, to == nullptr);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t fromPitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_rectangle(at(to, x, y), at(from, fromPitch), width, height, kind, stream,
                          Waiting::No, to == nullptr);
}

cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t toPitch, cudaArray_const_t from,
                                  std::size_t x, std::size_t y, std::size_t width,
                                  std::size_t height, cudaMemcpyKind kind) {
    return copy_rectangle(at(to, toPitch), at(from, x, y), width, height, kind, nullptr,
                          Waiting::Yes, from == nullptr);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t toPitch, cudaArray_const_t from,
                                       std::size_t x, std::size_t y, std::size_t width,
                                       std::size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
    return copy_rectangle(at(to, toPitch), at(from, x, y), width, height, kind, stream, Waiting::No,
                          from == nullptr);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t toX, std::size_t toY,
                                     cudaArray_const_t from, std::size_t fromX, std::size_t fromY,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    return copy_rectangle(at(to, toX, toY), at(from, fromX, fromY), width, height, kind, nullptr,
                          Waiting::No, any_null(to, from));
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                              std::size_t bytes, cudaMemcpyKind kind) {
    return copy_line(to, x, y, const_cast<void*>(from), bytes, true, number_of(kind), nullptr,
                     Waiting::Yes);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                   std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_line(to, x, y, const_cast<void*>(from), bytes, true, number_of(kind), stream,
                     Waiting::No);
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                std::size_t bytes, cudaMemcpyKind kind) {
    return copy_line(from, x, y, to, bytes, false, number_of(kind), nullptr, Waiting::Yes);
}

cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                     std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_line(from, x, y, to, bytes, false, number_of(kind), stream, Waiting::No);
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, std::size_t toX, std::size_t toY,
                                   cudaArray_const_t from, std::size_t fromX, std::size_t fromY,
                                   std::size_t bytes, cudaMemcpyKind kind) {
    return copy_rectangle(at(to, toX, toY), at(from, fromX, fromY), bytes, 1, kind, nullptr,
                          Waiting::No, any_null(to, from));
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy) {
    return device_call(
        [&](RuntimeState& state) { return copy_3d(state, copy, nullptr, Waiting::Yes); });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t stream) {
    return device_call(
        [&](RuntimeState& state) { return copy_3d(state, copy, stream, Waiting::No); });
}

} // extern "C"

// Finds out where the ends of a box lie, checks that they do, and has the device copy it.
#include "runtime/host/box_copies.h"

#include <optional>

namespace warpscope::host {
namespace {

bool add(std::uint64_t a, std::uint64_t b, std::uint64_t& sum) {
    return !__builtin_add_overflow(a, b, &sum);
}

cudaError_t check_array(const RuntimeState& state, const NamedEnd& end, const NamedBox& box) {
    if (state.images().find(end.array) == nullptr) return cudaErrorInvalidResourceHandle;
    const ArrayFacts& facts = end.array->facts;
    const std::uint64_t texel = facts.format.texel_bytes();
    std::uint64_t x = 0, y = 0, z = 0;
    if (!add(end.x_bytes, box.bytes, x) || !add(end.y, box.rows, y) || !add(end.z, box.slices, z))
        return cudaErrorInvalidValue;
    const bool inside = x <= facts.width * texel && y <= facts.height && z <= facts.depth;
    return inside ? cudaSuccess : cudaErrorInvalidValue;
}

/// Bytes from the pointer to the end of the box's last row; nothing when no memory is that large.
std::optional<std::uint64_t> reach(const NamedEnd& end, const NamedBox& box) {
    std::uint64_t rows = 0, slices = 0, last = 0, bytes = 0;
    if (!add(end.z, box.slices - 1, slices) || !add(end.y, box.rows - 1, rows) ||
        __builtin_mul_overflow(slices, end.rows_of_a_slice, &last) || !add(last, rows, last) ||
        __builtin_mul_overflow(last, end.pitch, &bytes) || !add(bytes, end.x_bytes, bytes) ||
        !add(bytes, box.bytes, bytes))
        return std::nullopt;
    return bytes;
}

cudaError_t check_pointer(const Device& device, const NamedEnd& end, const NamedBox& box) {
    if (end.pointer == nullptr) return cudaErrorInvalidValue;
    std::uint64_t x = 0, y = 0;
    if (!add(end.x_bytes, box.bytes, x) || !add(end.y, box.rows, y)) return cudaErrorInvalidValue;
    if ((box.rows > 1 || box.slices > 1 || end.y != 0 || end.z != 0) && x > end.pitch)
        return cudaErrorInvalidPitchValue;
    if ((box.slices > 1 || end.z != 0) && y > end.rows_of_a_slice) return cudaErrorInvalidValue;
    const std::optional<std::uint64_t> bytes = reach(end, box);
    if (!bytes) return cudaErrorInvalidValue;
    const std::optional<AllocationInfo> found = device.find(address_of(end.pointer));
    if (!found) return cudaSuccess;
    const bool inside = found->size - (address_of(end.pointer) - found->base) >= *bytes;
    return inside ? cudaSuccess : cudaErrorInvalidValue;
}

bool is_on_device(const Device& device, const NamedEnd& end) {
    return end.array != nullptr || device.find(address_of(end.pointer)).has_value();
}

BoxEnd device_end(const Device& device, const NamedEnd& end) {
    BoxEnd result;
    result.x_bytes = end.x_bytes;
    result.y = end.y;
    result.z = end.z;
    result.row_bytes = end.pitch;
    result.rows_of_a_slice = end.rows_of_a_slice;
    if (end.array != nullptr) {
        result.kind = BoxEnd::Kind::Array;
        result.array = end.array->handle;
    } else if (is_on_device(device, end)) {
        result.kind = BoxEnd::Kind::Device;
        result.address = address_of(end.pointer);
    } else {
        result.host = end.pointer;
    }
    return result;
}

cudaError_t check_ends(const RuntimeState& state, const Device& device, const NamedBox& box,
                       int kind) {
    const bool into_host = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost;
    const bool from_host = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost;
    if ((box.to.array != nullptr && into_host) || (box.from.array != nullptr && from_host))
        return cudaErrorInvalidMemcpyDirection;
    for (const NamedEnd* end : {&box.to, &box.from}) {
        const cudaError_t error = end->array != nullptr ? check_array(state, *end, box)
                                                        : check_pointer(device, *end, box);
        if (error != cudaSuccess) return error;
    }
    const bool needs_target = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool needs_source = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if ((needs_target && !is_on_device(device, box.to)) ||
        (needs_source && !is_on_device(device, box.from)))
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

} // namespace

cudaError_t copy_box(RuntimeState& state, const NamedBox& box, int kind, cudaStream_t handle,
                     Waiting waiting) {
    CUstream_st* stream = state.streams().find(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    Device& device = state.device();
    if (!is_copy_kind(kind)) return cudaErrorInvalidMemcpyDirection;
    if (box.bytes == 0 || box.rows == 0 || box.slices == 0) return cudaSuccess;
    if (const cudaError_t error = check_ends(state, device, box, kind); error != cudaSuccess)
        return error;
    state.streams().before_work(*stream);
    state.managed().to_device(device);
    const bool done = device.copy_box(
        {device_end(device, box.to), device_end(device, box.from), box.bytes, box.rows, box.slices},
        stream->id);
    state.managed().to_host(device);
    after_copy(state, *stream, box.bytes * box.rows * box.slices, waiting);
    return done ? cudaSuccess : cudaErrorInvalidValue;
}

} // namespace warpscope::host

// Finds out on which side the ends of a copy are, and copies row by row.
#include "runtime/host/copies.h"

#include "runtime/host/capture.h"

#include <cstring>
#include <optional>

namespace warpscope::host {
namespace {

/// What moving bytes over the bus takes, by the bandwidth of PCIe 5.0.
constexpr double kCopyMicroseconds = 2.0, kBytesPerMicrosecond = 50e3;

bool is_device(const Device& device, const void* pointer) {
    return device.find(address_of(pointer)).has_value();
}

/// The heap of device code is out of the host's reach (CUDA C++ Programming Guide, "Dynamic Global
/// Memory Allocation and Operations"), except that an H200 lets it be filled.
bool is_in_heap(const Device& device, const void* pointer) {
    const std::optional<AllocationInfo> a = device.find(address_of(pointer));
    return a && a->kind == AllocationKind::Heap;
}

struct Direction {
    bool to_device = false, from_device = false;
};

/// With unified addresses the pointers say where to copy. As on an H200, `kind` may ask for an end
/// to be on the device, but does not mind one that is there unasked.
cudaError_t resolve(const Device& device, const void* to, const void* from, int kind,
                    Direction& d) {
    if (is_in_heap(device, to) || is_in_heap(device, from)) return cudaErrorInvalidValue;
    d = {is_device(device, to), is_device(device, from)};
    const bool needs_target = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool needs_source = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    return (needs_target && !d.to_device) || (needs_source && !d.from_device)
               ? cudaErrorInvalidValue
               : cudaSuccess;
}

bool copy_row(Device& device, void* to, const void* from, std::size_t bytes, Direction d,
              StreamId stream) {
    if (d.to_device && d.from_device)
        return device.copy(address_of(to), address_of(from), bytes, stream);
    if (d.to_device) return device.write(address_of(to), from, bytes, stream);
    if (d.from_device) return device.read(to, address_of(from), bytes, stream);
    std::memmove(to, from, bytes);
    return true;
}

/// Whether the rectangle's first and last byte lie in one allocation.
bool inside(const Device& device, const void* corner, std::size_t width, std::size_t rows,
            std::size_t pitch) {
    std::uint64_t extent = 0;
    if (__builtin_mul_overflow(pitch, rows - 1, &extent) ||
        __builtin_add_overflow(extent, width, &extent))
        return false;
    const std::optional<AllocationInfo> a = device.find(address_of(corner));
    return a && a->size - (address_of(corner) - a->base) >= extent;
}

/// Small things that programs copy to the device may hold addresses of host memory.
void attach_pointers(RuntimeState& state, const void* from, const CopyShape& shape, Direction d) {
    constexpr std::size_t kLargest = 65536;
    if (d.to_device && !d.from_device && shape.rows == 1 && shape.width <= kLargest)
        state.managed().attach_named(state.device(),
                                     {static_cast<const std::uint8_t*>(from), shape.width});
}

} // namespace

void after_copy(RuntimeState& state, CUstream_st& stream, std::size_t bytes, Waiting waiting) {
    const double modelled = kCopyMicroseconds + static_cast<double>(bytes) / kBytesPerMicrosecond;
    state.now_microseconds += state.device().take_copy_microseconds().value_or(modelled);
    if (waiting == Waiting::Yes) state.streams().host_waited_for(stream);
}

bool is_copy_kind(int kind) {
    switch (kind) {
    case cudaMemcpyHostToHost:
    case cudaMemcpyHostToDevice:
    case cudaMemcpyDeviceToHost:
    case cudaMemcpyDeviceToDevice:
    case cudaMemcpyDefault: return true;
    default: return false;
    }
}

namespace {

cudaError_t check(RuntimeState& state, void* to, const void* from, const CopyShape& shape, int kind,
                  Direction& d) {
    if (!is_copy_kind(kind)) return cudaErrorInvalidMemcpyDirection;
    if (to == nullptr || from == nullptr) return cudaErrorInvalidValue;
    if (shape.rows > 1 && (shape.to_pitch < shape.width || shape.from_pitch < shape.width))
        return cudaErrorInvalidPitchValue;
    Device& device = state.device();
    if (const cudaError_t error = resolve(device, to, from, kind, d); error != cudaSuccess)
        return error;
    if (d.to_device && !inside(device, to, shape.width, shape.rows, shape.to_pitch))
        return cudaErrorInvalidValue;
    if (d.from_device && !inside(device, from, shape.width, shape.rows, shape.from_pitch))
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

} // namespace

cudaError_t check_copy(RuntimeState& state, void* to, const void* from, const CopyShape& shape,
                       int kind) {
    Direction d;
    return check(state, to, from, shape, kind, d);
}

cudaError_t copy(RuntimeState& state, void* to, const void* from, const CopyShape& shape, int kind,
                 cudaStream_t handle, Waiting waiting) {
    CUstream_st* stream = state.streams().find(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (shape.width == 0 || shape.rows == 0) return cudaSuccess;
    Direction d;
    if (const cudaError_t error = check(state, to, from, shape, kind, d); error != cudaSuccess)
        return error;
    if (const auto taken = captured(state, *stream, CopyWork{to, from, shape, kind})) return *taken;
    Device& device = state.device();
    state.streams().before_work(*stream);
    attach_pointers(state, from, shape, d);
    state.managed().to_device(device);
    for (std::size_t row = 0; row < shape.rows; ++row)
        copy_row(device, static_cast<char*>(to) + row * shape.to_pitch,
                 static_cast<const char*>(from) + row * shape.from_pitch, shape.width, d,
                 stream->id);
    state.managed().to_host(device);
    after_copy(state, *stream, shape.width * shape.rows, waiting);
    return cudaSuccess;
}

cudaError_t fill(RuntimeState& state, void* to, int value, const CopyShape& shape,
                 cudaStream_t handle, Waiting waiting) {
    CUstream_st* stream = state.streams().find(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    if (shape.width == 0 || shape.rows == 0) return cudaSuccess;
    if (shape.rows > 1 && shape.to_pitch < shape.width) return cudaErrorInvalidValue;
    Device& device = state.device();
    if (to == nullptr || !inside(device, to, shape.width, shape.rows, shape.to_pitch))
        return cudaErrorInvalidValue;
    const cudaMemsetParams what = {to, shape.to_pitch, static_cast<std::uint8_t>(value),
                                   1,  shape.width,    shape.rows};
    if (const auto taken = captured(state, *stream, FillWork{what})) return *taken;
    state.streams().before_work(*stream);
    state.managed().to_device(device);
    for (std::size_t row = 0; row < shape.rows; ++row)
        device.fill(address_of(to) + row * shape.to_pitch, static_cast<std::uint8_t>(value),
                    shape.width, stream->id);
    state.managed().to_host(device);
    after_copy(state, *stream, shape.width * shape.rows, waiting);
    return cudaSuccess;
}

} // namespace warpscope::host

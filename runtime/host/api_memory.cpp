// Device memory, copies and fills.
#include "runtime/host/capture_calls.h"
#include "runtime/host/copies.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

/// Rows of cudaMallocPitch begin at multiples of this.
constexpr std::size_t kPitch = 512;

cudaError_t allocate(RuntimeState& state, void** pointer, std::size_t bytes) {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    *pointer = nullptr;
    Device& device = state.device();
    if (bytes == 0) return cudaSuccess;
    const Address address = device.allocate(bytes, allocation_site());
    if (address == 0) return cudaErrorMemoryAllocation;
    *pointer = reinterpret_cast<void*>(address);
    return cudaSuccess;
}

cudaError_t release(RuntimeState& state, void* pointer) {
    Device& device = state.device();
    if (pointer == nullptr) return cudaSuccess;
    const std::optional<AllocationInfo> found = device.find(address_of(pointer));
    if (!found || found->base != address_of(pointer)) return cudaErrorInvalidValue;
    if (state.find_pinned(pointer) != nullptr) return cudaErrorInvalidValue;
    if (found->kind == AllocationKind::Managed) {
        if (!state.managed().release(device, pointer)) return cudaErrorInvalidValue;
        state.hints.forget(found->base, found->size);
    } else if (found->kind != AllocationKind::Device || !device.release(found->base)) {
        return cudaErrorInvalidValue;
    }
    state.pools.freed(found->base);
    // cudaFree waits for the whole device.
    state.streams().host_waited_for_all();
    return cudaSuccess;
}

cudaError_t describe(RuntimeState& state, cudaPointerAttributes* attributes, const void* pointer) {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    void* const address = const_cast<void*>(pointer);
    *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, address};
    Device& device = state.device();
    state.load_new_modules();
    if (state.find_pinned(pointer) != nullptr) {
        state.managed().attach(device, pointer);
        *attributes = {cudaMemoryTypeHost, 0, address, address};
    } else if (const std::optional<AllocationInfo> found = device.find(address_of(pointer))) {
        // As an H200 answers for what device code allocated.
        if (found->kind == AllocationKind::Heap) return cudaSuccess;
        const bool managed = found->kind == AllocationKind::Managed;
        *attributes = {managed ? cudaMemoryTypeManaged : cudaMemoryTypeDevice, 0, address,
                       managed ? address : nullptr};
    }
    return cudaSuccess;
}

CopyShape line(std::size_t bytes) {
    return {bytes, 1, 0, 0};
}

} // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    return uncaptured_call([&](RuntimeState& state) { return allocate(state, pointer, bytes); });
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
    return uncaptured_call([&](RuntimeState& state) {
        if (pitch == nullptr) return cudaErrorInvalidValue;
        const std::size_t rounded = (width + kPitch - 1) / kPitch * kPitch;
        std::size_t bytes = 0;
        if (rounded < width || __builtin_mul_overflow(rounded, height, &bytes))
            return cudaErrorMemoryAllocation;
        *pitch = rounded;
        return allocate(state, pointer, bytes);
    });
}

cudaError_t cudaFree(void* pointer) {
    return uncaptured_call([&](RuntimeState& state) { return release(state, pointer); });
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return device_call([&](RuntimeState& state) {
        return copy(state, to, from, line(bytes), number_of(kind), nullptr, Waiting::Yes);
    });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return device_call([&](RuntimeState& state) {
        return copy(state, to, from, line(bytes), number_of(kind), stream, Waiting::No);
    });
}

cudaError_t cudaMemcpy2D(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    return device_call([&](RuntimeState& state) {
        return copy(state, to, from, {width, height, toPitch, fromPitch}, number_of(kind), nullptr,
                    Waiting::Yes);
    });
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t toPitch, const void* from,
                              std::size_t fromPitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
    return device_call([&](RuntimeState& state) {
        return copy(state, to, from, {width, height, toPitch, fromPitch}, number_of(kind), stream,
                    Waiting::No);
    });
}

cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
    return device_call([&](RuntimeState& state) {
        return fill(state, to, value, line(bytes), nullptr, Waiting::No);
    });
}

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
    return device_call([&](RuntimeState& state) {
        return fill(state, to, value, line(bytes), stream, Waiting::No);
    });
}

cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
    return cudaMemset2DAsync(to, pitch, value, width, height, nullptr);
}

cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
    return device_call([&](RuntimeState& state) {
        return fill(state, to, value, {width, height, pitch, 0}, stream, Waiting::No);
    });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    return device_call([&](RuntimeState& state) {
        const std::uint64_t all = state.gpu().memory_bytes;
        if (total != nullptr) *total = all;
        if (free != nullptr) *free = all - state.device().memory_used();
        return cudaSuccess;
    });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return host_call([&](RuntimeState& state) { return describe(state, attributes, pointer); });
}

} // extern "C"

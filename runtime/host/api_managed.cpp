// Managed memory: allocating it, and hints about where it should be.
#include "runtime/host/capture_calls.h"
#include "runtime/host/copies.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

bool is_managed_range(RuntimeState& state, const void* pointer, std::size_t bytes) {
    Device& device = state.device();
    state.load_new_modules();
    const std::optional<AllocationInfo> found = device.find(address_of(pointer));
    if (!found || found->kind != AllocationKind::Managed || state.find_pinned(pointer) != nullptr)
        return false;
    return bytes != 0 && bytes <= found->size - (address_of(pointer) - found->base);
}

bool is_place(int device) {
    return device == 0 || device == cudaCpuDeviceId;
}

/// The number by which the older calls name a place; cudaInvalidDeviceId for none.
int place_of(const cudaMemLocation& location) {
    switch (number_of(location.type)) {
    case cudaMemLocationTypeDevice: return location.id == 0 ? 0 : cudaInvalidDeviceId;
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNuma:
    case cudaMemLocationTypeHostNumaCurrent: return cudaCpuDeviceId;
    default: return cudaInvalidDeviceId;
    }
}

cudaError_t prefetch(RuntimeState& state, const void* pointer, std::size_t bytes, int place,
                     cudaStream_t stream) {
    CUstream_st* found = state.streams().find(stream);
    if (found == nullptr) return cudaErrorInvalidResourceHandle;
    if (!is_place(place)) return cudaErrorInvalidDevice;
    if (!is_managed_range(state, pointer, bytes)) return cudaErrorInvalidValue;
    state.streams().before_work(*found);
    state.hints.set(Hint::LastPrefetch, address_of(pointer), bytes, place);
    return cudaSuccess;
}

cudaError_t advise(RuntimeState& state, const void* pointer, std::size_t bytes, int advice,
                   int place) {
    if (!is_managed_range(state, pointer, bytes)) return cudaErrorInvalidValue;
    const Address at = address_of(pointer);
    const Hint accessed = place == cudaCpuDeviceId ? Hint::AccessedByHost : Hint::AccessedByDevice;
    const bool names_place = advice == cudaMemAdviseSetPreferredLocation ||
                             advice == cudaMemAdviseSetAccessedBy ||
                             advice == cudaMemAdviseUnsetAccessedBy;
    if (names_place && !is_place(place)) return cudaErrorInvalidValue;
    switch (advice) {
    case cudaMemAdviseSetReadMostly: state.hints.set(Hint::ReadMostly, at, bytes, 1); break;
    case cudaMemAdviseUnsetReadMostly: state.hints.unset(Hint::ReadMostly, at, bytes); break;
    case cudaMemAdviseSetPreferredLocation:
        state.hints.set(Hint::PreferredLocation, at, bytes, place);
        break;
    case cudaMemAdviseUnsetPreferredLocation:
        state.hints.unset(Hint::PreferredLocation, at, bytes);
        break;
    case cudaMemAdviseSetAccessedBy: state.hints.set(accessed, at, bytes, 1); break;
    case cudaMemAdviseUnsetAccessedBy: state.hints.unset(accessed, at, bytes); break;
    default: return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

int location_type(int place) {
    return place == cudaCpuDeviceId       ? cudaMemLocationTypeHost
           : place == cudaInvalidDeviceId ? cudaMemLocationTypeInvalid
                                          : cudaMemLocationTypeDevice;
}

/// The answers for one attribute: numbers, as many as there is room for.
cudaError_t range_attribute(RuntimeState& state, int* data, std::size_t room, int attribute,
                            Address at, std::size_t bytes) {
    const auto hint = [&](Hint which, int otherwise) {
        return state.hints.get(which, at, bytes, otherwise);
    };
    if (attribute == cudaMemRangeAttributeAccessedBy) {
        for (std::size_t i = 0; i < room; ++i)
            data[i] = cudaInvalidDeviceId;
        std::size_t used = 0;
        if (used < room && hint(Hint::AccessedByDevice, 0) != 0) data[used++] = 0;
        if (used < room && hint(Hint::AccessedByHost, 0) != 0) data[used++] = cudaCpuDeviceId;
        return cudaSuccess;
    }
    if (room != 1) return cudaErrorInvalidValue;
    const int preferred = hint(Hint::PreferredLocation, cudaInvalidDeviceId);
    const int prefetched = hint(Hint::LastPrefetch, cudaInvalidDeviceId);
    switch (attribute) {
    case cudaMemRangeAttributeReadMostly: *data = hint(Hint::ReadMostly, 0); break;
    case cudaMemRangeAttributePreferredLocation: *data = preferred; break;
    case cudaMemRangeAttributeLastPrefetchLocation: *data = prefetched; break;
    case cudaMemRangeAttributePreferredLocationType: *data = location_type(preferred); break;
    case cudaMemRangeAttributePreferredLocationId: *data = preferred; break;
    case cudaMemRangeAttributeLastPrefetchLocationType: *data = location_type(prefetched); break;
    case cudaMemRangeAttributeLastPrefetchLocationId: *data = prefetched; break;
    default: return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

/// Which kernels may use the memory changes nothing here: the host never runs beside them.
cudaError_t attach(RuntimeState& state, cudaStream_t stream, void* pointer, std::size_t bytes,
                   unsigned flags) {
    CUstream_st* found = state.streams().find(stream);
    if (found == nullptr) return cudaErrorInvalidResourceHandle;
    const bool known =
        flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
    const bool to_default = stream == nullptr || stream == cudaStreamLegacy;
    if (!known || (flags == cudaMemAttachSingle && to_default)) return cudaErrorInvalidValue;
    if (!is_managed_range(state, pointer, 1)) return cudaErrorInvalidValue;
    const AllocationInfo memory = *state.device().find(address_of(pointer));
    if (memory.base != address_of(pointer) || (bytes != 0 && bytes != memory.size))
        return cudaErrorInvalidValue;
    state.streams().before_work(*found);
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned int flags) {
    return uncaptured_call([&](RuntimeState& state) {
        if (pointer == nullptr || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost))
            return cudaErrorInvalidValue;
        *pointer = nullptr;
        if (bytes == 0) return cudaSuccess;
        *pointer = state.managed().allocate(state.device(), bytes, allocation_site());
        return *pointer == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
    });
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int device,
                                 cudaStream_t stream) {
    return device_call(
        [&](RuntimeState& state) { return prefetch(state, pointer, bytes, device, stream); });
}

cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, std::size_t bytes,
                                    cudaMemLocation location, unsigned int flags,
                                    cudaStream_t stream) {
    return device_call([&](RuntimeState& state) {
        if (flags != 0) return cudaErrorInvalidValue;
        return prefetch(state, pointer, bytes, place_of(location), stream);
    });
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          int device) {
    return device_call([&](RuntimeState& state) {
        return advise(state, pointer, bytes, number_of(advice), device);
    });
}

cudaError_t cudaMemAdvise_v2(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                             cudaMemLocation location) {
    return device_call([&](RuntimeState& state) {
        return advise(state, pointer, bytes, number_of(advice), place_of(location));
    });
}

cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t dataBytes,
                                     cudaMemRangeAttribute attribute, const void* pointer,
                                     std::size_t bytes) {
    return device_call([&](RuntimeState& state) {
        if (data == nullptr || dataBytes == 0 || dataBytes % sizeof(int) != 0 ||
            !is_managed_range(state, pointer, bytes))
            return cudaErrorInvalidValue;
        return range_attribute(state, static_cast<int*>(data), dataBytes / sizeof(int),
                               number_of(attribute), address_of(pointer), bytes);
    });
}

cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* dataBytes,
                                      cudaMemRangeAttribute* attributes, std::size_t count,
                                      const void* pointer, std::size_t bytes) {
    if (any_null(data, dataBytes, attributes) || count == 0)
        return host_call([](RuntimeState&) { return cudaErrorInvalidValue; });
    cudaError_t error = cudaSuccess;
    for (std::size_t i = 0; i < count && error == cudaSuccess; ++i)
        error = cudaMemRangeGetAttribute(data[i], dataBytes[i], attributes[i], pointer, bytes);
    return error;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t bytes,
                                     unsigned int flags) {
    return device_call(
        [&](RuntimeState& state) { return attach(state, stream, pointer, bytes, flags); });
}

} // extern "C"

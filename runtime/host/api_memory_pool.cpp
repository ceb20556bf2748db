// Stream-ordered allocation. Work is done as it is issued, so memory comes and goes at once.
#include <cstring>

#include "runtime/host/api.h"
#include "runtime/host/capture.h"
#include "runtime/host/copies.h"
#include "runtime/host/graph_run.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

cudaError_t allocate(RuntimeState& state, void** pointer, std::size_t bytes, cudaMemPool_t pool,
                     cudaStream_t stream) {
    CUstream_st* found = state.streams().find(stream);
    if (found == nullptr) return cudaErrorInvalidResourceHandle;
    if (pointer == nullptr || !state.pools.is_pool(pool)) return cudaErrorInvalidValue;
    *pointer = nullptr;
    Device& device = state.device();
    if (bytes == 0) return cudaSuccess;
    const Address address = device.allocate(bytes, allocation_site());
    if (address == 0) return cudaErrorMemoryAllocation;
    if (found->capture != nullptr) {
        *pointer = reinterpret_cast<void*>(address);
        return *captured(state, *found, AllocateWork{address, bytes, graph_memory(address)});
    }
    state.streams().before_work(*found);
    state.pools.allocated(pool, address, bytes);
    *pointer = reinterpret_cast<void*>(address);
    return cudaSuccess;
}

cudaError_t release(RuntimeState& state, void* pointer, cudaStream_t stream) {
    CUstream_st* found = state.streams().find(stream);
    if (found == nullptr) return cudaErrorInvalidResourceHandle;
    if (pointer == nullptr) return cudaSuccess;
    Device& device = state.device();
    const std::optional<AllocationInfo> memory = device.find(address_of(pointer));
    if (!memory || memory->base != address_of(pointer) || memory->kind != AllocationKind::Device)
        return cudaErrorInvalidValue;
    if (const auto taken = captured(state, *found, FreeWork{memory->base})) return *taken;
    state.streams().before_work(*found);
    device.release(memory->base);
    state.pools.freed(memory->base);
    return cudaSuccess;
}

bool is_only_device(const cudaMemLocation& location) {
    return number_of(location.type) == cudaMemLocationTypeDevice && location.id == 0;
}

/// Calls body(state) for the only device there is.
template<class Body>
cudaError_t with_device(int device, Body&& body) {
    return device_call([&](RuntimeState& state) {
        if (device != 0) return cudaErrorInvalidDevice;
        state.device();
        return body(state);
    });
}

template<class Body>
cudaError_t with_pool(cudaMemPool_t pool, Body&& body) {
    return device_call([&](RuntimeState& state) {
        return state.pools.is_pool(pool) ? body(state, *pool) : cudaErrorInvalidValue;
    });
}

bool is_reuse(int attribute) {
    return attribute >= cudaMemPoolReuseFollowEventDependencies &&
           attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

/// The number that an attribute names; null when there is no such attribute.
std::uint64_t* number_in(CUmemPoolHandle_st& pool, int attribute) {
    switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold: return &pool.release_threshold;
    case cudaMemPoolAttrReservedMemCurrent: return &pool.reserved;
    case cudaMemPoolAttrReservedMemHigh: return &pool.reserved_high;
    case cudaMemPoolAttrUsedMemCurrent: return &pool.used;
    case cudaMemPoolAttrUsedMemHigh: return &pool.used_high;
    default: return nullptr;
    }
}

/// High marks can only be set back to zero, current values not at all.
cudaError_t set_number(CUmemPoolHandle_st& pool, int attribute, std::uint64_t value) {
    std::uint64_t* number = number_in(pool, attribute);
    const bool is_high =
        attribute == cudaMemPoolAttrReservedMemHigh || attribute == cudaMemPoolAttrUsedMemHigh;
    const bool possible = attribute == cudaMemPoolAttrReleaseThreshold || (is_high && value == 0);
    if (number == nullptr || !possible) return cudaErrorInvalidValue;
    *number = value;
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
    return device_call([&](RuntimeState& state) {
        return allocate(state, pointer, bytes, state.pools.current(), stream);
    });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    return device_call(
        [&](RuntimeState& state) { return allocate(state, pointer, bytes, pool, stream); });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    return device_call([&](RuntimeState& state) { return release(state, pointer, stream); });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return with_device(device, [&](RuntimeState& state) {
        if (pool == nullptr) return cudaErrorInvalidValue;
        *pool = state.pools.standard();
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return with_device(device, [&](RuntimeState& state) {
        if (pool == nullptr) return cudaErrorInvalidValue;
        *pool = state.pools.current();
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    return with_device(device, [&](RuntimeState& state) {
        if (!state.pools.is_pool(pool)) return cudaErrorInvalidValue;
        state.pools.choose(pool);
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    return device_call([&](RuntimeState& state) {
        if (any_null(pool, properties) ||
            number_of(properties->allocType) != cudaMemAllocationTypePinned ||
            !is_only_device(properties->location))
            return cudaErrorInvalidValue;
        // Other processes cannot see simulated memory.
        if (number_of(properties->handleTypes) != cudaMemHandleTypeNone)
            return cudaErrorNotSupported;
        *pool = state.pools.create();
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return device_call([&](RuntimeState& state) {
        return state.pools.destroy(pool) ? cudaSuccess : cudaErrorInvalidValue;
    });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t bytesToKeep) {
    return with_pool(pool, [&](RuntimeState& state, CUmemPoolHandle_st& found) {
        state.pools.trim(found, bytesToKeep);
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return with_pool(pool, [&](RuntimeState&, CUmemPoolHandle_st& found) {
        if (value == nullptr) return cudaErrorInvalidValue;
        const int which = number_of(attribute);
        if (!is_reuse(which)) {
            std::uint64_t number = 0;
            std::memcpy(&number, value, sizeof number);
            return set_number(found, which, number);
        }
        std::memcpy(&found.reuse[which], value, sizeof(int));
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return with_pool(pool, [&](RuntimeState&, CUmemPoolHandle_st& found) {
        if (value == nullptr) return cudaErrorInvalidValue;
        const int which = number_of(attribute);
        if (is_reuse(which)) {
            const auto set = found.reuse.find(which);
            const int on = set == found.reuse.end() ? 1 : set->second;
            std::memcpy(value, &on, sizeof on);
            return cudaSuccess;
        }
        const std::uint64_t* number = number_in(found, which);
        if (number == nullptr) return cudaErrorInvalidValue;
        std::memcpy(value, number, sizeof *number);
        return cudaSuccess;
    });
}

/// The device always has access to its own memory, and there is no other.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses,
                                 std::size_t count) {
    return with_pool(pool, [&](RuntimeState&, CUmemPoolHandle_st&) {
        if (accesses == nullptr && count != 0) return cudaErrorInvalidValue;
        for (std::size_t i = 0; i < count; ++i)
            if (!is_only_device(accesses[i].location) ||
                number_of(accesses[i].flags) != cudaMemAccessFlagsProtReadWrite)
                return cudaErrorInvalidDevice;
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location) {
    return with_pool(pool, [&](RuntimeState&, CUmemPoolHandle_st&) {
        if (any_null(flags, location)) return cudaErrorInvalidValue;
        if (!is_only_device(*location)) return cudaErrorInvalidDevice;
        *flags = cudaMemAccessFlagsProtReadWrite;
        return cudaSuccess;
    });
}

} // extern "C"

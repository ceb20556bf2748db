// Page-locked host memory, of this library's making or of the program's own.
#include "runtime/host/capture_calls.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

cudaError_t allocate(RuntimeState& state, void** pointer, std::size_t bytes, unsigned flags) {
    constexpr unsigned known =
        cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if (pointer == nullptr || (flags & ~known) != 0) return cudaErrorInvalidValue;
    *pointer = nullptr;
    Device& device = state.device();
    if (bytes == 0) return cudaSuccess;
    // Kernels can reach all of it, as unified addresses promise. What is not asked to be mapped is
    // attached to the device when its address turns up on the way there.
    const bool mapped = (flags & cudaHostAllocMapped) != 0;
    void* host = state.managed().allocate_host(device, bytes, mapped, allocation_site());
    if (host == nullptr) return cudaErrorMemoryAllocation;
    const unsigned told = cudaHostAllocMapped | (flags & cudaHostAllocWriteCombined);
    state.pinned[host] = {bytes, told, false};
    *pointer = host;
    return cudaSuccess;
}

cudaError_t release_pinned(RuntimeState& state, void* pointer) {
    if (pointer == nullptr) return cudaSuccess;
    const auto found = state.pinned.find(pointer);
    if (found == state.pinned.end() || found->second.registered) return cudaErrorInvalidValue;
    state.managed().release(state.device(), pointer);
    state.pinned.erase(found);
    return cudaSuccess;
}

/// Whether a part of the range is page-locked already.
bool overlaps(const RuntimeState& state, void* begin, std::size_t bytes) {
    char* const last = static_cast<char*>(begin) + (bytes - 1);
    if (state.find_pinned(begin) != nullptr || state.find_pinned(last) != nullptr) return true;
    const auto above = state.pinned.upper_bound(begin);
    return above != state.pinned.end() && above->first <= last;
}

cudaError_t register_memory(RuntimeState& state, void* pointer, std::size_t bytes, unsigned flags) {
    constexpr unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped |
                               cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
    if (pointer == nullptr || bytes == 0 || (flags & ~known) != 0) return cudaErrorInvalidValue;
    Device& device = state.device();
    if (overlaps(state, pointer, bytes)) return cudaErrorHostMemoryAlreadyRegistered;
    if (device.find(reinterpret_cast<Address>(pointer))) return cudaErrorInvalidValue;
    const bool mapped = (flags & cudaHostRegisterMapped) != 0;
    if (!state.managed().add_host(device, pointer, bytes, mapped, allocation_site()))
        return cudaErrorMemoryAllocation;
    state.pinned[pointer] = {bytes, cudaHostAllocMapped, true};
    return cudaSuccess;
}

cudaError_t unregister_memory(RuntimeState& state, void* pointer) {
    const auto found = state.pinned.find(pointer);
    if (found == state.pinned.end())
        return pointer == nullptr || state.find_pinned(pointer) != nullptr
                   ? cudaErrorInvalidValue
                   : cudaErrorHostMemoryNotRegistered;
    if (!found->second.registered) return cudaErrorInvalidValue;
    state.managed().release(state.device(), pointer);
    state.pinned.erase(found);
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
    return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault);
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned int flags) {
    return uncaptured_call(
        [&](RuntimeState& state) { return allocate(state, pointer, bytes, flags); });
}

cudaError_t cudaFreeHost(void* pointer) {
    return uncaptured_call([&](RuntimeState& state) { return release_pinned(state, pointer); });
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned int flags) {
    return device_call(
        [&](RuntimeState& state) { return register_memory(state, pointer, bytes, flags); });
}

cudaError_t cudaHostUnregister(void* pointer) {
    return device_call([&](RuntimeState& state) { return unregister_memory(state, pointer); });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags) {
    return device_call([&](RuntimeState& state) {
        if (device == nullptr || flags != 0 || state.find_pinned(host) == nullptr)
            return cudaErrorInvalidValue;
        if (!state.managed().attach(state.device(), host)) return cudaErrorMemoryAllocation;
        *device = host;
        return cudaSuccess;
    });
}

cudaError_t cudaHostGetFlags(unsigned int* flags, void* host) {
    return device_call([&](RuntimeState& state) {
        const PinnedMemory* found = state.find_pinned(host);
        if (any_null(flags, found)) return cudaErrorInvalidValue;
        *flags = found->flags;
        return cudaSuccess;
    });
}

} // extern "C"

// The frame of every API function: one lock, the errors that last, and the last error of the host
// thread.
#pragma once

#include <cstring>
#include <new>

// The C functions are defined here; calls among them are not the program's.
#define WARPSCOPE_NO_ALLOCATION_SITES
#include "runtime/host/allocation_site.h"
#include "runtime/host/runtime_state.h"
#include "runtime/include/warpscope/runtime_api.h"

namespace warpscope::host {

/// Keeps `error` for cudaGetLastError of this host thread, and returns it.
cudaError_t remember(cudaError_t error);

/// What a call in the middle of an exception returns.
template<class Body>
cudaError_t guarded(Body&& body) {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return cudaErrorMemoryAllocation;
    } catch (...) {
        return cudaErrorUnknown;
    }
}

/// A call that leaves the device alone: it also works after a kernel's fault.
template<class Body>
cudaError_t host_call(Body&& body) {
    RuntimeState& state = RuntimeState::get();
    const std::lock_guard lock(state.mutex());
    const cudaError_t error = guarded([&] { return body(state); });
    // A kernel's fault lasts as long as the device's state; it is not one of this thread.
    return error == state.visible_fault() ? error : remember(error);
}

/// A call that reaches the device. By then an earlier kernel's fault has been noticed, and is all
/// that the program gets from here on.
template<class Body>
cudaError_t device_call(Body&& body) {
    return host_call([&](RuntimeState& state) {
        const cudaError_t fault = state.notice_fault();
        return fault != cudaSuccess ? fault : body(state);
    });
}

/// Programs may pass any number where an enum stands; only as a number may it be looked at.
template<class Enum>
int number_of(const Enum& value) {
    static_assert(sizeof(Enum) == sizeof(int));
    int number = 0;
    std::memcpy(&number, &value, sizeof number);
    return number;
}

/// A call whose pointer arguments may not be null.
template<class... Pointers>
bool any_null(Pointers... pointers) {
    return ((pointers == nullptr) || ...);
}

} // namespace warpscope::host

// The frame of calls that no stream may be captured beside.
#pragma once

#include "runtime/host/api.h"
#include "runtime/host/capture.h"

namespace warpscope::host {

/// A device_call that is forbidden while streams are captured (see check_unsafe_call).
template<class Body>
cudaError_t uncaptured_call(Body&& body) {
    return device_call([&](RuntimeState& state) {
        const cudaError_t error = check_unsafe_call(state);
        return error != cudaSuccess ? error : body(state);
    });
}

} // namespace warpscope::host

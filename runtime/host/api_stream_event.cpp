// Streams and events: work is done as it is issued, so waiting never takes time.
#include <algorithm>

#include "runtime/host/api.h"
#include "runtime/host/capture.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

/// Calls body(state, stream) with the stream that the handle names.
template<class Body>
cudaError_t stream_call(cudaStream_t handle, Body&& body) {
    return device_call([&](RuntimeState& state) {
        CUstream_st* stream = state.streams().find(handle);
        return stream == nullptr ? cudaErrorInvalidResourceHandle : body(state, *stream);
    });
}

template<class Body>
cudaError_t event_call(cudaEvent_t handle, Body&& body) {
    return device_call([&](RuntimeState& state) {
        CUevent_st* event = state.streams().find_event(handle);
        return event == nullptr ? cudaErrorInvalidResourceHandle : body(state, *event);
    });
}

cudaError_t elapsed(RuntimeState& state, float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    if (milliseconds == nullptr) return cudaErrorInvalidValue;
    const CUevent_st* first = state.streams().find_event(start);
    const CUevent_st* last = state.streams().find_event(end);
    if (first != nullptr && last != nullptr && (first->capture || last->capture))
        return cudaErrorInvalidValue;
    if (first == nullptr || last == nullptr || first->point == 0 || last->point == 0 ||
        ((first->flags | last->flags) & cudaEventDisableTiming) != 0)
        return cudaErrorInvalidResourceHandle;
    *milliseconds = static_cast<float>((last->microseconds - first->microseconds) / 1e3);
    return cudaSuccess;
}

bool is_default(cudaStream_t stream) {
    return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

} // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
    return device_call([&](RuntimeState& state) {
        if (stream == nullptr || (flags & ~static_cast<unsigned>(cudaStreamNonBlocking)) != 0)
            return cudaErrorInvalidValue;
        state.device();
        // A priority out of range is moved into it (CUDA Runtime API,
        // "cudaStreamCreateWithPriority").
        const int least = std::min(priority, kLeastPriority);
        *stream = state.streams().create(flags, std::max(least, kGreatestPriority));
        return cudaSuccess;
    });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return stream_call(stream, [&](RuntimeState& state, CUstream_st& found) {
        if (!is_default(stream)) leave_capture(found);
        return !is_default(stream) && state.streams().destroy(stream)
                   ? cudaSuccess
                   : cudaErrorInvalidResourceHandle;
    });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return stream_call(stream, [](RuntimeState& state, CUstream_st& found) {
        if (const cudaError_t error = check_stream_wait(state, found); error != cudaSuccess)
            return error;
        state.streams().host_waited_for(found);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return cudaStreamSynchronize(stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
    return stream_call(stream, [&](RuntimeState& state, CUstream_st& found) {
        const CUevent_st* awaited = state.streams().find_event(event);
        if (awaited == nullptr) return cudaErrorInvalidResourceHandle;
        if (flags > cudaEventWaitExternal) return cudaErrorInvalidValue;
        const bool external = flags == cudaEventWaitExternal;
        if (const auto taken = captured_wait(state, found, *awaited, event, external))
            return *taken;
        state.streams().wait(found, *awaited);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
    return stream_call(stream, [&](RuntimeState&, CUstream_st& found) {
        if (flags == nullptr) return cudaErrorInvalidValue;
        *flags = found.flags;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    return stream_call(stream, [&](RuntimeState&, CUstream_st& found) {
        if (priority == nullptr) return cudaErrorInvalidValue;
        *priority = found.priority;
        return cudaSuccess;
    });
}

/// The function runs on the calling thread: the work before it is done by then.
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    bool now = false;
    const cudaError_t error = stream_call(stream, [&](RuntimeState& state, CUstream_st& found) {
        if (function == nullptr) return cudaErrorInvalidValue;
        if (const auto taken = captured(state, found, HostWork{function, data})) return *taken;
        state.streams().before_work(found);
        now = true;
        return cudaSuccess;
    });
    // Outside of the lock, because the function may take locks of its own.
    if (now) function(data);
    return error;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned int flags) {
    const cudaError_t error = stream_call(stream, [&](RuntimeState& state, CUstream_st& found) {
        if (callback == nullptr || flags != 0) return cudaErrorInvalidValue;
        const cudaError_t refused =
            refuse_captured(state, found, cudaErrorStreamCaptureUnsupported);
        if (refused == cudaSuccess) state.streams().before_work(found);
        return refused;
    });
    if (error == cudaSuccess) callback(stream, cudaSuccess, data);
    return error;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
    return stream_call(stream, [&](RuntimeState&, CUstream_st& found) {
        if (id == nullptr) return cudaErrorInvalidValue;
        *id = found.id;
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
    return stream_call(stream, [&](RuntimeState&, CUstream_st&) {
        if (device == nullptr) return cudaErrorInvalidValue;
        *device = 0;
        return cudaSuccess;
    });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
    return device_call([&](RuntimeState& state) {
        constexpr unsigned known =
            cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
        const bool possible = (flags & ~known) == 0 && ((flags & cudaEventInterprocess) == 0 ||
                                                        (flags & cudaEventDisableTiming) != 0);
        if (event == nullptr || !possible) return cudaErrorInvalidValue;
        state.device();
        *event = state.streams().create_event(flags);
        return cudaSuccess;
    });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
    return stream_call(stream, [&](RuntimeState& state, CUstream_st& found) {
        CUevent_st* recorded = state.streams().find_event(event);
        if (recorded == nullptr) return cudaErrorInvalidResourceHandle;
        if (flags > cudaEventRecordExternal) return cudaErrorInvalidValue;
        const bool external = flags == cudaEventRecordExternal;
        if (const auto taken = captured_record(state, found, *recorded, external)) return *taken;
        state.streams().before_work(found);
        state.streams().record(*recorded, found, state.now_microseconds);
        return cudaSuccess;
    });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return cudaEventSynchronize(event);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return event_call(event, [](RuntimeState& state, CUevent_st& found) {
        if (const cudaError_t error = check_event_wait(state, found); error != cudaSuccess)
            return error;
        state.streams().host_waited_for(found);
        return cudaSuccess;
    });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return device_call(
        [&](RuntimeState& state) { return elapsed(state, milliseconds, start, end); });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return event_call(event, [&](RuntimeState& state, CUevent_st&) {
        return state.streams().destroy_event(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
    });
}

} // extern "C"

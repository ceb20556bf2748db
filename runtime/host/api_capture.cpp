// The calls that begin, end and look at captures of streams.
#include "runtime/host/api.h"
#include "runtime/host/capture.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

template<class Body>
cudaError_t with_stream(cudaStream_t handle, Body&& body) {
    return device_call([&](RuntimeState& state) {
        CUstream_st* stream = state.streams().find(handle);
        return stream == nullptr ? cudaErrorInvalidResourceHandle : body(state, *stream);
    });
}

cudaStreamCaptureStatus status_of(const Capture* capture) {
    return capture == nullptr ? cudaStreamCaptureStatusNone
           : capture->valid   ? cudaStreamCaptureStatusActive
                              : cudaStreamCaptureStatusInvalidated;
}

/// What the next work of the stream will depend on.
cudaError_t set_dependencies(CUstream_st& stream, cudaGraphNode_t* nodes, std::size_t count,
                             unsigned flags) {
    if (stream.capture == nullptr) return cudaErrorIllegalState;
    if (!stream.capture->valid) return cudaErrorStreamCaptureInvalidated;
    if (flags > cudaStreamSetCaptureDependencies || (nodes == nullptr && count != 0))
        return cudaErrorInvalidValue;
    NodeList frontier;
    if (flags == cudaStreamAddCaptureDependencies) frontier = stream.frontier;
    for (std::size_t i = 0; i < count; ++i) {
        CUgraphNode_st* found = nullptr;
        for (const auto& own : stream.capture->graph->nodes)
            if (own.get() == nodes[i]) found = own.get();
        if (found == nullptr) return cudaErrorInvalidValue;
        frontier.push_back(found);
    }
    stream.frontier = std::move(frontier);
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    return with_stream(stream, [&](RuntimeState& state, CUstream_st& found) {
        return begin_capture(state, found, number_of(mode));
    });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    return with_stream(stream, [&](RuntimeState& state, CUstream_st& found) {
        return end_capture(state, found, graph);
    });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    return with_stream(stream, [&](RuntimeState& state, CUstream_st& found) {
        if (status == nullptr) return cudaErrorInvalidValue;
        std::shared_ptr<Capture> capture;
        const cudaError_t error = capture_of(state, found, capture);
        if (error == cudaSuccess) *status = status_of(capture.get());
        return error;
    });
}

cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                        unsigned long long* id, cudaGraph_t* graph,
                                        const cudaGraphNode_t** dependencies, std::size_t* count) {
    return with_stream(stream, [&](RuntimeState& state, CUstream_st& found) {
        if (status == nullptr) return cudaErrorInvalidValue;
        std::shared_ptr<Capture> capture;
        const cudaError_t error = capture_of(state, found, capture);
        if (error != cudaSuccess) return error;
        *status = status_of(capture.get());
        if (capture == nullptr || !capture->valid) return cudaSuccess;
        if (id != nullptr) *id = capture->id;
        if (graph != nullptr) *graph = capture->graph.get();
        if (dependencies != nullptr) *dependencies = found.frontier.data();
        if (count != nullptr) *count = found.frontier.size();
        return cudaSuccess;
    });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                std::size_t count, unsigned int flags) {
    return with_stream(stream, [&](RuntimeState&, CUstream_st& found) {
        return set_dependencies(found, dependencies, count, flags);
    });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    return host_call([&](RuntimeState&) {
        if (mode == nullptr || number_of(*mode) < cudaStreamCaptureModeGlobal ||
            number_of(*mode) > cudaStreamCaptureModeRelaxed)
            return cudaErrorInvalidValue;
        *mode = static_cast<cudaStreamCaptureMode>(exchange_thread_mode(number_of(*mode)));
        return cudaSuccess;
    });
}

} // extern "C"

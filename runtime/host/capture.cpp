// What becomes of stream calls while streams are captured.
#include "runtime/host/capture.h"

#include <algorithm>

namespace warpscope::host {
namespace {

thread_local int thread_mode = cudaStreamCaptureModeGlobal;

void invalidate(Capture& capture) {
    capture.valid = false;
}

/// The default stream waits for blocking streams: work in it would end up in their captures.
bool is_implicated(const Capture& capture) {
    return std::any_of(capture.streams.begin(), capture.streams.end(), [](const CUstream_st* s) {
        return (s->flags & cudaStreamNonBlocking) == 0;
    });
}

/// Work in the default stream that would draw in captured streams.
cudaError_t check_default_stream(RuntimeState& state, const CUstream_st& stream, bool invalidates) {
    if (stream.id != 0) return cudaSuccess;
    cudaError_t error = cudaSuccess;
    for (const auto& capture : state.captures) {
        if (!is_implicated(*capture)) continue;
        if (invalidates) invalidate(*capture);
        error = cudaErrorStreamCaptureImplicit;
    }
    return error;
}

void join(CUstream_st& stream, const std::shared_ptr<Capture>& capture, NodeList frontier) {
    stream.capture = capture;
    stream.frontier = std::move(frontier);
    capture->streams.push_back(&stream);
}

void leave_all(RuntimeState& state, Capture& capture) {
    for (CUstream_st* stream : capture.streams) {
        stream->capture = nullptr;
        stream->frontier.clear();
    }
    capture.streams.clear();
    capture.ended = true;
    std::erase_if(state.captures, [&](const auto& own) { return own.get() == &capture; });
}

bool all_joined(const Capture& capture, const CUstream_st& origin) {
    for (const CUstream_st* stream : capture.streams)
        for (const CUgraphNode_st* last : stream->frontier)
            if (stream != &origin && !comes_before(*last, origin.frontier)) return false;
    return true;
}

} // namespace

int exchange_thread_mode(int mode) {
    std::swap(thread_mode, mode);
    return mode;
}

void leave_capture(CUstream_st& stream) {
    if (stream.capture == nullptr) return;
    invalidate(*stream.capture);
    std::erase(stream.capture->streams, &stream);
}

std::optional<cudaError_t> captured(RuntimeState& state, CUstream_st& stream, NodeWork work) {
    if (state.captures.empty()) return std::nullopt;
    if (stream.capture == nullptr) {
        const cudaError_t error = check_default_stream(state, stream, true);
        return error == cudaSuccess ? std::nullopt : std::make_optional(error);
    }
    if (!stream.capture->valid) return cudaErrorStreamCaptureInvalidated;
    CUgraphNode_st& node = add_node(*stream.capture->graph, std::move(work), stream.frontier);
    stream.frontier = {&node};
    return cudaSuccess;
}

std::optional<cudaError_t> captured_record(RuntimeState& state, CUstream_st& stream,
                                           CUevent_st& event, bool external) {
    if (stream.capture == nullptr || !stream.capture->valid || external) {
        if (!external || stream.capture == nullptr) event.capture = nullptr;
        return captured(state, stream, RecordWork{&event});
    }
    event.capture = stream.capture;
    event.frontier = stream.frontier;
    return cudaSuccess;
}

std::optional<cudaError_t> captured_wait(RuntimeState& state, CUstream_st& stream,
                                         const CUevent_st& event, cudaEvent_t handle,
                                         bool external) {
    if (event.capture != nullptr && event.capture->ended) return cudaErrorInvalidValue;
    if (stream.capture == nullptr) {
        if (event.capture == nullptr) return captured(state, stream, WaitWork{handle});
        if (!event.capture->valid) return cudaErrorStreamCaptureInvalidated;
        join(stream, event.capture, event.frontier);
        return cudaSuccess;
    }
    if (!stream.capture->valid) return cudaErrorStreamCaptureInvalidated;
    if (external) return captured(state, stream, WaitWork{handle});
    if (event.capture == nullptr) {
        // An event that was never recorded is nothing to wait for.
        if (event.point == 0) return cudaSuccess;
        invalidate(*stream.capture);
        return cudaErrorStreamCaptureIsolation;
    }
    if (event.capture != stream.capture) {
        invalidate(*stream.capture);
        invalidate(*event.capture);
        return cudaErrorStreamCaptureMerge;
    }
    for (CUgraphNode_st* last : event.frontier)
        if (!comes_before(*last, stream.frontier)) stream.frontier.push_back(last);
    return cudaSuccess;
}

cudaError_t check_unsafe_call(RuntimeState& state) {
    cudaError_t error = cudaSuccess;
    if (thread_mode == cudaStreamCaptureModeRelaxed) return error;
    const std::thread::id self = std::this_thread::get_id();
    for (const auto& capture : state.captures) {
        const bool own = capture->thread == self && capture->mode != cudaStreamCaptureModeRelaxed;
        const bool global = thread_mode == cudaStreamCaptureModeGlobal &&
                            capture->mode == cudaStreamCaptureModeGlobal;
        if (!own && !global) continue;
        invalidate(*capture);
        error = cudaErrorStreamCaptureUnsupported;
    }
    return error;
}

cudaError_t check_device_wait(RuntimeState& state) {
    for (const auto& capture : state.captures)
        invalidate(*capture);
    return state.captures.empty() ? cudaSuccess : cudaErrorStreamCaptureUnsupported;
}

cudaError_t check_stream_wait(RuntimeState& state, CUstream_st& stream) {
    if (stream.capture != nullptr)
        return refuse_captured(state, stream, cudaErrorStreamCaptureUnsupported);
    const cudaError_t error = check_default_stream(state, stream, true);
    return error != cudaSuccess ? error : check_unsafe_call(state);
}

cudaError_t check_event_wait(RuntimeState& state, const CUevent_st& event) {
    if (event.capture == nullptr) return check_unsafe_call(state);
    if (event.capture->ended) return cudaErrorInvalidValue;
    invalidate(*event.capture);
    return cudaErrorCapturedEvent;
}

cudaError_t refuse_captured(RuntimeState& state, CUstream_st& stream, cudaError_t error) {
    if (stream.capture == nullptr) return check_default_stream(state, stream, true);
    invalidate(*stream.capture);
    return error;
}

cudaError_t begin_capture(RuntimeState& state, CUstream_st& stream, int mode) {
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
        return cudaErrorInvalidValue;
    if (stream.id == 0) return cudaErrorStreamCaptureUnsupported;
    if (stream.capture != nullptr) return cudaErrorIllegalState;
    auto capture = std::make_shared<Capture>();
    capture->id = ++state.captures_begun;
    capture->graph = std::make_shared<CUgraph_st>();
    capture->mode = static_cast<cudaStreamCaptureMode>(mode);
    capture->thread = std::this_thread::get_id();
    capture->origin = &stream;
    state.graphs.add(capture->graph);
    join(stream, capture, {});
    state.captures.push_back(std::move(capture));
    return cudaSuccess;
}

cudaError_t end_capture(RuntimeState& state, CUstream_st& stream, cudaGraph_t* graph) {
    if (graph == nullptr) return cudaErrorInvalidValue;
    *graph = nullptr;
    const std::shared_ptr<Capture> capture = stream.capture;
    if (capture == nullptr) return cudaErrorIllegalState;
    if (capture->origin != &stream) {
        invalidate(*capture);
        return cudaErrorStreamCaptureUnmatched;
    }
    cudaError_t error = cudaSuccess;
    if (capture->mode != cudaStreamCaptureModeRelaxed &&
        capture->thread != std::this_thread::get_id())
        error = cudaErrorStreamCaptureWrongThread;
    else if (!capture->valid)
        error = cudaErrorStreamCaptureInvalidated;
    else if (!all_joined(*capture, stream))
        error = cudaErrorStreamCaptureUnjoined;
    leave_all(state, *capture);
    if (error == cudaSuccess)
        *graph = capture->graph.get();
    else
        state.graphs.destroy(capture->graph.get());
    return error;
}

cudaError_t capture_of(RuntimeState& state, CUstream_st& stream,
                       std::shared_ptr<Capture>& capture) {
    capture = stream.capture;
    return check_default_stream(state, stream, false);
}

} // namespace warpscope::host

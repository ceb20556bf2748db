// Captures: streams whose work becomes nodes of a graph instead of being done.
//
// A capture begins in one stream. An event recorded there and waited for elsewhere draws other
// streams in; they have to come back before it ends. What a program may not do meanwhile
// invalidates the capture, with the errors that an H200 gives.
#pragma once

#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "runtime/host/graph.h"
#include "runtime/host/runtime_state.h"

namespace warpscope::host {

struct Capture {
    std::uint64_t id = 0;
    std::shared_ptr<CUgraph_st> graph;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    std::thread::id thread;
    const CUstream_st* origin = nullptr;
    bool valid = true;
    bool ended = false;
    std::vector<CUstream_st*> streams; ///< all that take part
};

/// Sets the mode of this host thread, and returns the one before.
int exchange_thread_mode(int mode);

/// Before work in a stream. Nothing: do it now. Otherwise the call returns this: the work has
/// become a node, or may not be.
std::optional<cudaError_t> captured(RuntimeState& state, CUstream_st& stream, NodeWork work);
/// A stream that takes part in a capture is destroyed.
void leave_capture(CUstream_st& stream);

/// An event is recorded in a stream or waited for, likewise.
std::optional<cudaError_t> captured_record(RuntimeState& state, CUstream_st& stream,
                                           CUevent_st& event, bool external);
std::optional<cudaError_t> captured_wait(RuntimeState& state, CUstream_st& stream,
                                         const CUevent_st& event, cudaEvent_t handle,
                                         bool external);

/// A call that may not be made while this thread, or another in global mode, captures. It has
/// invalidated the captures when it is no success.
cudaError_t check_unsafe_call(RuntimeState& state);
/// Waiting for the whole device, which no mode allows.
cudaError_t check_device_wait(RuntimeState& state);
/// Waiting for a stream, or asking whether it is done.
cudaError_t check_stream_wait(RuntimeState& state, CUstream_st& stream);
/// The same for an event.
cudaError_t check_event_wait(RuntimeState& state, const CUevent_st& event);
/// A call in a stream that no capture can hold.
cudaError_t refuse_captured(RuntimeState& state, CUstream_st& stream, cudaError_t error);

cudaError_t begin_capture(RuntimeState& state, CUstream_st& stream, int mode);
cudaError_t end_capture(RuntimeState& state, CUstream_st& stream, cudaGraph_t* graph);
/// The stream's part in a capture, or null. An error when nobody can say.
cudaError_t capture_of(RuntimeState& state, CUstream_st& stream, std::shared_ptr<Capture>& capture);

} // namespace warpscope::host

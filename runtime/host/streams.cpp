// The table of streams and events, and the edges that their calls create.
#include "runtime/host/streams.h"

namespace warpscope::host {

CUstream_st& StreamTable::add(unsigned flags, int priority) {
    auto stream = std::make_unique<CUstream_st>();
    stream->id = next_stream_++;
    stream->flags = flags;
    stream->priority = priority;
    stream->behind_default = default_.behind_default;
    // What the host knew when it made this stream holds for the next one too.
    edge(stream->id, next_stream_);
    streams_.push_back(std::move(stream));
    return *streams_.back();
}

cudaStream_t StreamTable::create(unsigned flags, int priority) {
    return &add(flags, priority);
}

bool StreamTable::destroy(cudaStream_t handle) {
    if (handle == per_thread_) return false;
    return std::erase_if(streams_, [&](const auto& stream) { return stream.get() == handle; }) != 0;
}

CUstream_st* StreamTable::find(cudaStream_t handle) {
    if (handle == nullptr || handle == cudaStreamLegacy) return &default_;
    // In programs compiled for the legacy default stream, the stream per thread is one more
    // blocking stream. All threads share it here, which only adds order.
    if (handle == cudaStreamPerThread) {
        if (per_thread_ == nullptr) per_thread_ = &add(cudaStreamDefault, 0);
        return per_thread_;
    }
    for (const auto& stream : streams_)
        if (stream.get() == handle) return handle;
    return nullptr;
}

cudaEvent_t StreamTable::create_event(unsigned flags) {
    auto event = std::make_unique<CUevent_st>();
    event->flags = flags;
    const cudaEvent_t handle = event.get();
    events_.emplace(handle, std::move(event));
    return handle;
}

bool StreamTable::destroy_event(cudaEvent_t handle) {
    return events_.erase(handle) != 0;
}

CUevent_st* StreamTable::find_event(cudaEvent_t handle) {
    const auto found = events_.find(handle);
    return found == events_.end() ? nullptr : found->second.get();
}

void StreamTable::before_work(CUstream_st& stream) {
    stream.ahead_of_host = true;
    if (&stream == &default_) {
        for (auto& other : streams_) {
            if ((other->flags & cudaStreamNonBlocking) != 0) continue;
            if (other->ahead_of_default) edge(other->id, 0);
            other->ahead_of_default = false;
            other->behind_default = true;
        }
        default_.behind_default = true; // for streams that are yet to come
        return;
    }
    if ((stream.flags & cudaStreamNonBlocking) != 0) return;
    if (stream.behind_default) edge(0, stream.id);
    stream.behind_default = false;
    stream.ahead_of_default = true;
}

void StreamTable::record(CUevent_st& event, CUstream_st& stream, double microseconds) {
    event.point = next_point_++;
    event.microseconds = microseconds;
    edge(stream.id, event.point);
}

void StreamTable::wait(CUstream_st& stream, const CUevent_st& event) {
    if (event.point != 0) edge(event.point, stream.id);
}

void StreamTable::host_waited_for(CUstream_st& stream) {
    if (!stream.ahead_of_host) return;
    stream.ahead_of_host = false;
    flow_into_host(stream.id);
}

void StreamTable::host_waited_for(const CUevent_st& event) {
    if (event.point != 0) flow_into_host(event.point);
}

void StreamTable::host_waited_for_all() {
    announce_({0, next_stream_, true});
    default_.ahead_of_host = false;
    for (auto& stream : streams_)
        stream->ahead_of_host = false;
}

void StreamTable::flow_into_host(StreamId from) {
    if (from != 0) edge(from, 0);
    for (auto& stream : streams_)
        if (stream->id != from) edge(from, stream->id);
    edge(from, next_stream_);
}

void StreamTable::clear() {
    streams_.clear();
    per_thread_ = nullptr;
    events_.clear();
    default_ = {};
}

} // namespace warpscope::host

// Streams and events: their handles, and the order between them that checkers are told.
//
// Work is executed as it is issued, so every order that CUDA promises holds. What is left is to say
// which order the program may rely on: StreamEdgeEvents. A recorded event is a stream id of its
// own, made anew by each record: recording orders stream -> event, waiting orders event -> stream.
// What the host has waited for flows into every live stream, and into the id that the next stream
// will get.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "runtime/include/warpscope/launch_attributes.h"
#include "sim/events/events.h"

struct CUgraphNode_st;
namespace warpscope::host {
struct Capture;
}

struct CUstream_st {
    warpscope::StreamId id = 0;
    unsigned flags = cudaStreamDefault;
    int priority = 0;
    bool behind_default =
        false; ///< the default stream has work that this one has not been ordered after
    bool ahead_of_default = false; ///< and the other way round
    bool ahead_of_host = false;    ///< has work that the host has not waited for
    std::map<int, cudaLaunchAttributeValue> attributes; ///< set by the program, by their id
    /// While its work becomes a graph: which, and the nodes that the next one will depend on.
    std::shared_ptr<warpscope::host::Capture> capture;
    std::vector<CUgraphNode_st*> frontier;
};

struct CUevent_st {
    unsigned flags = cudaEventDefault;
    warpscope::StreamId point = 0; ///< the id of its last record; 0 before the first
    double microseconds = 0;       ///< device time of the last record
    /// Of the last record, when that was captured.
    std::shared_ptr<warpscope::host::Capture> capture;
    std::vector<CUgraphNode_st*> frontier;
};

namespace warpscope::host {

/// Ids of recorded events start here.
inline constexpr StreamId kFirstEventPoint = 0x8000'0000;
inline constexpr int kLeastPriority = 0, kGreatestPriority = -5;

class StreamTable {
public:
    using Announce = std::function<void(const StreamEdgeEvent&)>;

    explicit StreamTable(Announce announce) : announce_(std::move(announce)) {}

    cudaStream_t create(unsigned flags, int priority);
    bool destroy(cudaStream_t handle);
    /// The stream that a handle names (0 and cudaStreamLegacy: the default stream), or null.
    CUstream_st* find(cudaStream_t handle);

    cudaEvent_t create_event(unsigned flags);
    bool destroy_event(cudaEvent_t handle);
    CUevent_st* find_event(cudaEvent_t handle);

    /// Before a copy or launch in the stream: the legacy default stream's order.
    void before_work(CUstream_st& stream);
    void record(CUevent_st& event, CUstream_st& stream, double microseconds);
    void wait(CUstream_st& stream, const CUevent_st& event);
    void host_waited_for(CUstream_st& stream);
    void host_waited_for(const CUevent_st& event);
    void host_waited_for_all();

    /// Destroys everything but the default stream.
    void clear();

private:
    CUstream_st& add(unsigned flags, int priority);
    void flow_into_host(StreamId from);
    void edge(StreamId from, StreamId to) { announce_({from, to, false}); }

    Announce announce_;
    CUstream_st default_;
    std::vector<std::unique_ptr<CUstream_st>> streams_; ///< in the order of their creation
    CUstream_st* per_thread_ = nullptr;                 ///< one of them, once it was used
    std::unordered_map<cudaEvent_t, std::unique_ptr<CUevent_st>> events_;
    StreamId next_stream_ = 1, next_point_ = kFirstEventPoint;
};

} // namespace warpscope::host

// What each kind of node does, and giving a graph new work of the same shape.
#include "runtime/host/graph_run.h"

#include <algorithm>
#include <cstring>

#include "runtime/host/copies.h"
#include "runtime/host/launches.h"
#include "sim/memory/allocation.h"

namespace warpscope::host {
namespace {

/// Does the work of the node it is called with.
struct Performer {
    RuntimeState& state;
    cudaStream_t handle;
    CUstream_st& stream;

    cudaError_t operator()(const KernelWork& kernel) const {
        KernelLaunch launch = kernel.launch;
        return run_launch(state, stream, launch);
    }
    cudaError_t operator()(const CopyWork& c) const {
        return copy(state, c.to, c.from, c.shape, c.kind, handle, Waiting::No);
    }
    cudaError_t operator()(const FillWork& fill) const {
        return fill_elements(state, fill.what, handle);
    }
    cudaError_t operator()(const RecordWork& record) const {
        if (CUevent_st* event = state.streams().find_event(record.event))
            state.streams().record(*event, stream, state.now_microseconds);
        return cudaSuccess;
    }
    cudaError_t operator()(const WaitWork& wait) const {
        if (const CUevent_st* event = state.streams().find_event(wait.event))
            state.streams().wait(stream, *event);
        return cudaSuccess;
    }
    /// The memory is there already; what it holds is as undefined as after an allocation.
    cudaError_t operator()(const AllocateWork& memory) const {
        state.device().fill(memory.address, kPoison, memory.bytes, stream.id);
        return cudaSuccess;
    }
    cudaError_t operator()(const FreeWork&) const { return cudaSuccess; }
    cudaError_t operator()(const HostWork&) const { return cudaSuccess; }
    cudaError_t operator()(const ChildWork&) const { return cudaSuccess; }
    cudaError_t operator()(const EmptyWork&) const { return cudaSuccess; }
};

/// Where a node stands among its siblings.
std::size_t place_of(const CUgraph_st& graph, const CUgraphNode_st* node) {
    std::size_t place = 0;
    while (place < graph.nodes.size() && graph.nodes[place].get() != node)
        ++place;
    return place;
}

std::vector<std::size_t> places(const CUgraph_st& graph, const NodeList& nodes) {
    std::vector<std::size_t> result;
    for (const CUgraphNode_st* node : nodes)
        result.push_back(place_of(graph, node));
    std::sort(result.begin(), result.end());
    return result;
}

cudaError_t fail(cudaGraphExecUpdateResultInfo& info, cudaGraphExecUpdateResult why,
                 CUgraphNode_st* node) {
    info.result = why;
    info.errorNode = node;
    return cudaErrorGraphExecUpdateFailure;
}

/// Whether the graphs agree in all but what their nodes do.
cudaError_t check_shape(const CUgraph_st& graph, const CUgraph_st& from,
                        cudaGraphExecUpdateResultInfo& info) {
    if (graph.nodes.size() != from.nodes.size())
        return fail(info, cudaGraphExecUpdateErrorTopologyChanged, nullptr);
    for (std::size_t i = 0; i < from.nodes.size(); ++i) {
        const CUgraphNode_st& mine = *graph.nodes[i];
        CUgraphNode_st& other = *from.nodes[i];
        if (type_of(mine.work) != type_of(other.work))
            return fail(info, cudaGraphExecUpdateErrorNodeTypeChanged, &other);
        if (places(graph, mine.dependencies) != places(from, other.dependencies))
            return fail(info, cudaGraphExecUpdateErrorTopologyChanged, &other);
        const auto* child = std::get_if<ChildWork>(&mine.work);
        if (child == nullptr) continue;
        const cudaError_t inner =
            check_shape(*child->graph, *std::get<ChildWork>(other.work).graph, info);
        if (inner != cudaSuccess) return inner;
    }
    return cudaSuccess;
}

void take_work(CUgraph_st& graph, const CUgraph_st& from) {
    for (std::size_t i = 0; i < from.nodes.size(); ++i) {
        NodeWork& mine = graph.nodes[i]->work;
        if (auto* child = std::get_if<ChildWork>(&mine))
            take_work(*child->graph, *std::get<ChildWork>(from.nodes[i]->work).graph);
        else
            mine = from.nodes[i]->work;
    }
}

} // namespace

cudaError_t perform(RuntimeState& state, cudaStream_t handle, const CUgraphNode_st& node) {
    CUstream_st* stream = state.streams().find(handle);
    if (stream == nullptr) return cudaErrorInvalidResourceHandle;
    state.streams().before_work(*stream);
    return std::visit(Performer{state, handle, *stream}, node.work);
}

cudaError_t fill_elements(RuntimeState& state, const cudaMemsetParams& what, cudaStream_t stream) {
    std::uint8_t bytes[4] = {};
    std::memcpy(bytes, &what.value, sizeof bytes);
    const bool alike = std::all_of(bytes, bytes + what.elementSize,
                                   [&](std::uint8_t byte) { return byte == bytes[0]; });
    const std::size_t width = what.width * what.elementSize;
    if (alike)
        return fill(state, what.dst, bytes[0], {width, what.height, what.pitch, 0}, stream,
                    Waiting::No);
    std::vector<std::uint8_t> row(width);
    for (std::size_t i = 0; i < width; ++i)
        row[i] = bytes[i % what.elementSize];
    cudaError_t error = cudaSuccess;
    for (std::size_t y = 0; y < what.height && error == cudaSuccess; ++y)
        error = copy(state, static_cast<char*>(what.dst) + y * what.pitch, row.data(),
                     {width, 1, 0, 0}, cudaMemcpyHostToDevice, stream, Waiting::No);
    return error;
}

cudaError_t update(CUgraph_st& graph, const CUgraph_st& from, cudaGraphExecUpdateResultInfo& info) {
    info = {};
    const cudaError_t error = check_shape(graph, from, info);
    if (error == cudaSuccess) take_work(graph, from);
    return error;
}

std::shared_ptr<void> graph_memory(Address address) {
    return {reinterpret_cast<void*>(address), [](void* memory) {
                // The lock is held by whoever destroys the graph.
                Device& device = RuntimeState::get().device();
                const Address at = address_of(memory);
                const auto found = device.find(at);
                if (found && found->base == at) device.release(at);
            }};
}

} // namespace warpscope::host

// Adding nodes to graphs, and reading and changing what they do.
#include "runtime/host/copies.h"
#include "runtime/host/graph_calls.h"
#include "runtime/host/launch_log.h"
#include "runtime/host/launches.h"

namespace warpscope::host {

cudaError_t make_work(RuntimeState& state, const cudaKernelNodeParams* p, NodeWork& work) {
    if (p == nullptr) return cudaErrorInvalidValue;
    if (state.registry().find_function(p->func) == nullptr) return cudaErrorInvalidResourceHandle;
    if (p->extra != nullptr) {
        state.log().not_supported("cudaKernelNodeParams::extra");
        return cudaErrorNotSupported;
    }
    KernelWork kernel;
    kernel.stub = p->func;
    const LaunchCall call = {p->func,
                             {p->gridDim.x, p->gridDim.y, p->gridDim.z},
                             {p->blockDim.x, p->blockDim.y, p->blockDim.z},
                             p->kernelParams,
                             p->sharedMemBytes,
                             false};
    // A node is no launch: its shape is a value like others.
    if (const cudaError_t error = check_launch(state, call, kernel.launch); error != cudaSuccess)
        return error == cudaErrorInvalidConfiguration ? cudaErrorInvalidValue : error;
    work = std::move(kernel);
    return cudaSuccess;
}

cudaError_t make_work(RuntimeState& state, const cudaMemsetParams* p, NodeWork& work) {
    if (p == nullptr || p->width == 0 || p->height == 0) return cudaErrorInvalidValue;
    if (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4)
        return cudaErrorInvalidValue;
    const auto found = state.device().find(address_of(p->dst));
    const std::uint64_t last =
        (p->height > 1 ? p->pitch * (p->height - 1) : 0) + p->width * p->elementSize;
    if (!found || last > found->size - (address_of(p->dst) - found->base))
        return cudaErrorInvalidValue;
    work = FillWork{*p};
    return cudaSuccess;
}

cudaError_t make_work(RuntimeState&, const cudaHostNodeParams* p, NodeWork& work) {
    if (p == nullptr || p->fn == nullptr) return cudaErrorInvalidValue;
    work = HostWork{p->fn, p->userData};
    return cudaSuccess;
}

cudaError_t make_work(RuntimeState& state, const CopyWork* copy, NodeWork& work) {
    const cudaError_t error = check_copy(state, copy->to, copy->from, copy->shape, copy->kind);
    if (error == cudaSuccess) work = *copy;
    return error;
}

} // namespace warpscope::host

using namespace warpscope;
using namespace warpscope::host;

namespace {

/// The nodes that a call names; false when one is not of this graph.
bool read_nodes(const CUgraph_st& graph, const cudaGraphNode_t* handles, std::size_t count,
                NodeList& nodes) {
    if (handles == nullptr) return count == 0;
    for (std::size_t i = 0; i < count; ++i) {
        CUgraphNode_st* found = nullptr;
        for (const auto& own : graph.nodes)
            if (own.get() == handles[i]) found = own.get();
        if (found == nullptr) return false;
        nodes.push_back(found);
    }
    return true;
}

/// Adds a node with the work that make(state, work) makes.
template<class Make>
cudaError_t add(cudaGraphNode_t* node, cudaGraph_t handle, const cudaGraphNode_t* dependencies,
                std::size_t count, Make&& make) {
    return with_graph(handle, [&](RuntimeState& state, CUgraph_st& graph) {
        NodeList before;
        if (node == nullptr || !read_nodes(graph, dependencies, count, before))
            return cudaErrorInvalidValue;
        NodeWork work;
        if (const cudaError_t error = make(state, work); error != cudaSuccess) return error;
        *node = &add_node(graph, std::move(work), std::move(before));
        return cudaSuccess;
    });
}

/// The same with work that parameters describe.
template<class Parameters>
cudaError_t add_made(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                     std::size_t count, const Parameters* parameters) {
    return add(node, graph, dependencies, count, [&](RuntimeState& state, NodeWork& work) {
        return make_work(state, parameters, work);
    });
}

template<class Work>
cudaError_t add_event(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                      std::size_t count, cudaEvent_t event) {
    return add(node, graph, dependencies, count, [&](RuntimeState& state, NodeWork& work) {
        if (state.streams().find_event(event) == nullptr) return cudaErrorInvalidResourceHandle;
        work = Work{event};
        return cudaSuccess;
    });
}

/// Reads out of a node that does this kind of work.
template<class Work, class Read>
cudaError_t read_work(cudaGraphNode_t node, const void* to, Read&& read) {
    return with_node(node, [&](RuntimeState& state, CUgraphNode_st& found) {
        Work* work = std::get_if<Work>(&found.work);
        return any_null(to, work) ? cudaErrorInvalidValue : read(state, *work);
    });
}

cudaError_t symbol_address(RuntimeState& state, const void* symbol, std::size_t bytes,
                           std::size_t offset, void*& address) {
    const RegisteredVariable* variable = nullptr;
    Address at = 0;
    if (const cudaError_t error = state.find_symbol(symbol, variable, at); error != cudaSuccess)
        return error;
    if (offset > variable->size || bytes > variable->size - offset) return cudaErrorInvalidValue;
    address = reinterpret_cast<void*>(at + offset);
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaKernelNodeParams* parameters) {
    return add_made(node, graph, dependencies, count, parameters);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count,
                                     void* to, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind) {
    const CopyWork copy = {to, from, {bytes, 1, 0, 0}, number_of(kind)};
    return add_made(node, graph, dependencies, count, &copy);
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* dependencies, std::size_t count,
                                           const void* symbol, const void* from, std::size_t bytes,
                                           std::size_t offset, cudaMemcpyKind kind) {
    return add(node, graph, dependencies, count, [&](RuntimeState& state, NodeWork& work) {
        CopyWork copy = {nullptr, from, {bytes, 1, 0, 0}, number_of(kind)};
        const cudaError_t error = symbol_address(state, symbol, bytes, offset, copy.to);
        return error != cudaSuccess ? error : make_work(state, &copy, work);
    });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* dependencies, std::size_t count,
                                             void* to, const void* symbol, std::size_t bytes,
                                             std::size_t offset, cudaMemcpyKind kind) {
    return add(node, graph, dependencies, count, [&](RuntimeState& state, NodeWork& work) {
        void* from = nullptr;
        const cudaError_t error = symbol_address(state, symbol, bytes, offset, from);
        const CopyWork copy = {to, from, {bytes, 1, 0, 0}, number_of(kind)};
        return error != cudaSuccess ? error : make_work(state, &copy, work);
    });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemsetParams* parameters) {
    return add_made(node, graph, dependencies, count, parameters);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, std::size_t count,
                                 const cudaHostNodeParams* parameters) {
    return add_made(node, graph, dependencies, count, parameters);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, std::size_t count) {
    return add(node, graph, dependencies, count, [](RuntimeState&, NodeWork& work) {
        work = EmptyWork{};
        return cudaSuccess;
    });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, std::size_t count,
                                       cudaGraph_t child) {
    return add(node, graph, dependencies, count, [&](RuntimeState& state, NodeWork& work) {
        const std::shared_ptr<CUgraph_st> original = state.graphs.find(child);
        if (original == nullptr || child == graph) return cudaErrorInvalidValue;
        auto copy = std::make_shared<CUgraph_st>();
        copy_graph(*original, *copy);
        work = ChildWork{std::move(copy)};
        return cudaSuccess;
    });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, std::size_t count,
                                        cudaEvent_t event) {
    return add_event<RecordWork>(node, graph, dependencies, count, event);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, std::size_t count,
                                      cudaEvent_t event) {
    return add_event<WaitWork>(node, graph, dependencies, count, event);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
    return read_work<KernelWork>(node, parameters, [&](RuntimeState& state, KernelWork& kernel) {
        const KernelLaunch& l = kernel.launch;
        cudaError_t why = cudaSuccess;
        const KernelFacts* facts = state.device().kernel(l.module, l.kernel, why);
        if (facts == nullptr) return why;
        point_to_arguments(kernel, *facts);
        *parameters = {const_cast<void*>(kernel.stub),
                       dim3(l.grid.x, l.grid.y, l.grid.z),
                       dim3(l.block.x, l.block.y, l.block.z),
                       static_cast<unsigned>(l.dynamic_shared_bytes),
                       kernel.arguments.data(),
                       nullptr};
        return cudaSuccess;
    });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* parameters) {
    return with_node(node, [&](RuntimeState& state, CUgraphNode_st& found) {
        return set_work(state, found, cudaGraphNodeTypeKernel, parameters);
    });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           std::size_t bytes, cudaMemcpyKind kind) {
    const CopyWork copy = {to, from, {bytes, 1, 0, 0}, number_of(kind)};
    return with_node(node, [&](RuntimeState& state, CUgraphNode_st& found) {
        return set_work(state, found, cudaGraphNodeTypeMemcpy, &copy);
    });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
    return read_work<FillWork>(node, parameters, [&](RuntimeState&, FillWork& fill) {
        *parameters = fill.what;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
    return with_node(node, [&](RuntimeState& state, CUgraphNode_st& found) {
        return set_work(state, found, cudaGraphNodeTypeMemset, parameters);
    });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
    return read_work<HostWork>(node, parameters, [&](RuntimeState&, HostWork& host) {
        *parameters = {host.function, host.data};
        return cudaSuccess;
    });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
    return with_node(node, [&](RuntimeState& state, CUgraphNode_st& found) {
        return set_work(state, found, cudaGraphNodeTypeHost, parameters);
    });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
    return read_work<ChildWork>(node, graph, [&](RuntimeState&, ChildWork& child) {
        *graph = child.graph.get();
        return cudaSuccess;
    });
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return read_work<RecordWork>(node, event, [&](RuntimeState&, RecordWork& record) {
        *event = record.event;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return read_work<WaitWork>(node, event, [&](RuntimeState&, WaitWork& wait) {
        *event = wait.event;
        return cudaSuccess;
    });
}

} // extern "C"

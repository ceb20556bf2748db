// The frame of graph calls: handles become what they name, parameters become work.
#pragma once

#include "runtime/host/api.h"
#include "runtime/host/graph.h"

namespace warpscope::host {

/// Calls body(state, graph).
template<class Body>
cudaError_t with_graph(cudaGraph_t handle, Body&& body) {
    return device_call([&](RuntimeState& state) {
        const std::shared_ptr<CUgraph_st> graph = state.graphs.find(handle);
        return graph == nullptr ? cudaErrorInvalidValue : body(state, *graph);
    });
}

/// Calls body(state, node).
template<class Body>
cudaError_t with_node(cudaGraphNode_t handle, Body&& body) {
    return device_call([&](RuntimeState& state) {
        CUgraphNode_st* node = state.graphs.find_node(handle);
        return node == nullptr ? cudaErrorInvalidValue : body(state, *node);
    });
}

/// Calls body(state, exec).
template<class Body>
cudaError_t with_exec(cudaGraphExec_t handle, Body&& body) {
    return device_call([&](RuntimeState& state) {
        const std::shared_ptr<CUgraphExec_st> exec = state.graphs.find(handle);
        return exec == nullptr ? cudaErrorInvalidValue : body(state, *exec);
    });
}

cudaError_t make_work(RuntimeState& state, const cudaKernelNodeParams* parameters, NodeWork& work);
cudaError_t make_work(RuntimeState& state, const cudaMemsetParams* parameters, NodeWork& work);
cudaError_t make_work(RuntimeState& state, const cudaHostNodeParams* parameters, NodeWork& work);
cudaError_t make_work(RuntimeState& state, const CopyWork* copy, NodeWork& work);

/// Gives a node new parameters for the same kind of work.
template<class Parameters>
cudaError_t set_work(RuntimeState& state, CUgraphNode_st& node, cudaGraphNodeType type,
                     const Parameters* parameters) {
    if (type_of(node.work) != type) return cudaErrorInvalidValue;
    NodeWork work;
    const cudaError_t error = make_work(state, parameters, work);
    if (error == cudaSuccess) node.work = std::move(work);
    return error;
}

} // namespace warpscope::host

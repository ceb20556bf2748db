// The forms of graph calls that tell what each edge waits for, as CUDA 13 has them.
//
// Every edge here waits for the end of the node before it: others are refused.
#pragma once

#include "graph_api.h"
#include "graph_exec_api.h"

namespace warpscope_detail {

static inline bool are_plain(const cudaGraphEdgeData* edges, size_t count) {
    for (size_t i = 0; edges != 0 && i < count; ++i)
        if (edges[i].from_port != 0 || edges[i].to_port != 0 || edges[i].type != 0) return false;
    return true;
}

/// Describes the edges that a call has counted.
static inline cudaError_t fill_plain(cudaError_t error, cudaGraphEdgeData* edges,
                                     const size_t* count) {
    for (size_t i = 0; error == cudaSuccess && edges != 0 && i < *count; ++i)
        edges[i] = cudaGraphEdgeData{};
    return error;
}

} // namespace warpscope_detail

static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                   const cudaGraphNode_t* to,
                                                   const cudaGraphEdgeData* edges, size_t count) {
    if (!warpscope_detail::are_plain(edges, count)) return cudaErrorNotSupported;
    return cudaGraphAddDependencies(graph, from, to, count);
}
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph,
                                                      const cudaGraphNode_t* from,
                                                      const cudaGraphNode_t* to,
                                                      const cudaGraphEdgeData* edges,
                                                      size_t count) {
    if (!warpscope_detail::are_plain(edges, count)) return cudaErrorInvalidValue;
    return cudaGraphRemoveDependencies(graph, from, to, count);
}
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from,
                                            cudaGraphNode_t* to, cudaGraphEdgeData* edges,
                                            size_t* count) {
    return warpscope_detail::fill_plain(cudaGraphGetEdges(graph, from, to, count), edges, count);
}
static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                                       cudaGraphNode_t* dependencies,
                                                       cudaGraphEdgeData* edges, size_t* count) {
    return warpscope_detail::fill_plain(cudaGraphNodeGetDependencies(node, dependencies, count),
                                        edges, count);
}
static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                                         cudaGraphNode_t* dependents,
                                                         cudaGraphEdgeData* edges, size_t* count) {
    return warpscope_detail::fill_plain(cudaGraphNodeGetDependentNodes(node, dependents, count),
                                        edges, count);
}
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                              cudaGraphNode_t* dependencies,
                                                              const cudaGraphEdgeData* edges,
                                                              size_t count, unsigned int flags) {
    if (!warpscope_detail::are_plain(edges, count)) return cudaErrorNotSupported;
    return cudaStreamUpdateCaptureDependencies(stream, dependencies, count, flags);
}

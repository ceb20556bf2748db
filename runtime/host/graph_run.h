// Running the nodes of graphs.
#pragma once

#include "runtime/host/graph.h"
#include "runtime/host/runtime_state.h"

namespace warpscope::host {

/// Does a node's work in a stream. Host functions are left to the caller, who holds no lock.
cudaError_t perform(RuntimeState& state, cudaStream_t stream, const CUgraphNode_st& node);

/// Fills rows of elements of 1, 2 or 4 bytes.
cudaError_t fill_elements(RuntimeState& state, const cudaMemsetParams& what, cudaStream_t stream);

/// Gives an executable graph what another graph of the same shape does.
cudaError_t update(CUgraph_st& graph, const CUgraph_st& from, cudaGraphExecUpdateResultInfo& info);

/// Device memory of a graph, released with the last copy of the node.
std::shared_ptr<void> graph_memory(Address address);

} // namespace warpscope::host

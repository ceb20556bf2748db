// Executable graphs: making them of graphs, launching and changing them.
#include "runtime/host/capture.h"
#include "runtime/host/graph_calls.h"
#include "runtime/host/graph_run.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

constexpr unsigned long long kKnownFlags =
    cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
    cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority;

cudaError_t instantiate(RuntimeState& state, cudaGraphExec_t* handle, const CUgraph_st& graph,
                        unsigned long long flags) {
    if (handle == nullptr || (flags & ~kKnownFlags) != 0) return cudaErrorInvalidValue;
    if (const cudaError_t error = check_unsafe_call(state); error != cudaSuccess) return error;
    if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0) return cudaErrorNotSupported;
    auto exec = std::make_shared<CUgraphExec_st>();
    exec->flags = flags;
    copy_graph(graph, exec->graph);
    if (!flatten(exec->graph, exec->order)) return cudaErrorInvalidValue; // it has a cycle
    *handle = state.graphs.add(std::move(exec));
    return cudaSuccess;
}

/// What a launch of the graph has to run; nothing when a capture has taken it.
cudaError_t start(cudaGraphExec_t handle, cudaStream_t stream,
                  std::shared_ptr<CUgraphExec_st>& running) {
    return device_call([&](RuntimeState& state) {
        const std::shared_ptr<CUgraphExec_st> exec = state.graphs.find(handle);
        if (exec == nullptr) return cudaErrorInvalidValue;
        CUstream_st* found = state.streams().find(stream);
        if (found == nullptr) return cudaErrorInvalidResourceHandle;
        if (!state.captures.empty()) {
            auto copy = std::make_shared<CUgraph_st>();
            copy_graph(exec->graph, *copy);
            if (const auto taken = captured(state, *found, ChildWork{std::move(copy)}))
                return *taken;
        }
        running = exec;
        return cudaSuccess;
    });
}

/// A node of the executable graph, by the node it was made of.
template<class Body>
cudaError_t with_exec_node(cudaGraphExec_t exec, cudaGraphNode_t node, Body&& body) {
    return with_exec(exec, [&](RuntimeState& state, CUgraphExec_st& found) {
        CUgraphNode_st* copy = node == nullptr ? nullptr : find_copy(found.graph, node);
        return copy == nullptr ? cudaErrorInvalidValue : body(state, *copy);
    });
}

template<class Parameters>
cudaError_t set_parameters(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraphNodeType type,
                           const Parameters* parameters) {
    return with_exec_node(exec, node, [&](RuntimeState& state, CUgraphNode_st& found) {
        return set_work(state, found, type, parameters);
    });
}

bool can_be_disabled(const CUgraphNode_st& node) {
    const cudaGraphNodeType type = type_of(node.work);
    return type == cudaGraphNodeTypeKernel || type == cudaGraphNodeTypeMemcpy ||
           type == cudaGraphNodeTypeMemset;
}

} // namespace

extern "C" {

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                 unsigned long long flags) {
    return with_graph(graph, [&](RuntimeState& state, CUgraph_st& found) {
        return instantiate(state, exec, found, flags);
    });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
    return cudaGraphInstantiate(exec, graph, flags);
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags) {
    return with_exec(exec, [&](RuntimeState&, CUgraphExec_st& found) {
        if (flags == nullptr) return cudaErrorInvalidValue;
        *flags = found.flags;
        return cudaSuccess;
    });
}

/// Nothing has to be moved before a launch.
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    return with_exec(exec, [&](RuntimeState& state, CUgraphExec_st&) {
        return state.streams().find(stream) == nullptr ? cudaErrorInvalidResourceHandle
                                                       : cudaSuccess;
    });
}

/// The nodes run one after another in the stream. A fault ends the launch and is seen later.
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    std::shared_ptr<CUgraphExec_st> running;
    if (const cudaError_t error = start(exec, stream, running);
        error != cudaSuccess || running == nullptr)
        return error;
    for (const CUgraphNode_st* node : running->order) {
        if (!node->enabled) continue;
        // Host functions run outside of the lock, because they may take locks of their own.
        if (const auto* host = std::get_if<HostWork>(&node->work)) {
            host->function(host->data);
            continue;
        }
        bool faulted = false;
        const cudaError_t error = host_call([&](RuntimeState& state) {
            faulted = state.faulted();
            return faulted ? cudaSuccess : perform(state, stream, *node);
        });
        if (faulted || error != cudaSuccess) return error;
    }
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    return device_call([&](RuntimeState& state) {
        return state.graphs.destroy(exec) ? cudaSuccess : cudaErrorInvalidValue;
    });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
    return with_exec(exec, [&](RuntimeState& state, CUgraphExec_st& found) {
        const std::shared_ptr<CUgraph_st> from = state.graphs.find(graph);
        if (any_null(result, from.get())) return cudaErrorInvalidValue;
        return update(found.graph, *from, *result);
    });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
    return set_parameters(exec, node, cudaGraphNodeTypeKernel, parameters);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                               const void* from, std::size_t bytes,
                                               cudaMemcpyKind kind) {
    const CopyWork copy = {to, from, {bytes, 1, 0, 0}, number_of(kind)};
    return set_parameters(exec, node, cudaGraphNodeTypeMemcpy, &copy);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
    return set_parameters(exec, node, cudaGraphNodeTypeMemset, parameters);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
    return set_parameters(exec, node, cudaGraphNodeTypeHost, parameters);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int enabled) {
    return with_exec_node(exec, node, [&](RuntimeState&, CUgraphNode_st& found) {
        if (!can_be_disabled(found)) return cudaErrorInvalidValue;
        found.enabled = enabled != 0;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int* enabled) {
    return with_exec_node(exec, node, [&](RuntimeState&, CUgraphNode_st& found) {
        if (enabled == nullptr || !can_be_disabled(found)) return cudaErrorInvalidValue;
        *enabled = found.enabled ? 1 : 0;
        return cudaSuccess;
    });
}

} // extern "C"

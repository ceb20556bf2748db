// Whole graphs: making, copying and destroying them, their nodes and edges.
#include <cstdio>

#include "runtime/host/graph_calls.h"

using namespace warpscope;
using namespace warpscope::host;

namespace {

/// How lists are handed out: without room only their length; otherwise as much as fits, and nulls
/// behind.
template<class List, class Write>
cudaError_t give(const List& list, std::size_t* count, bool has_room, Write&& write) {
    if (count == nullptr) return cudaErrorInvalidValue;
    if (!has_room) {
        *count = list.size();
        return cudaSuccess;
    }
    for (std::size_t i = 0; i < *count; ++i)
        write(i, i < list.size() ? &list[i] : nullptr);
    if (*count > list.size()) *count = list.size();
    return cudaSuccess;
}

cudaError_t give_nodes(const NodeList& list, cudaGraphNode_t* nodes, std::size_t* count) {
    return give(list, count, nodes != nullptr, [&](std::size_t i, CUgraphNode_st* const* node) {
        nodes[i] = node == nullptr ? nullptr : *node;
    });
}

struct Edge {
    CUgraphNode_st *from = nullptr, *to = nullptr;
};

std::vector<Edge> edges_of(const CUgraph_st& graph) {
    std::vector<Edge> edges;
    for (const auto& node : graph.nodes)
        for (CUgraphNode_st* dependency : node->dependencies)
            edges.push_back({dependency, node.get()});
    return edges;
}

/// Calls change(from, to) for each pair; both are nodes of the graph. Nothing else happens after a
/// pair that cannot be changed.
template<class Change>
cudaError_t change_edges(cudaGraph_t handle, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                         std::size_t count, Change&& change) {
    return with_graph(handle, [&](RuntimeState& state, CUgraph_st& graph) {
        if (count != 0 && any_null(from, to)) return cudaErrorInvalidValue;
        for (std::size_t i = 0; i < count; ++i) {
            CUgraphNode_st* first = state.graphs.find_node(from[i]);
            CUgraphNode_st* second = state.graphs.find_node(to[i]);
            if (any_null(first, second) || first->graph != &graph || second->graph != &graph ||
                !change(*first, *second))
                return cudaErrorInvalidValue;
        }
        return cudaSuccess;
    });
}

} // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
    return device_call([&](RuntimeState& state) {
        if (graph == nullptr || flags != 0) return cudaErrorInvalidValue;
        *graph = state.graphs.add(std::make_shared<CUgraph_st>());
        return cudaSuccess;
    });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
    return with_graph(graph, [&](RuntimeState& state, CUgraph_st& found) {
        if (clone == nullptr) return cudaErrorInvalidValue;
        auto copy = std::make_shared<CUgraph_st>();
        copy_graph(found, *copy);
        *clone = state.graphs.add(std::move(copy));
        return cudaSuccess;
    });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    return device_call([&](RuntimeState& state) {
        return state.graphs.destroy(graph) ? cudaSuccess : cudaErrorInvalidValue;
    });
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int) {
    return with_graph(graph, [&](RuntimeState&, CUgraph_st& found) {
        if (path == nullptr) return cudaErrorInvalidValue;
        std::FILE* file = std::fopen(path, "w");
        if (file == nullptr) return cudaErrorOperatingSystem;
        const std::string text = graph_text(found);
        const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
        return std::fclose(file) == 0 && written ? cudaSuccess : cudaErrorOperatingSystem;
    });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
    return with_node(node, [&](RuntimeState&, CUgraphNode_st& found) {
        if (type == nullptr) return cudaErrorInvalidValue;
        *type = type_of(found.work);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* found, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
    return with_graph(clone, [&](RuntimeState&, CUgraph_st& graph) {
        CUgraphNode_st* copy = find_copy(graph, original);
        if (any_null(found, original, copy)) return cudaErrorInvalidValue;
        *found = copy;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return with_graph(graph, [&](RuntimeState&, CUgraph_st& found) {
        NodeList all;
        for (const auto& node : found.nodes)
            all.push_back(node.get());
        return give_nodes(all, nodes, count);
    });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return with_graph(graph, [&](RuntimeState&, CUgraph_st& found) {
        NodeList roots;
        for (const auto& node : found.nodes)
            if (node->dependencies.empty()) roots.push_back(node.get());
        return give_nodes(roots, nodes, count);
    });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              std::size_t* count) {
    return with_graph(graph, [&](RuntimeState&, CUgraph_st& found) {
        if ((from == nullptr) != (to == nullptr)) return cudaErrorInvalidValue;
        return give(edges_of(found), count, from != nullptr, [&](std::size_t i, const Edge* edge) {
            from[i] = edge == nullptr ? nullptr : edge->from;
            to[i] = edge == nullptr ? nullptr : edge->to;
        });
    });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies,
                                         std::size_t* count) {
    return with_node(node, [&](RuntimeState&, CUgraphNode_st& found) {
        return give_nodes(found.dependencies, dependencies, count);
    });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* dependents,
                                           std::size_t* count) {
    return with_node(node, [&](RuntimeState&, CUgraphNode_st& found) {
        NodeList after;
        for (const Edge& edge : edges_of(*found.graph))
            if (edge.from == &found) after.push_back(edge.to);
        return give_nodes(after, dependents, count);
    });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, std::size_t count) {
    return change_edges(graph, from, to, count,
                        [](CUgraphNode_st& a, CUgraphNode_st& b) { return add_edge(a, b); });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, std::size_t count) {
    return change_edges(graph, from, to, count,
                        [](CUgraphNode_st& a, CUgraphNode_st& b) { return remove_edge(a, b); });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    return with_node(node, [](RuntimeState&, CUgraphNode_st& found) {
        remove_node(found);
        return cudaSuccess;
    });
}

} // extern "C"

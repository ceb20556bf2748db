// Nodes and edges of graphs, their copies and their order.
#include "runtime/host/graph.h"

#include <algorithm>

namespace warpscope::host {
namespace {

bool contains(const NodeList& list, const CUgraphNode_st* node) {
    return std::find(list.begin(), list.end(), node) != list.end();
}

/// Inner graphs are the copy's own.
NodeWork copy_work(const NodeWork& work) {
    const auto* child = std::get_if<ChildWork>(&work);
    if (child == nullptr) return work;
    auto graph = std::make_shared<CUgraph_st>();
    copy_graph(*child->graph, *graph);
    return ChildWork{std::move(graph)};
}

CUgraphNode_st* search(const CUgraph_st& graph, const CUgraphNode_st* node) {
    for (const auto& own : graph.nodes) {
        if (own.get() == node) return own.get();
        if (const auto* child = std::get_if<ChildWork>(&own->work))
            if (CUgraphNode_st* inner = search(*child->graph, node)) return inner;
    }
    return nullptr;
}

std::shared_ptr<CUgraph_st> search_graph(const CUgraph_st& graph, const CUgraph_st* wanted) {
    for (const auto& own : graph.nodes) {
        const auto* child = std::get_if<ChildWork>(&own->work);
        if (child == nullptr) continue;
        if (child->graph.get() == wanted) return child->graph;
        if (auto inner = search_graph(*child->graph, wanted)) return inner;
    }
    return nullptr;
}

} // namespace

cudaGraphNodeType type_of(const NodeWork& work) {
    static constexpr cudaGraphNodeType types[] = {
        cudaGraphNodeTypeKernel,    cudaGraphNodeTypeMemcpy,      cudaGraphNodeTypeMemset,
        cudaGraphNodeTypeHost,      cudaGraphNodeTypeGraph,       cudaGraphNodeTypeEmpty,
        cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeMemAlloc,
        cudaGraphNodeTypeMemFree};
    static_assert(std::size(types) == std::variant_size_v<NodeWork>);
    return types[work.index()];
}

CUgraphNode_st& add_node(CUgraph_st& graph, NodeWork work, NodeList dependencies) {
    auto node = std::make_unique<CUgraphNode_st>();
    node->graph = &graph;
    node->work = std::move(work);
    node->dependencies = std::move(dependencies);
    graph.nodes.push_back(std::move(node));
    return *graph.nodes.back();
}

bool add_edge(CUgraphNode_st& from, CUgraphNode_st& to) {
    if (&from == &to || from.graph != to.graph || contains(to.dependencies, &from)) return false;
    to.dependencies.push_back(&from);
    return true;
}

bool remove_edge(const CUgraphNode_st& from, CUgraphNode_st& to) {
    return std::erase(to.dependencies, &from) != 0;
}

void remove_node(CUgraphNode_st& node) {
    CUgraph_st& graph = *node.graph;
    for (const auto& other : graph.nodes)
        std::erase(other->dependencies, &node);
    std::erase_if(graph.nodes, [&](const auto& own) { return own.get() == &node; });
}

void copy_graph(const CUgraph_st& from, CUgraph_st& to) {
    std::map<const CUgraphNode_st*, CUgraphNode_st*> copies;
    for (const auto& node : from.nodes) {
        CUgraphNode_st& copy = add_node(to, copy_work(node->work), {});
        copy.original = node.get();
        copies[node.get()] = &copy;
    }
    for (const auto& node : from.nodes)
        for (const CUgraphNode_st* dependency : node->dependencies)
            copies[node.get()]->dependencies.push_back(copies[dependency]);
}

NodeList topological_order(const CUgraph_st& graph) {
    NodeList order;
    std::set<const CUgraphNode_st*> done;
    while (order.size() < graph.nodes.size()) {
        const std::size_t before = order.size();
        for (const auto& node : graph.nodes) {
            const auto is_done = [&](const CUgraphNode_st* d) { return done.contains(d); };
            if (done.contains(node.get()) ||
                !std::all_of(node->dependencies.begin(), node->dependencies.end(), is_done))
                continue;
            done.insert(node.get());
            order.push_back(node.get());
        }
        if (order.size() == before) return {};
    }
    return order;
}

bool flatten(const CUgraph_st& graph, NodeList& order) {
    const NodeList own = topological_order(graph);
    if (own.size() != graph.nodes.size()) return false;
    for (CUgraphNode_st* node : own) {
        order.push_back(node);
        if (const auto* child = std::get_if<ChildWork>(&node->work))
            if (!flatten(*child->graph, order)) return false;
    }
    return true;
}

bool comes_before(const CUgraphNode_st& node, const NodeList& last) {
    std::set<const CUgraphNode_st*> seen;
    NodeList open = last;
    while (!open.empty()) {
        const CUgraphNode_st* at = open.back();
        open.pop_back();
        if (at == &node) return true;
        if (seen.insert(at).second)
            open.insert(open.end(), at->dependencies.begin(), at->dependencies.end());
    }
    return false;
}

CUgraphNode_st* find_copy(const CUgraph_st& clone, const CUgraphNode_st* original) {
    for (const auto& node : clone.nodes) {
        if (node->original == original) return node.get();
        if (const auto* child = std::get_if<ChildWork>(&node->work))
            if (CUgraphNode_st* inner = find_copy(*child->graph, original)) return inner;
    }
    return nullptr;
}

void point_to_arguments(KernelWork& kernel, const KernelFacts& facts) {
    kernel.arguments.clear();
    for (const ParameterSlot& slot : facts.parameters)
        kernel.arguments.push_back(kernel.launch.parameters.data() + slot.offset);
}

cudaGraph_t GraphTable::add(std::shared_ptr<CUgraph_st> graph) {
    const cudaGraph_t handle = graph.get();
    graphs_[handle] = std::move(graph);
    return handle;
}

std::shared_ptr<CUgraph_st> GraphTable::find(cudaGraph_t handle) const {
    const auto found = graphs_.find(handle);
    if (found != graphs_.end()) return found->second;
    for (const auto& [key, graph] : graphs_)
        if (auto inner = search_graph(*graph, handle)) return inner;
    return nullptr;
}

CUgraphNode_st* GraphTable::find_node(cudaGraphNode_t handle) const {
    for (const auto& [key, graph] : graphs_)
        if (CUgraphNode_st* node = search(*graph, handle)) return node;
    return nullptr;
}

cudaGraphExec_t GraphTable::add(std::shared_ptr<CUgraphExec_st> exec) {
    const cudaGraphExec_t handle = exec.get();
    execs_[handle] = std::move(exec);
    return handle;
}

std::shared_ptr<CUgraphExec_st> GraphTable::find(cudaGraphExec_t handle) const {
    const auto found = execs_.find(handle);
    return found == execs_.end() ? nullptr : found->second;
}

void GraphTable::clear() {
    graphs_.clear();
    execs_.clear();
}

} // namespace warpscope::host

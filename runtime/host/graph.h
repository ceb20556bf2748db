// Graphs: work that was described once and can be run again.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "runtime/host/copy_shape.h"
#include "runtime/host/device.h"
#include "runtime/include/warpscope/graph_types.h"

struct CUgraph_st;

namespace warpscope::host {

struct KernelWork {
    const void* stub = nullptr;
    KernelLaunch launch; ///< but for its stream
    /// What cudaGraphKernelNodeGetParams points to: addresses of the arguments in `launch`.
    std::vector<void*> arguments;
};
struct CopyWork {
    void* to = nullptr;
    const void* from = nullptr;
    CopyShape shape;
    int kind = cudaMemcpyDefault;
};
struct FillWork {
    cudaMemsetParams what;
};
struct HostWork {
    cudaHostFn_t function = nullptr;
    void* data = nullptr;
};
struct ChildWork {
    std::shared_ptr<CUgraph_st> graph;
};
struct EmptyWork {};
struct WaitWork {
    cudaEvent_t event = nullptr;
};
struct RecordWork {
    cudaEvent_t event = nullptr;
};
/// Stream-ordered memory belongs to the graph that was captured, for as long as it can run.
struct AllocateWork {
    Address address = 0;
    std::uint64_t bytes = 0;
    std::shared_ptr<void> memory; ///< shared by copies of the node
};
struct FreeWork {
    Address address = 0;
};

using NodeWork = std::variant<KernelWork, CopyWork, FillWork, HostWork, ChildWork, EmptyWork,
                              WaitWork, RecordWork, AllocateWork, FreeWork>;

/// The number that the API gives this kind of work.
cudaGraphNodeType type_of(const NodeWork& work);

} // namespace warpscope::host

struct CUgraphNode_st {
    CUgraph_st* graph = nullptr;
    warpscope::host::NodeWork work;
    std::vector<CUgraphNode_st*> dependencies; ///< of the same graph
    const CUgraphNode_st* original = nullptr;  ///< in a clone: what it was made of
    bool enabled = true;                       ///< in an executable graph
};

struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes; ///< in the order of their creation
};

/// A graph that can run: a copy, in an order in which no node comes before what it depends on.
struct CUgraphExec_st {
    CUgraph_st graph;
    std::vector<CUgraphNode_st*> order; ///< of the graph and all graphs inside it
    unsigned long long flags = 0;
};

namespace warpscope::host {

using NodeList = std::vector<CUgraphNode_st*>;

CUgraphNode_st& add_node(CUgraph_st& graph, NodeWork work, NodeList dependencies);
/// False when the graph is not this node's, or it depends on itself.
bool add_edge(CUgraphNode_st& from, CUgraphNode_st& to);
bool remove_edge(const CUgraphNode_st& from, CUgraphNode_st& to);
void remove_node(CUgraphNode_st& node);
/// Each node of the copy names the one it was made of; so do those of graphs inside it.
void copy_graph(const CUgraph_st& from, CUgraph_st& to);
/// The graph's own nodes, dependencies first, else in the order of creation; empty when there is a
/// cycle in it.
NodeList topological_order(const CUgraph_st& graph);
/// The same with the nodes of inner graphs in their place. False when there is a cycle.
bool flatten(const CUgraph_st& graph, NodeList& order);
/// Whether `last` or what it depends on, at whatever distance, contains `node`.
bool comes_before(const CUgraphNode_st& node, const NodeList& last);
CUgraphNode_st* find_copy(const CUgraph_st& clone, const CUgraphNode_st* original);
void point_to_arguments(KernelWork& kernel, const KernelFacts& facts);
/// Graphviz text.
std::string graph_text(const CUgraph_st& graph);

/// The handles that programs hold. Anything else is refused.
class GraphTable {
public:
    cudaGraph_t add(std::shared_ptr<CUgraph_st> graph);
    std::shared_ptr<CUgraph_st> find(cudaGraph_t handle) const;
    /// A node of one of these graphs, or null.
    CUgraphNode_st* find_node(cudaGraphNode_t handle) const;
    bool destroy(cudaGraph_t handle) { return graphs_.erase(handle) != 0; }

    cudaGraphExec_t add(std::shared_ptr<CUgraphExec_st> exec);
    std::shared_ptr<CUgraphExec_st> find(cudaGraphExec_t handle) const;
    bool destroy(cudaGraphExec_t handle) { return execs_.erase(handle) != 0; }
    void clear();

private:
    std::map<cudaGraph_t, std::shared_ptr<CUgraph_st>> graphs_;
    std::map<cudaGraphExec_t, std::shared_ptr<CUgraphExec_st>> execs_;
};

} // namespace warpscope::host

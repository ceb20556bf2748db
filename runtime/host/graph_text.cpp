// Graphs as Graphviz text.
#include <cstdio>

#include "runtime/host/graph.h"

namespace warpscope::host {
namespace {

struct Label {
    std::string operator()(const KernelWork& k) const {
        const Dim3 &g = k.launch.grid, &b = k.launch.block;
        const auto text = [](const Dim3& d) {
            return std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.z);
        };
        return "kernel " + k.launch.kernel + "\\n<<<(" + text(g) + "), (" + text(b) + "), " +
               std::to_string(k.launch.dynamic_shared_bytes) + ">>>";
    }
    std::string operator()(const CopyWork& c) const {
        return "memcpy\\n" + std::to_string(c.shape.width * c.shape.rows) + " bytes";
    }
    std::string operator()(const FillWork& f) const {
        return "memset\\n" + std::to_string(f.what.width * f.what.elementSize * f.what.height) +
               " bytes";
    }
    std::string operator()(const HostWork&) const { return "host"; }
    std::string operator()(const ChildWork&) const { return "graph"; }
    std::string operator()(const EmptyWork&) const { return "empty"; }
    std::string operator()(const WaitWork&) const { return "event wait"; }
    std::string operator()(const RecordWork&) const { return "event record"; }
    std::string operator()(const AllocateWork& a) const {
        return "mem alloc\\n" + std::to_string(a.bytes) + " bytes";
    }
    std::string operator()(const FreeWork&) const { return "mem free"; }
};

void print(const CUgraph_st& graph, const std::string& prefix, std::string& text) {
    std::map<const CUgraphNode_st*, std::string> names;
    for (const auto& node : graph.nodes) {
        const std::string name = prefix + std::to_string(names.size());
        names[node.get()] = name;
        text +=
            "  \"" + name + "\" [shape=box, label=\"" + std::visit(Label{}, node->work) + "\"];\n";
        if (const auto* child = std::get_if<ChildWork>(&node->work)) {
            text += "  subgraph \"cluster_" + name + "\" {\n";
            print(*child->graph, name + "_", text);
            text += "  }\n";
        }
    }
    for (const auto& node : graph.nodes)
        for (const CUgraphNode_st* dependency : node->dependencies)
            text += "  \"" + names[dependency] + "\" -> \"" + names[node.get()] + "\";\n";
}

} // namespace

std::string graph_text(const CUgraph_st& graph) {
    std::string text = "digraph graph_1 {\n";
    print(graph, "node_", text);
    return text + "}\n";
}

} // namespace warpscope::host

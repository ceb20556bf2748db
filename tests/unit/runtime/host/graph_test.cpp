// Tests of graphs by themselves: order, copies and what comes before what.
#include "runtime/host/graph.h"

#include <algorithm>

#include "tests/catch.h"

using namespace warpscope::host;

namespace {

std::size_t place(const NodeList& order, const CUgraphNode_st& node) {
    return static_cast<std::size_t>(std::find(order.begin(), order.end(), &node) - order.begin());
}

} // namespace

TEST_CASE("nodes come after what they depend on, else in the order of creation", "[graph]") {
    CUgraph_st graph;
    CUgraphNode_st& last = add_node(graph, EmptyWork{}, {});
    CUgraphNode_st& a = add_node(graph, EmptyWork{}, {});
    CUgraphNode_st& b = add_node(graph, EmptyWork{}, {&a});
    CUgraphNode_st& c = add_node(graph, EmptyWork{}, {});
    CHECK(add_edge(b, last));
    CHECK(add_edge(c, last));
    CHECK_FALSE(add_edge(c, last));
    CHECK_FALSE(add_edge(c, c));
    const NodeList order = topological_order(graph);
    REQUIRE(order.size() == 4);
    CHECK(order.back() == &last);
    CHECK(place(order, a) < place(order, b));
    CHECK(comes_before(a, {&last}));
    CHECK_FALSE(comes_before(last, {&a}));
    CHECK(add_edge(last, a));
    CHECK(topological_order(graph).empty());
    CHECK(remove_edge(last, a));
    CHECK_FALSE(remove_edge(last, a));
    remove_node(b);
    CHECK(last.dependencies == NodeList{&c});
    CHECK(topological_order(graph).size() == 3);
}

TEST_CASE("a copied graph stands alone, with the graphs inside it", "[graph]") {
    CUgraph_st graph;
    auto inner = std::make_shared<CUgraph_st>();
    CUgraphNode_st& inmost = add_node(*inner, EmptyWork{}, {});
    CUgraphNode_st& first = add_node(graph, ChildWork{inner}, {});
    CUgraphNode_st& second = add_node(graph, HostWork{}, {&first});
    CUgraph_st copy;
    copy_graph(graph, copy);
    REQUIRE(copy.nodes.size() == 2);
    const CUgraphNode_st* copied = find_copy(copy, &second);
    REQUIRE(copied != nullptr);
    CHECK(copied->graph == &copy);
    CHECK(copied->dependencies == NodeList{find_copy(copy, &first)});
    const CUgraphNode_st* inmost_copy = find_copy(copy, &inmost);
    REQUIRE(inmost_copy != nullptr);
    CHECK(inmost_copy != &inmost);
    NodeList order;
    CHECK(flatten(copy, order));
    CHECK(order.size() == 3);
    CHECK(order[1] == inmost_copy);
    CHECK(graph_text(copy).find("\"node_0\" -> \"node_1\"") != std::string::npos);
}

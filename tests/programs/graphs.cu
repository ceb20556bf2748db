// Builds graphs of kernels, copies, fills, host functions and other graphs, and runs and changes
// them.
// expect: graphs: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <cstring>
#include <fstream>

constexpr int n = 32;

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }
__global__ void add(int* out, int value) { out[threadIdx.x] += value; }

void CUDART_CB count(void* number) { ++*static_cast<int*>(number); }

cudaKernelNodeParams kernel_node(void* function, void** arguments) {
    cudaKernelNodeParams parameters = {};
    parameters.func = function;
    parameters.gridDim = 1;
    parameters.blockDim = n;
    parameters.kernelParams = arguments;
    return parameters;
}

// The forms with a description of each edge, which is always a plain one.
cudaError_t add_edge(cudaGraph_t graph, cudaGraphNode_t from, cudaGraphNode_t to) {
    return cudaGraphAddDependencies(graph, &from, &to, nullptr, 1);
}
cudaError_t remove_edge(cudaGraph_t graph, cudaGraphNode_t from, cudaGraphNode_t to) {
    return cudaGraphRemoveDependencies(graph, &from, &to, nullptr, 1);
}
size_t edges_of(cudaGraph_t graph) {
    size_t edges = 0;
    CUDA_CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
    return edges;
}

// fill -> add -> copy to the host -> count, and a fill of other bytes that the copy waits for too.
struct Example {
    DeviceArray<int> device{2 * n};
    std::vector<int> host = std::vector<int>(2 * n);
    int value = 7, amount = 3, counted = 0;
    int* start = device.data();
    void* fill_arguments[2] = {&start, &value};
    void* add_arguments[2] = {&start, &amount};
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t fill_node, add_node, set_node, copy_node, count_node;

    Example() {
        CUDA_CHECK(cudaGraphCreate(&graph, 0));
        // The copy comes first in the list of nodes, and last in order.
        CUDA_CHECK(cudaGraphAddMemcpyNode1D(&copy_node, graph, nullptr, 0, host.data(), start,
                                            2 * n * sizeof(int), cudaMemcpyDeviceToHost));
        cudaKernelNodeParams kernel = kernel_node((void*)fill, fill_arguments);
        CUDA_CHECK(cudaGraphAddKernelNode(&fill_node, graph, nullptr, 0, &kernel));
        kernel = kernel_node((void*)add, add_arguments);
        CUDA_CHECK(cudaGraphAddKernelNode(&add_node, graph, &fill_node, 1, &kernel));
        cudaMemsetParams set = {};
        set.dst = start + n;
        set.value = 0x0102;
        set.elementSize = 2;
        set.width = 2 * n;
        set.height = 1;
        CUDA_CHECK(cudaGraphAddMemsetNode(&set_node, graph, nullptr, 0, &set));
        CUDA_CHECK(add_edge(graph, add_node, copy_node));
        CUDA_CHECK(add_edge(graph, set_node, copy_node));
        cudaHostNodeParams host_function = {count, &counted};
        CUDA_CHECK(cudaGraphAddHostNode(&count_node, graph, &copy_node, 1, &host_function));
    }
    ~Example() { cudaGraphDestroy(graph); }

    void launch(cudaGraphExec_t exec) {
        std::fill(host.begin(), host.end(), 0);
        CUDA_CHECK(cudaGraphLaunch(exec, nullptr));
        CUDA_CHECK(cudaDeviceSynchronize());
    }
};

void check_structure() {
    Example e;
    size_t nodes = 0, roots = 0;
    CUDA_CHECK(cudaGraphGetNodes(e.graph, nullptr, &nodes));
    CUDA_CHECK(cudaGraphGetRootNodes(e.graph, nullptr, &roots));
    expect("nodes", nodes, size_t{5});
    expect("roots", roots, size_t{2});
    expect("edges", edges_of(e.graph), size_t{4});
    cudaGraphNodeType type;
    CUDA_CHECK(cudaGraphNodeGetType(e.set_node, &type));
    expect("type", type, cudaGraphNodeTypeMemset);
    cudaKernelNodeParams kernel = {};
    CUDA_CHECK(cudaGraphKernelNodeGetParams(e.add_node, &kernel));
    expect("function", kernel.func == (void*)add, true);
    expect("argument", *static_cast<int*>(kernel.kernelParams[1]), 3);
    expect("parameters of another kind", cudaGraphKernelNodeGetParams(e.set_node, &kernel),
           cudaErrorInvalidValue);
    expect("an edge twice", add_edge(e.graph, e.set_node, e.copy_node), cudaErrorInvalidValue);
    expect("an edge to itself", add_edge(e.graph, e.set_node, e.set_node), cudaErrorInvalidValue);
    CUDA_CHECK(add_edge(e.graph, e.count_node, e.fill_node));
    cudaGraphExec_t exec = nullptr;
    expect("a cycle", cudaGraphInstantiate(&exec, e.graph, 0), cudaErrorInvalidValue);
    CUDA_CHECK(remove_edge(e.graph, e.count_node, e.fill_node));
    const std::string file = "/tmp/graph_" + std::to_string((size_t)&e) + ".dot";
    CUDA_CHECK(cudaGraphDebugDotPrint(e.graph, file.c_str(), 0));
    std::string first;
    std::getline(std::ifstream(file) >> std::ws, first);
    expect("Graphviz text", first.rfind("digraph", 0), size_t{0});
    std::remove(file.c_str());
    expect("no such folder", cudaGraphDebugDotPrint(e.graph, "/nonexistent/graph.dot", 0),
           cudaErrorOperatingSystem);
    cudaGetLastError();
}

void check_runs() {
    Example e;
    cudaGraphExec_t exec;
    CUDA_CHECK(cudaGraphInstantiate(&exec, e.graph, 0));
    e.launch(exec);
    expect("filled and added", e.host[n - 1], 10);
    expect("filled by halves", e.host[2 * n - 1], 0x01020102);
    e.launch(exec);
    expect("host function", e.counted, 2);

    // Arguments were copied when the node was made; they change by call only.
    e.amount = 50;
    e.launch(exec);
    expect("old argument", e.host[0], 10);
    cudaKernelNodeParams kernel = kernel_node((void*)add, e.add_arguments);
    CUDA_CHECK(cudaGraphExecKernelNodeSetParams(exec, e.add_node, &kernel));
    e.launch(exec);
    expect("new argument", e.host[0], 57);
    CUDA_CHECK(cudaGraphNodeSetEnabled(exec, e.add_node, 0));
    e.launch(exec);
    expect("without the addition", e.host[0], 7);
    CUDA_CHECK(cudaGraphNodeSetEnabled(exec, e.add_node, 1));

    cudaGraph_t clone;
    cudaGraphNode_t node;
    cudaGraphExecUpdateResultInfo result = {};
    CUDA_CHECK(cudaGraphClone(&clone, e.graph));
    CUDA_CHECK(cudaGraphNodeFindInClone(&node, e.add_node, clone));
    e.amount = 1000;
    CUDA_CHECK(cudaGraphKernelNodeSetParams(node, &kernel));
    CUDA_CHECK(cudaGraphExecUpdate(exec, clone, &result));
    e.launch(exec);
    expect("updated", e.host[0], 1007);
    CUDA_CHECK(cudaGraphDestroyNode(node));
    expect("another shape", cudaGraphExecUpdate(exec, clone, &result),
           cudaErrorGraphExecUpdateFailure);
    expect("why", result.result, cudaGraphExecUpdateErrorTopologyChanged);
    CUDA_CHECK(cudaGraphDestroy(clone));
    CUDA_CHECK(cudaGraphDestroy(e.graph));
    e.launch(exec);
    expect("without its graph", e.host[0], 1007);
    CUDA_CHECK(cudaGraphCreate(&e.graph, 0));
    CUDA_CHECK(cudaGraphExecDestroy(exec));
    cudaGetLastError();
}

void check_inner_graph() {
    Example e;
    cudaGraph_t outer;
    cudaGraphNode_t child, record, wait;
    cudaEvent_t event;
    CUDA_CHECK(cudaEventCreate(&event));
    CUDA_CHECK(cudaGraphCreate(&outer, 0));
    CUDA_CHECK(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, e.graph));
    CUDA_CHECK(cudaGraphAddEventRecordNode(&record, outer, &child, 1, event));
    CUDA_CHECK(cudaGraphAddEventWaitNode(&wait, outer, &record, 1, event));
    cudaHostNodeParams host_function = {count, &e.counted};
    CUDA_CHECK(cudaGraphAddHostNode(&wait, outer, &wait, 1, &host_function));
    cudaGraph_t inner;
    CUDA_CHECK(cudaGraphChildGraphNodeGetGraph(child, &inner));
    expect("a copy", inner != e.graph, true);
    size_t nodes = 0;
    CUDA_CHECK(cudaGraphGetNodes(inner, nullptr, &nodes));
    expect("inner nodes", nodes, size_t{5});
    cudaGraphExec_t exec;
    CUDA_CHECK(cudaGraphInstantiate(&exec, outer, 0));
    e.launch(exec);
    expect("inner result", e.host[0], 10);
    expect("both host functions", e.counted, 2);
    expect("recorded", cudaEventQuery(event), cudaSuccess);
    CUDA_CHECK(cudaGraphExecDestroy(exec));
    CUDA_CHECK(cudaGraphDestroy(outer));
}

void check_refusals() {
    Example e;
    cudaGraphNode_t node;
    cudaKernelNodeParams kernel = kernel_node((void*)add, e.add_arguments);
    kernel.blockDim = 4096;
    expect("too many threads", cudaGraphAddKernelNode(&node, e.graph, nullptr, 0, &kernel),
           cudaErrorInvalidValue);
    kernel = kernel_node(&e, e.add_arguments);
    expect("no kernel", cudaGraphAddKernelNode(&node, e.graph, nullptr, 0, &kernel),
           cudaErrorInvalidResourceHandle);
    cudaMemsetParams set = {};
    set.dst = e.start;
    set.elementSize = 3;
    set.width = set.height = 1;
    expect("three bytes", cudaGraphAddMemsetNode(&node, e.graph, nullptr, 0, &set),
           cudaErrorInvalidValue);
    cudaGraph_t other;
    CUDA_CHECK(cudaGraphCreate(&other, 0));
    expect("a node of another graph", cudaGraphAddEmptyNode(&node, other, &e.add_node, 1),
           cudaErrorInvalidValue);
    CUDA_CHECK(cudaGraphDestroy(other));
    expect("no graph", cudaGraphDestroy(nullptr), cudaErrorInvalidValue);
    expect("flags", cudaGraphCreate(&other, 1), cudaErrorInvalidValue);
    cudaGetLastError();
}

int main() {
    check_structure();
    check_runs();
    check_inner_graph();
    check_refusals();
    return finish("graphs");
}

// Captures the work of streams as graphs, forks and joins through events, and does what a capture
// forbids.
// expect: stream_capture: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <thread>

constexpr int n = 64;

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }
__global__ void add(int* out, const int* in) { out[threadIdx.x] += in[threadIdx.x]; }

void CUDART_CB count(void* number) { ++*static_cast<int*>(number); }

struct Streams {
    cudaStream_t a, b;
    cudaEvent_t forked, joined;
    Streams() {
        CUDA_CHECK(cudaStreamCreate(&a));
        CUDA_CHECK(cudaStreamCreate(&b));
        CUDA_CHECK(cudaEventCreate(&forked));
        CUDA_CHECK(cudaEventCreate(&joined));
    }
    ~Streams() {
        cudaStreamDestroy(a);
        cudaStreamDestroy(b);
        cudaEventDestroy(forked);
        cudaEventDestroy(joined);
    }
};

void check_fork_and_join() {
    Streams s;
    DeviceArray<int> x(n), y(n);
    std::vector<int> host(n);
    int counted = 0;
    CUDA_CHECK(cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal));
    CUDA_CHECK(cudaMemsetAsync(x.data(), 0, x.bytes(), s.a));
    CUDA_CHECK(cudaEventRecord(s.forked, s.a));
    CUDA_CHECK(cudaStreamWaitEvent(s.b, s.forked, 0));
    fill<<<1, n, 0, s.a>>>(x.data(), 5);
    fill<<<1, n, 0, s.b>>>(y.data(), 70);
    CUDA_CHECK(cudaEventRecord(s.joined, s.b));
    CUDA_CHECK(cudaStreamWaitEvent(s.a, s.joined, 0));
    add<<<1, n, 0, s.a>>>(x.data(), y.data());
    CUDA_CHECK(cudaMemcpyAsync(host.data(), x.data(), x.bytes(), cudaMemcpyDeviceToHost, s.a));
    CUDA_CHECK(cudaLaunchHostFunc(s.a, count, &counted));
    cudaStreamCaptureStatus status;
    CUDA_CHECK(cudaStreamIsCapturing(s.b, &status));
    expect("the other stream takes part", status, cudaStreamCaptureStatusActive);
    cudaGraph_t graph;
    CUDA_CHECK(cudaStreamEndCapture(s.a, &graph));
    CUDA_CHECK(cudaStreamIsCapturing(s.b, &status));
    expect("until the end", status, cudaStreamCaptureStatusNone);
    expect("nothing has run", counted, 0);

    size_t nodes = 0, roots = 0;
    CUDA_CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CUDA_CHECK(cudaGraphGetRootNodes(graph, nullptr, &roots));
    expect("nodes", nodes, size_t{6});
    expect("roots", roots, size_t{1});
    cudaGraphExec_t exec;
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; ++i) CUDA_CHECK(cudaGraphLaunch(exec, s.b));
    CUDA_CHECK(cudaStreamSynchronize(s.b));
    expect_all("result", host, std::vector<int>(n, 75));
    expect("host function", counted, 3);
    CUDA_CHECK(cudaGraphExecDestroy(exec));
    CUDA_CHECK(cudaGraphDestroy(graph));
}

void check_memory() {
    Streams s;
    std::vector<int> host(n);
    int* memory = nullptr;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CUDA_CHECK(cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal));
    CUDA_CHECK(cudaMallocAsync(&memory, n * sizeof(int), s.a));
    fill<<<1, n, 0, s.a>>>(memory, 8);
    CUDA_CHECK(cudaMemcpyAsync(host.data(), memory, n * sizeof(int), cudaMemcpyDeviceToHost, s.a));
    CUDA_CHECK(cudaFreeAsync(memory, s.a));
    CUDA_CHECK(cudaStreamEndCapture(s.a, &graph));
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CUDA_CHECK(cudaGraphLaunch(exec, s.a));
    CUDA_CHECK(cudaGraphLaunch(exec, s.a));
    CUDA_CHECK(cudaStreamSynchronize(s.a));
    expect_all("through memory of the graph", host, std::vector<int>(n, 8));
    CUDA_CHECK(cudaGraphExecDestroy(exec));
    CUDA_CHECK(cudaGraphDestroy(graph));
}

// Captures, calls body(streams), which must give `error`, and ends with `end`.
template <class Body>
void check_call(const char* what, cudaError_t error, cudaError_t end, Body body,
                cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
    Streams s;
    CUDA_CHECK(cudaStreamBeginCapture(s.a, mode));
    expect(what, body(s), error);
    cudaGraph_t graph = nullptr;
    expect((std::string("end after ") + what).c_str(), cudaStreamEndCapture(s.a, &graph), end);
    expect((std::string("graph after ") + what).c_str(), graph != nullptr, end == cudaSuccess);
    if (graph != nullptr) CUDA_CHECK(cudaGraphDestroy(graph));
    cudaGetLastError();
}

void check_forbidden_calls() {
    constexpr cudaError_t none = cudaSuccess, unsupported = cudaErrorStreamCaptureUnsupported,
                          implicit = cudaErrorStreamCaptureImplicit,
                          invalidated = cudaErrorStreamCaptureInvalidated;
    constexpr auto relaxed = cudaStreamCaptureModeRelaxed;
    DeviceArray<int> memory(n);
    int* const p = memory.data();
    int word = 0, *made = nullptr;
    cudaEvent_t old;
    CUDA_CHECK(cudaEventCreate(&old));
    CUDA_CHECK(cudaEventRecord(old));
    CUDA_CHECK(cudaDeviceSynchronize());

    check_call("waiting for it", unsupported, invalidated,
               [](Streams& s) { return cudaStreamSynchronize(s.a); });
    check_call("waiting for another", unsupported, invalidated,
               [](Streams& s) { return cudaStreamSynchronize(s.b); });
    check_call("waiting for another, relaxed", none, none,
               [](Streams& s) { return cudaStreamSynchronize(s.b); }, relaxed);
    check_call("waiting for the device", unsupported, invalidated,
               [](Streams&) { return cudaDeviceSynchronize(); }, relaxed);
    check_call("allocating", unsupported, invalidated,
               [&](Streams&) { return cudaMalloc(&made, 64); });
    check_call("allocating, relaxed", none, none,
               [&](Streams&) { return cudaMalloc(&made, 64); }, relaxed);
    check_call("copying at once", implicit, invalidated,
               [&](Streams&) { return cudaMemcpy(&word, p, 4, cudaMemcpyDeviceToHost); });
    check_call("a launch in the default stream", implicit, invalidated, [&](Streams&) {
        fill<<<1, 1>>>(p, 1);
        return cudaGetLastError();
    });
    check_call("work in another stream", none, none, [&](Streams& s) {
        fill<<<1, 1, 0, s.b>>>(p, 1);
        return cudaGetLastError();
    });
    check_call("an impossible launch", cudaErrorInvalidConfiguration, invalidated, [&](Streams& s) {
        fill<<<1, 4096, 0, s.a>>>(p, 1);
        return cudaGetLastError();
    });
    check_call("asking for its event", cudaErrorCapturedEvent, invalidated, [](Streams& s) {
        cudaEventRecord(s.forked, s.a);
        return cudaEventQuery(s.forked);
    });
    check_call("waiting for an old event", cudaErrorStreamCaptureIsolation, invalidated,
               [&](Streams& s) { return cudaStreamWaitEvent(s.a, old, 0); });
    check_call("a callback", unsupported, invalidated, [](Streams& s) {
        return cudaStreamAddCallback(s.a, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 0);
    });
    check_call("beginning again", cudaErrorIllegalState, none, [](Streams& s) {
        return cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
    });
    check_call("ending elsewhere", cudaErrorStreamCaptureUnmatched, invalidated, [](Streams& s) {
        cudaEventRecord(s.forked, s.a);
        cudaStreamWaitEvent(s.b, s.forked, 0);
        cudaGraph_t graph;
        return cudaStreamEndCapture(s.b, &graph);
    });
    check_call("a fork without a join", none, cudaErrorStreamCaptureUnjoined, [&](Streams& s) {
        cudaEventRecord(s.forked, s.a);
        cudaStreamWaitEvent(s.b, s.forked, 0);
        fill<<<1, 1, 0, s.b>>>(p, 1);
        return cudaGetLastError();
    });
    CUDA_CHECK(cudaFree(made));
    CUDA_CHECK(cudaEventDestroy(old));
}

void check_handles_and_threads() {
    Streams s;
    cudaGraph_t graph = nullptr;
    expect("the default stream", cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal),
           cudaErrorStreamCaptureUnsupported);
    expect("no capture", cudaStreamEndCapture(s.a, &graph), cudaErrorIllegalState);
    CUDA_CHECK(cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal));
    cudaError_t elsewhere = cudaSuccess;
    std::thread([&] { elsewhere = cudaStreamEndCapture(s.a, &graph); }).join();
    expect("another thread", elsewhere, cudaErrorStreamCaptureWrongThread);
    expect("it has ended", cudaStreamEndCapture(s.a, &graph), cudaErrorIllegalState);
    CUDA_CHECK(cudaStreamBeginCapture(s.a, cudaStreamCaptureModeRelaxed));
    std::thread([&] { elsewhere = cudaStreamEndCapture(s.a, &graph); }).join();
    expect("another thread, relaxed", elsewhere, cudaSuccess);
    CUDA_CHECK(cudaGraphDestroy(graph));
    cudaGetLastError();
}

int main() {
    check_fork_and_join();
    check_memory();
    check_forbidden_calls();
    check_handles_and_threads();
    return finish("stream_capture");
}

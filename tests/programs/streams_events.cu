// Orders work with streams and events, and copies asynchronously.
// expect: streams_events: ok
// exit: 0
// cli-exit: 0

#include "check.h"

constexpr int n = 1000, threads = 128, blocks = (n + threads - 1) / threads;

__global__ void multiply_add(int* values, int factor, int summand) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        values[i] = values[i] * factor + summand;
    }
}

__global__ void add_arrays(const int* a, const int* b, int* sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        sum[i] = a[i] + b[i];
    }
}

// Copies in, two launches and a copy out in one stream: they follow each other without any waiting
// on the host.
void check_one_stream() {
    int *pinned, *device;
    CUDA_CHECK(cudaMallocHost(&pinned, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&device, n * sizeof(int)));
    for (int i = 0; i < n; ++i) {
        pinned[i] = i;
    }
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaMemcpyAsync(device, pinned, n * sizeof(int), cudaMemcpyHostToDevice, stream));
    multiply_add<<<blocks, threads, 0, stream>>>(device, 3, 1);
    multiply_add<<<blocks, threads, 0, stream>>>(device, 5, 2);
    CUDA_CHECK(cudaMemcpyAsync(pinned, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaMemsetAsync(device, 0xff, n * sizeof(int), stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaStreamQuery(stream));  // nothing is left to do
    for (int i = 0; i < n; ++i) {
        expect("one stream", pinned[i], (i * 3 + 1) * 5 + 2);
    }
    int last = 0;
    CUDA_CHECK(cudaMemcpy(&last, device + n - 1, sizeof last, cudaMemcpyDeviceToHost));
    expect("asynchronous memset", last, -1);
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFree(device));
    CUDA_CHECK(cudaFreeHost(pinned));
}

// Two streams fill an array each; a third waits for both by events and adds them.
void check_join() {
    cudaStream_t streams[3];
    cudaEvent_t filled[2];
    for (auto& stream : streams) {
        CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    }
    for (auto& event : filled) {
        CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    }
    DeviceArray<int> a(n), b(n), sum(n);
    CUDA_CHECK(cudaDeviceSynchronize());  // these streams do not wait for the default stream

    for (int round = 1; round <= 3; ++round) {
        multiply_add<<<blocks, threads, 0, streams[0]>>>(a.data(), 2, round);
        CUDA_CHECK(cudaEventRecord(filled[0], streams[0]));
        multiply_add<<<blocks, threads, 0, streams[1]>>>(b.data(), 10, -round);
        CUDA_CHECK(cudaEventRecord(filled[1], streams[1]));
        CUDA_CHECK(cudaStreamWaitEvent(streams[2], filled[0], 0));
        CUDA_CHECK(cudaStreamWaitEvent(streams[2], filled[1], 0));
        add_arrays<<<blocks, threads, 0, streams[2]>>>(a.data(), b.data(), sum.data());
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaStreamSynchronize(streams[2]));
    }
    // a: 1, 4, 11; b: -1, -12, -123
    expect_all("join", sum.host(), std::vector<int>(n, 11 - 123));
    for (auto stream : streams) {
        CUDA_CHECK(cudaStreamDestroy(stream));
    }
    for (auto event : filled) {
        CUDA_CHECK(cudaEventSynchronize(event));
        CUDA_CHECK(cudaEventQuery(event));
        CUDA_CHECK(cudaEventDestroy(event));
    }
}

// The default stream waits for ordinary streams, and they for it.
void check_default_stream() {
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    DeviceArray<int> values(n);
    multiply_add<<<blocks, threads, 0, stream>>>(values.data(), 1, 7);
    multiply_add<<<blocks, threads>>>(values.data(), 10, 1);
    multiply_add<<<blocks, threads, 0, stream>>>(values.data(), 10, 2);
    CUDA_CHECK(cudaGetLastError());
    expect_all("default stream", values.host(), std::vector<int>(n, 712));
    CUDA_CHECK(cudaStreamDestroy(stream));
}

void check_elapsed_time() {
    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    DeviceArray<int> values(n);
    CUDA_CHECK(cudaEventRecord(start));
    for (int round = 0; round < 4; ++round) {
        multiply_add<<<blocks, threads>>>(values.data(), 1, 1);
    }
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));
    float milliseconds = -1.0f;
    CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    expect("elapsed time is sane", milliseconds >= 0.0f && milliseconds < 60'000.0f, true);
    expect_all("timed launches", values.host(), std::vector<int>(n, 4));
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
}

int main() {
    check_one_stream();
    check_join();
    check_default_stream();
    check_elapsed_time();
    return finish("streams_events");
}

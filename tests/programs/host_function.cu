// A host function takes its turn in a stream, between a copy and a launch.
// expect: host_function: ok
// exit: 0
// cli-exit: 0

#include "check.h"

constexpr int n = 1000, threads = 128, blocks = (n + threads - 1) / threads;

__global__ void add_to_all(int* values, int summand) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        values[i] += summand;
    }
}

struct Note {
    const int* pinned;
    int seen;
};

void take_note(void* data) {
    Note* note = static_cast<Note*>(data);
    note->seen = note->pinned[0];
}

int main() {
    int* pinned;
    CUDA_CHECK(cudaHostAlloc(&pinned, sizeof(int), cudaHostAllocDefault));
    *pinned = 0;
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    DeviceArray<int> values(n);
    CUDA_CHECK(cudaDeviceSynchronize());
    Note note = {pinned, -1};
    add_to_all<<<blocks, threads, 0, stream>>>(values.data(), 41);
    CUDA_CHECK(cudaMemcpyAsync(pinned, values.data(), sizeof(int), cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaLaunchHostFunc(stream, take_note, &note));
    add_to_all<<<blocks, threads, 0, stream>>>(values.data(), 1);
    CUDA_CHECK(cudaMemcpyAsync(pinned, values.data(), sizeof(int), cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    expect("seen by the host function", note.seen, 41);
    expect("after the host function", *pinned, 42);
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFreeHost(pinned));
    return finish("host_function");
}

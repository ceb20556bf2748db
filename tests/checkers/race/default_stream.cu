// A kernel in the default stream reads what a kernel in another stream fills. The default stream
// waits for ordinary streams, but not for those created with cudaStreamNonBlocking.
// checker: race
// finds: Race global inter-launch read-write unordered

#include "../check.h"

constexpr int n = 64;

__global__ void fill(int* values) {
    values[threadIdx.x] = 3 * threadIdx.x; // [wrong]
}

__global__ void add_one(const int* values, int* out) {
    out[threadIdx.x] = values[threadIdx.x] + 1; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> values(n), out(n);
    cudaStream_t stream;
    const unsigned kind = right ? cudaStreamDefault : cudaStreamNonBlocking;
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, kind));
    CUDA_CHECK(cudaDeviceSynchronize()); // the arrays are zeroed by now

    fill<<<1, n, 0, stream>>>(values.data());
    add_one<<<1, n>>>(values.data(), out.data()); // in the default stream

    CUDA_CHECK(cudaDeviceSynchronize());
    std::vector<int> expected(n);
    for (int i = 0; i < n; ++i)
        expected[i] = 3 * i + 1;
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}

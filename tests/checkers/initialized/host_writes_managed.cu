// A kernel reads memory that the host has written without a call: managed memory may hold whatever
// the host left there, also the bytes that fresh memory begins with. Fresh device memory holds
// nothing.
// checker: initialized
// finds: Uninitialized global

#include "../check.h"

__global__ void increment(const int* in, int* out) {
    out[threadIdx.x] = in[threadIdx.x] + 1; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    const UnwrittenArray<int> unwritten(64);
    DeviceArray<int> out(64);
    int* managed = nullptr;
    CUDA_CHECK(cudaMallocManaged(&managed, 64 * sizeof(int)));
    for (int i = 0; i < 64; ++i)
        managed[i] = -1;
    increment<<<1, 64>>>(right ? managed : unwritten.data(), out.data());
    if (right) expect_all("out", out.host(), std::vector<int>(64, 0));
    CUDA_CHECK(cudaFree(managed));
    return finish(argv[1]);
}

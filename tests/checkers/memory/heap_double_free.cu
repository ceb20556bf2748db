// A block shares memory of the device's heap, and every thread gives it back. Only one may.
// checker: memory
// finds: DoubleFree

#include "../check.h"

template<bool right>
__global__ void share(int* out) {
    __shared__ int* words;
    if (threadIdx.x == 0) words = static_cast<int*>(malloc(64 * sizeof(int)));
    __syncthreads();
    words[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = words[63 - threadIdx.x];
    __syncthreads();
    if (!right || threadIdx.x == 0) free(words); // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(64);
    for (int i = 0; i < 64; ++i)
        expected[i] = 63 - i;
    DeviceArray<int> out(64);
    const auto kernel = right ? share<true> : share<false>;
    kernel<<<1, 64>>>(out.data());
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}

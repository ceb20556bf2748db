// The host writes two managed buffers, and kernels in two streams use one each. Both using the same
// one is a race; that the host wrote both before is none.
// checker: race
// finds: Race global inter-launch write-write unordered
// finds: Race global inter-launch read-write unordered

#include "../check.h"

__global__ void increment(int* values) {
    values[threadIdx.x] += 1; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    int *first = nullptr, *second = nullptr;
    CUDA_CHECK(cudaMallocManaged(&first, 64 * sizeof(int)));
    CUDA_CHECK(cudaMallocManaged(&second, 64 * sizeof(int)));
    for (int i = 0; i < 64; ++i)
        first[i] = second[i] = i;
    cudaStream_t a, b;
    CUDA_CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    increment<<<1, 64, 0, a>>>(first);
    increment<<<1, 64, 0, b>>>(right ? second : first);
    CUDA_CHECK(cudaDeviceSynchronize());
    if (right) {
        std::vector<int> expected(64);
        for (int i = 0; i < 64; ++i)
            expected[i] = i + 1;
        expect_all("first", std::vector<int>(first, first + 64), expected);
        expect_all("second", std::vector<int>(second, second + 64), expected);
    }
    CUDA_CHECK(cudaFree(first));
    CUDA_CHECK(cudaFree(second));
    return finish(argv[1]);
}

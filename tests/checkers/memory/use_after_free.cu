// An array is given back with cudaFree while a later kernel still works with its address.
// checker: memory
// finds: UseAfterFree

#include "../check.h"

constexpr int n = 32;

__global__ void double_values(const int* values, int* out) {
    out[threadIdx.x] = 2 * values[threadIdx.x]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(n);
    int* values;
    CUDA_CHECK(cudaMalloc(&values, n * sizeof(int)));
    CUDA_CHECK(cudaMemset(values, 1, n * sizeof(int)));
    if (!right) CUDA_CHECK(cudaFree(values));
    double_values<<<1, n>>>(values, out.data());
    if (right) {
        expect_all("out", out.host(), std::vector<int>(n, 0x02020202));
        CUDA_CHECK(cudaFree(values));
    }
    return finish(argv[1]);
}

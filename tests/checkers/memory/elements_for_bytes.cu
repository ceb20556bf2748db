// cudaMalloc counts bytes. Given the number of elements, it makes an array a quarter as long as the
// kernel believes.
// checker: memory
// finds: OutOfBounds

#include "../check.h"

constexpr int n = 1024;

__global__ void fill(int* values) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[i] = i; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    int* values;
    CUDA_CHECK(cudaMalloc(&values, right ? n * sizeof(int) : n));
    fill<<<n / 128, 128>>>(values);
    if (right) {
        int last = 0;
        CUDA_CHECK(cudaMemcpy(&last, values + n - 1, sizeof last, cudaMemcpyDeviceToHost));
        expect("the last value", last, n - 1);
        CUDA_CHECK(cudaFree(values));
    }
    return finish(argv[1]);
}

// cudaMemset counts bytes. Given the number of elements, it sets a quarter of an array of ints, and
// the rest stays unwritten.
// checker: initialized
// finds: Uninitialized

#include "../check.h"

constexpr int n = 64;

__global__ void add_index(int* values) {
    values[threadIdx.x] += threadIdx.x; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    UnwrittenArray<int> values(n);
    CUDA_CHECK(cudaMemset(values.data(), 0, right ? n * sizeof(int) : n));
    add_index<<<1, n>>>(values.data());
    if (right) {
        int last = 0;
        CUDA_CHECK(cudaMemcpy(&last, values.data() + n - 1, sizeof last, cudaMemcpyDeviceToHost));
        expect("the last value", last, n - 1);
    }
    return finish(argv[1]);
}

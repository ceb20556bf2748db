// cudaMalloc gives memory as it is, with whatever was there before. A sum that is added to has to
// be set to zero first.
// checker: initialized
// finds: Uninitialized

#include "../check.h"

__global__ void add_up(const int* values, int* sum) {
    const int of_warp = __reduce_add_sync(0xffffffff, values[threadIdx.x]);
    if (threadIdx.x == 0) *sum += of_warp; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> values(std::vector<int>(32, 3));
    UnwrittenArray<int> sum(1);
    if (right) CUDA_CHECK(cudaMemset(sum.data(), 0, sum.bytes()));
    add_up<<<1, 32>>>(values.data(), sum.data());
    if (right) {
        int result = 0;
        CUDA_CHECK(cudaMemcpy(&result, sum.data(), sizeof result, cudaMemcpyDeviceToHost));
        expect("sum", result, 96);
    }
    return finish(argv[1]);
}

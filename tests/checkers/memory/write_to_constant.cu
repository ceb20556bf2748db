// A function that counts gets the address of a __constant__ variable, its constness cast away.
// Kernels can only read constant memory; what they change belongs into a __device__ variable.
// checker: memory
// finds: ReadOnly

#include "../check.h"

__constant__ int settings[32];
__device__ int counters[32];

__noinline__ __device__ void count(int* counter) {
    *counter += 1; // [wrong]
}

template<bool right>
__global__ void count_all() {
    const int* counter = right ? &counters[threadIdx.x] : &settings[threadIdx.x];
    count(const_cast<int*>(counter));
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    const auto kernel = right ? count_all<true> : count_all<false>;
    kernel<<<1, 32>>>();
    if (right) {
        int last = 0;
        CUDA_CHECK(cudaMemcpyFromSymbol(&last, counters, sizeof last, 31 * sizeof last));
        expect("the last counter", last, 1);
    }
    return finish(argv[1]);
}

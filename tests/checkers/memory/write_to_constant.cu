// A kernel casts the constness of a __constant__ array away and writes to it. Kernels can only read
// constant memory; what they change belongs into a __device__ variable.
// checker: memory
// finds: ReadOnly

#include "../check.h"

__constant__ int settings[32];
__device__ int counters[32];

template <bool right>
__global__ void set() {
    int* words = right ? counters : const_cast<int*>(settings);
    words[threadIdx.x] = threadIdx.x; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    const auto kernel = right ? set<true> : set<false>;
    kernel<<<1, 32>>>();
    if (right) {
        int last = 0;
        CUDA_CHECK(cudaMemcpyFromSymbol(&last, counters, sizeof last, 31 * sizeof last));
        expect("the last counter", last, 31);
    }
    return finish(argv[1]);
}

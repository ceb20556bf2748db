// A kernel gets the address of a __constant__ variable to write to. Constant memory is a space of
// its own, which kernels can only read; the host sets it with cudaMemcpyToSymbol.
// checker: memory
// finds: WrongSpace

#include "../check.h"

__constant__ int factors[32];
__device__ int counters[32];

__global__ void set(int* words) {
    words[threadIdx.x] = threadIdx.x; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    int* words;
    if (right)
        CUDA_CHECK(cudaGetSymbolAddress(reinterpret_cast<void**>(&words), counters));
    else
        CUDA_CHECK(cudaGetSymbolAddress(reinterpret_cast<void**>(&words), factors));
    set<<<1, 32>>>(words);
    if (right) {
        int last = 0;
        CUDA_CHECK(cudaMemcpyFromSymbol(&last, counters, sizeof last, 31 * sizeof last));
        expect("the last counter", last, 31);
    }
    return finish(argv[1]);
}

// Reads beyond an array two inlined calls deep; the report names the access and both calls.
// expect: out_of_bounds_inlined: cudaErrorIllegalAddress
// exit: 0
// cli-exit: 1
// finding: out_of_bounds_inlined.cu:13
// finding: out_of_bounds_inlined.cu:18
// finding: out_of_bounds_inlined.cu:25
// finding: out of bounds

#include "check.h"

__device__ __forceinline__ int element(const int* values, int i) {
    return values[i];
}

__device__ __forceinline__ int difference(const int* values, int i) {
    const int here = element(values, i);
    const int next = element(values, i + 1);
    return next - here;
}

__global__ void differences(const int* values, int* out, int n) {
    const int i = threadIdx.x;
    if (i < n) {  // should be n - 1
        const int d = difference(values, i);
        out[i] = d * d;
    }
}

int main() {
    const int n = 50;
    DeviceArray<int> values(std::vector<int>(n, 3)), out(n);
    differences<<<1, 64>>>(values.data(), out.data(), n);
    const cudaError_t status = cudaDeviceSynchronize();
    std::printf("out_of_bounds_inlined: %s\n", cudaGetErrorName(status));
    return status == cudaErrorIllegalAddress ? 0 : 1;
}

// A program of two translation units that call each other on the host only.
// sources: main.cu kernels.cu
// expect: multi_file: ok
// exit: 0
// cli-exit: 0

#include "common.h"

static __constant__ int base = 7;
static __device__ int calls = 0;

static __global__ void fill(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = base * i;
    }
    if (i == 0) {
        ++calls;
    }
}

std::vector<int> filled_by_main_file(int n) {
    DeviceArray<int> out(n);
    fill<<<(n + 63) / 64, 64>>>(out.data(), n);
    CUDA_CHECK(cudaGetLastError());
    negate<<<(n + 63) / 64, 64>>>(out.data(), n);
    CUDA_CHECK(cudaGetLastError());
    return out.host();
}

int main() {
    const int n = 100, factor = 9;
    std::vector<int> expected_main(n), expected_changed(n), expected_kernels(n);
    for (int i = 0; i < n; ++i) {
        expected_main[i] = -7 * i;
        expected_changed[i] = -factor * i;
        expected_kernels[i] = -(1000 - i + 50);
    }
    expect_all("main file", filled_by_main_file(n), expected_main);
    expect_all("kernels file", filled_by_kernels_file(n), expected_kernels);

    // Changing a variable here leaves the other one of the same name alone.
    CUDA_CHECK(cudaMemcpyToSymbol(base, &factor, sizeof factor));
    expect_all("main file again", filled_by_main_file(n), expected_changed);
    expect_all("kernels file again", filled_by_kernels_file(n), expected_kernels);
    int count = 0;
    CUDA_CHECK(cudaMemcpyFromSymbol(&count, calls, sizeof count));
    expect("calls", count, 2);
    return finish("multi_file");
}

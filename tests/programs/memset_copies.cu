// Copies and fills memory in every direction that programs use.
// expect: memset_copies: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <algorithm>
#include <cstring>
#include <numeric>

__device__ int table[10];
__constant__ float weights[8];

__global__ void read_symbols(int* ints, float* floats) {
    const int i = threadIdx.x;
    if (i < 10) {
        ints[i] = table[i];
    }
    if (i < 8) {
        floats[i] = weights[i];
    }
}

void check_linear() {
    const int n = 1000;
    std::vector<int> in(n), out(n);
    std::iota(in.begin(), in.end(), 1);
    int *a, *b;
    CUDA_CHECK(cudaMalloc(&a, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&b, n * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(a, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemset(a, 0x5a, n * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(out.data(), b, n * sizeof(int), cudaMemcpyDeviceToHost));
    expect_all("there and back", out, in);
    CUDA_CHECK(cudaMemcpy(out.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost));
    expect_all("memset", out, std::vector<int>(n, 0x5a5a5a5a));

    // A part of an allocation, by bytes: the neighbours stay.
    CUDA_CHECK(cudaMemset(reinterpret_cast<char*>(b) + 401, 0, 2));
    CUDA_CHECK(cudaMemcpy(b + 500, in.data() + 10, 5 * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(out.data(), b, n * sizeof(int), cudaMemcpyDefault));
    std::vector<int> expected = in;
    std::memset(reinterpret_cast<char*>(expected.data()) + 401, 0, 2);
    std::copy(in.begin() + 10, in.begin() + 15, expected.begin() + 500);
    expect_all("parts", out, expected);

    std::vector<int> host_copy(n);
    CUDA_CHECK(cudaMemcpy(host_copy.data(), in.data(), n * sizeof(int), cudaMemcpyHostToHost));
    expect_all("host to host", host_copy, in);
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(b));
}

void check_symbols() {
    std::vector<int> ints(10);
    std::iota(ints.begin(), ints.end(), 100);
    const std::vector<float> floats = {1, 2, 3, 4, 5, 6, 7, 8};
    const float changed[2] = {-1.5f, -2.5f};
    CUDA_CHECK(cudaMemcpyToSymbol(table, ints.data(), 10 * sizeof(int)));
    CUDA_CHECK(cudaMemcpyToSymbol(weights, floats.data(), 8 * sizeof(float)));
    CUDA_CHECK(cudaMemcpyToSymbol(weights, changed, sizeof changed, 3 * sizeof(float)));

    // The address of a variable is an ordinary device pointer.
    int* address = nullptr;
    std::size_t size = 0;
    CUDA_CHECK(cudaGetSymbolAddress(reinterpret_cast<void**>(&address), table));
    CUDA_CHECK(cudaGetSymbolSize(&size, table));
    expect("size of a symbol", size, 10 * sizeof(int));
    const int seven = 7;
    CUDA_CHECK(cudaMemcpy(address + 4, &seven, sizeof seven, cudaMemcpyHostToDevice));

    DeviceArray<int> ints_out(10);
    DeviceArray<float> floats_out(8);
    read_symbols<<<1, 32>>>(ints_out.data(), floats_out.data());
    CUDA_CHECK(cudaGetLastError());
    ints[4] = 7;
    expect_all("device variable", ints_out.host(), ints);
    expect_all("constant variable", floats_out.host(), {1, 2, 3, -1.5f, -2.5f, 6, 7, 8});

    int tail[2] = {};
    CUDA_CHECK(cudaMemcpyFromSymbol(tail, table, sizeof tail, 8 * sizeof(int)));
    expect("from a symbol", tail[1], 109);
}

void check_asynchronous() {
    const int n = 256;
    std::vector<int> in(n), out(n);
    std::iota(in.begin(), in.end(), -5);
    DeviceArray<int> a(n), b(n);
    CUDA_CHECK(cudaMemcpyAsync(a.data(), in.data(), a.bytes(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyAsync(b.data(), a.data(), a.bytes(), cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaMemsetAsync(a.data(), 0, a.bytes()));
    CUDA_CHECK(cudaMemcpyAsync(out.data(), b.data(), b.bytes(), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaDeviceSynchronize());
    expect_all("asynchronous", out, in);
    expect_all("asynchronous memset", a.host(), std::vector<int>(n, 0));
}

int main() {
    check_linear();
    check_symbols();
    check_asynchronous();
    return finish("memset_copies");
}

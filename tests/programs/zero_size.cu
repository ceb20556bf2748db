// Asks for nothing: no blocks, no threads, no bytes.
// expect: zero_size: ok
// exit: 0
// cli-exit: 0

#include "check.h"

__global__ void fill(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = 1;
    }
}

void check_launches(int* device) {
    const int n = 0, threads = 64;
    fill<<<(n + threads - 1) / threads, threads>>>(device, n);  // the usual formula gives no block
    expect("no block", cudaGetLastError(), cudaErrorInvalidConfiguration);
    fill<<<dim3(4, 0), threads>>>(device, 4);
    expect("no row of blocks", cudaGetLastError(), cudaErrorInvalidConfiguration);
    fill<<<1, 0>>>(device, 4);
    expect("no thread", cudaGetLastError(), cudaErrorInvalidConfiguration);
    fill<<<1, dim3(32, 1, 0)>>>(device, 4);
    expect("no layer of threads", cudaGetLastError(), cudaErrorInvalidConfiguration);
    expect("nothing is left to report", cudaDeviceSynchronize(), cudaSuccess);
    fill<<<1, 32>>>(device, 0);  // threads without an element
    expect("no element", cudaDeviceSynchronize(), cudaSuccess);
}

void check_memory(int* device) {
    int host[4] = {1, 2, 3, 4};
    int* nothing = device;
    CUDA_CHECK(cudaMalloc(&nothing, 0));
    CUDA_CHECK(cudaFree(nothing));
    CUDA_CHECK(cudaMemcpy(device, host, 0, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(host, device, 0, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemset(device, 0xff, 0));
    const std::vector<int> empty;
    CUDA_CHECK(cudaMemcpy(device, empty.data(), 0, cudaMemcpyHostToDevice));
    expect("host memory stays", host[0], 1);
}

int main() {
    DeviceArray<int> device(4);
    check_launches(device.data());
    check_memory(device.data());
    expect_all("device memory stays", device.host(), {0, 0, 0, 0});
    return finish("zero_size");
}

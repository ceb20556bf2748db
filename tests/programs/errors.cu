// Makes the errors that CUDA reports: kept for one look after a bad call, for ever after a fault.
// expect: errors: ok
// exit: 0
// cli-exit: 1
// finding: errors.cu:22
// finding: store_far_away

#include "check.h"

#include <cstring>

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }

__global__ void fill_from_shared(int* out) {
    extern __shared__ int words[];
    words[threadIdx.x * 500] = static_cast<int>(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x * 500] + 1;
}

__global__ void store_far_away(int* out, long long distance) {
    out[distance] = 1;
}

// An error of a call is returned by the call, kept for cudaGetLastError, and forgotten there.
void expect_call(const char* what, cudaError_t returned, cudaError_t expected) {
    expect(what, returned, expected);
    expect((std::string("peek after ") + what).c_str(), cudaPeekAtLastError(), expected);
    expect((std::string("first look after ") + what).c_str(), cudaGetLastError(), expected);
    expect((std::string("second look after ") + what).c_str(), cudaGetLastError(), cudaSuccess);
}

// The same for a launch, which returns nothing.
void expect_launch(const char* what, cudaError_t expected) {
    expect((std::string("peek after ") + what).c_str(), cudaPeekAtLastError(), expected);
    expect((std::string("first look after ") + what).c_str(), cudaGetLastError(), expected);
    expect((std::string("second look after ") + what).c_str(), cudaGetLastError(), cudaSuccess);
}

void check_calls(int* device) {
    int host[16] = {};
    int* pointer = nullptr;
    int** no_pointer = nullptr;
    expect_call("malloc to nowhere", cudaMalloc(no_pointer, 16), cudaErrorInvalidValue);
    expect_call("malloc of too much", cudaMalloc(&pointer, 1ull << 60), cudaErrorMemoryAllocation);
    expect_call("free of host memory", cudaFree(host), cudaErrorInvalidValue);
    expect("free of null", cudaFree(nullptr), cudaSuccess);
    CUDA_CHECK(cudaMalloc(&pointer, 64));
    CUDA_CHECK(cudaFree(pointer));
    expect_call("free for the second time", cudaFree(pointer), cudaErrorInvalidValue);

    expect_call("copy in no direction",
                cudaMemcpy(device, host, 64, static_cast<cudaMemcpyKind>(77)),
                cudaErrorInvalidMemcpyDirection);
    expect_call("copy to the wrong side", cudaMemcpy(host, device, 64, cudaMemcpyHostToDevice),
                cudaErrorInvalidValue);
    expect_call("memset of host memory", cudaMemset(host, 0, 64), cudaErrorInvalidValue);
    expect_call("copy beyond the end", cudaMemcpy(device, host, 1 << 30, cudaMemcpyHostToDevice),
                cudaErrorInvalidValue);
    expect_call("no such device", cudaSetDevice(99), cudaErrorInvalidDevice);

    cudaEvent_t recorded, unrecorded;
    CUDA_CHECK(cudaEventCreate(&recorded));
    CUDA_CHECK(cudaEventCreate(&unrecorded));
    CUDA_CHECK(cudaEventRecord(recorded));
    float milliseconds;
    expect_call("time of an event that was not recorded",
                cudaEventElapsedTime(&milliseconds, recorded, unrecorded),
                cudaErrorInvalidResourceHandle);
    CUDA_CHECK(cudaEventDestroy(recorded));
    CUDA_CHECK(cudaEventDestroy(unrecorded));

    // The device still works.
    fill<<<1, 16>>>(device, 5);
    CUDA_CHECK(cudaMemcpy(host, device, 64, cudaMemcpyDeviceToHost));
    expect("work after errors of calls", host[15], 5);
}

void check_launches(int* device) {
    fill<<<1, 2000>>>(device, 1);
    expect_launch("2000 threads", cudaErrorInvalidConfiguration);
    fill<<<1, dim3(1, 1, 65)>>>(device, 1);
    expect_launch("65 layers of threads", cudaErrorInvalidConfiguration);
    fill<<<dim3(1, 65536), 1>>>(device, 1);
    expect_launch("65536 rows of blocks", cudaErrorInvalidConfiguration);
    fill<<<0, 32>>>(device, 1);
    expect_launch("no block", cudaErrorInvalidConfiguration);

    // More than 48 KiB of dynamic shared memory has to be asked for.
    const int bytes = 64 * 1024;
    fill_from_shared<<<1, 32, bytes>>>(device);
    expect_launch("64 KiB of shared memory", cudaErrorInvalidValue);
    CUDA_CHECK(cudaFuncSetAttribute(fill_from_shared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    bytes));
    fill_from_shared<<<1, 32, bytes>>>(device);
    CUDA_CHECK(cudaGetLastError());
    int host[32];
    CUDA_CHECK(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    expect("64 KiB asked for", host[31], 32);
    fill_from_shared<<<1, 32, 4 * 1024 * 1024>>>(device);
    expect_launch("4 MiB of shared memory", cudaErrorInvalidValue);

    // None of the failed launches wrote anything, and a later one works.
    expect("after failed launches", host[0], 1);
    fill<<<1, 32>>>(device, 9);
    CUDA_CHECK(cudaDeviceSynchronize());
}

void check_names() {
    const auto same = [](const char* a, const char* b) { return std::strcmp(a, b) == 0; };
    expect("name", same(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress"),
           true);
    expect("text", same(cudaGetErrorString(cudaErrorIllegalAddress),
                        "an illegal memory access was encountered"), true);
    expect("name", same(cudaGetErrorName(cudaErrorInvalidConfiguration),
                        "cudaErrorInvalidConfiguration"), true);
    expect("text", same(cudaGetErrorString(cudaErrorInvalidConfiguration),
                        "invalid configuration argument"), true);
    expect("name of success", same(cudaGetErrorName(cudaSuccess), "cudaSuccess"), true);
    expect("text of success", same(cudaGetErrorString(cudaSuccess), "no error"), true);
}

// After a fault nothing on the device can be trusted, so every later call fails.
void check_fault(int* device) {
    store_far_away<<<1, 1>>>(device, 1ll << 36);
    expect("synchronize", cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    expect("first look", cudaGetLastError(), cudaErrorIllegalAddress);
    expect("second look", cudaGetLastError(), cudaErrorIllegalAddress);
    int word = 0;
    int* pointer = nullptr;
    expect("copy", cudaMemcpy(&word, device, 4, cudaMemcpyDeviceToHost), cudaErrorIllegalAddress);
    expect("malloc", cudaMalloc(&pointer, 4), cudaErrorIllegalAddress);
    expect("free", cudaFree(device), cudaErrorIllegalAddress);
    fill<<<1, 1>>>(device, 1);
    expect("launch", cudaGetLastError(), cudaErrorIllegalAddress);
    expect("second synchronize", cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}

int main() {
    int* device;
    CUDA_CHECK(cudaMalloc(&device, 64 * sizeof(int)));
    CUDA_CHECK(cudaMemset(device, 0, 64 * sizeof(int)));
    check_calls(device);
    check_launches(device);
    check_names();
    check_fault(device);
    return finish("errors");
}

// Allocates and frees in the order of streams, from the device's pool and from one of its own.
// expect: memory_pools: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <cstdint>

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }

std::uint64_t number(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
    std::uint64_t value = 0;
    CUDA_CHECK(cudaMemPoolGetAttribute(pool, attribute, &value));
    return value;
}

void check_order() {
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    std::vector<int> host(64);
    int* memory = nullptr;
    CUDA_CHECK(cudaMallocAsync(&memory, 64 * sizeof(int), stream));
    fill<<<1, 64, 0, stream>>>(memory, 9);
    CUDA_CHECK(cudaMemcpyAsync(host.data(), memory, 64 * sizeof(int), cudaMemcpyDeviceToHost,
                               stream));
    CUDA_CHECK(cudaFreeAsync(memory, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    expect_all("filled", host, std::vector<int>(64, 9));
    expect("freed twice", cudaFreeAsync(memory, stream), cudaErrorInvalidValue);
    cudaGetLastError();
    // cudaFree and cudaFreeAsync take each other's memory.
    CUDA_CHECK(cudaMallocAsync(&memory, 100, stream));
    CUDA_CHECK(cudaFree(memory));
    CUDA_CHECK(cudaMalloc(&memory, 100));
    CUDA_CHECK(cudaFreeAsync(memory, stream));
    CUDA_CHECK(cudaMallocAsync(&memory, 0, stream));
    expect("no bytes", memory == nullptr, true);
    expect("too many bytes", cudaMallocAsync(&memory, size_t{1} << 50, stream),
           cudaErrorMemoryAllocation);
    cudaGetLastError();
    CUDA_CHECK(cudaStreamDestroy(stream));
}

void check_pools() {
    cudaMemPool_t standard, current, own;
    CUDA_CHECK(cudaDeviceGetDefaultMemPool(&standard, 0));
    CUDA_CHECK(cudaDeviceGetMemPool(&current, 0));
    expect("the default at first", current == standard, true);
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, 0};
    CUDA_CHECK(cudaMemPoolCreate(&own, &properties));
    std::uint64_t threshold = UINT64_MAX;
    CUDA_CHECK(cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &threshold));
    expect("threshold", number(own, cudaMemPoolAttrReleaseThreshold), UINT64_MAX);
    int reuse = 9;
    CUDA_CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolReuseAllowOpportunistic, &reuse));
    expect("reuse", reuse, 1);

    int *a = nullptr, *b = nullptr;
    CUDA_CHECK(cudaMallocFromPoolAsync(&a, 1000, own, nullptr));
    CUDA_CHECK(cudaDeviceSetMemPool(0, own));
    CUDA_CHECK(cudaMallocAsync(&b, 24, nullptr));
    expect("used", number(own, cudaMemPoolAttrUsedMemCurrent), 1024u);
    expect("reserved for it", number(own, cudaMemPoolAttrReservedMemCurrent) >= 1024, true);
    CUDA_CHECK(cudaFreeAsync(a, nullptr));
    expect("used after a free", number(own, cudaMemPoolAttrUsedMemCurrent), 24u);
    expect("the most so far", number(own, cudaMemPoolAttrUsedMemHigh), 1024u);
    std::uint64_t zero = 0;
    CUDA_CHECK(cudaMemPoolSetAttribute(own, cudaMemPoolAttrUsedMemHigh, &zero));
    expect("current use cannot be set",
           cudaMemPoolSetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &zero),
           cudaErrorInvalidValue);
    cudaGetLastError();
    CUDA_CHECK(cudaFreeAsync(b, nullptr));
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemPoolTrimTo(own, 0));
    expect("reserved after a trim", number(own, cudaMemPoolAttrReservedMemCurrent), 0u);
    CUDA_CHECK(cudaMemPoolDestroy(own));
    CUDA_CHECK(cudaDeviceGetMemPool(&current, 0));
    expect("the default again", current == standard, true);
    expect("the default stays", cudaMemPoolDestroy(standard), cudaErrorInvalidValue);
    cudaGetLastError();
}

int main() {
    check_order();
    check_pools();
    return finish("memory_pools");
}

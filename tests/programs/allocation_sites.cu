// Races on memory that every allocating call made: the report tells which call.
// options: --check race
// exit: 0
// cli-exit: 1
// finding: byte 0 of allocation 2 (256 bytes, allocated at allocation_sites.cu:48)
// finding: byte 0 of allocation 3 (256 bytes, allocated at allocation_sites.cu:49)
// finding: byte 0 of allocation 4 (256 bytes, allocated at allocation_sites.cu:50)
// finding: byte 0 of allocation 5 (64 bytes, managed, allocated at allocation_sites.cu:52)
// finding: byte 0 of allocation 6 (64 bytes, managed, allocated at allocation_sites.cu:53)
// finding: byte 0 of allocation 7 (1,024 bytes, allocated at allocation_sites.cu:56)
// finding: byte 0 of allocation 8 (2,048 bytes, allocated at allocation_sites.cu:60)
// finding: byte 0 of allocation 9 (64 bytes, allocated at allocation_sites.cu:63)
// finding: byte 0 of allocation 10 (64 bytes, allocated at allocation_sites.cu:65)
// finding: byte 0 of allocation 11 (64 bytes, managed, allocated at allocation_sites.cu:68)
// finding: byte 0 of allocation 12 (64 bytes, managed, allocated at allocation_sites.cu:70)
// finding: byte 0 of allocation 13 (64 bytes, managed, allocated at allocation_sites.cu:72)
// finding: byte 0 of allocation 14 (96 bytes, allocated at allocation_sites.cu:75)
// finding: byte 0 of allocation 15 (96 bytes, allocated at allocation_sites.cu:75)
// finding: byte 0 of allocation 16 (64 bytes)
// finding: byte 0 of variable `total` (4 bytes)

#include "check.h"

__device__ int total;

// Two warps write one word. A kernel for each buffer, because races at one place are one finding.
template <int number>
__global__ void collide(int* out) {
    out[0] = static_cast<int>(threadIdx.x);
}
__global__ void collide_in_total() { total = static_cast<int>(threadIdx.x); }

template <int number>
void use(void* memory) {
    collide<number><<<1, 64>>>(static_cast<int*>(memory));
    CUDA_CHECK(cudaDeviceSynchronize());
}

int main() {
    int* typed = nullptr;
    void* plain = nullptr;
    std::size_t pitch = 0;
    cudaStream_t stream;
    cudaMemPool_t pool;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));

    CUDA_CHECK(cudaMalloc(&typed, 256)); use<1>(typed);
    CUDA_CHECK(cudaMalloc(&plain, 256)); use<2>(plain);
    CUDA_CHECK(cudaMalloc((void**)&typed, 256)); use<3>(typed);

    CUDA_CHECK(cudaMallocManaged(&typed, 64)); use<4>(typed);
    CUDA_CHECK(cudaMallocManaged((void**)&typed, 64, cudaMemAttachGlobal));
    use<5>(typed);

    CUDA_CHECK(cudaMallocPitch(&typed, &pitch, 64, 2)); use<6>(typed);

    cudaPitchedPtr box;  // of a macro with several lines, clang takes the last one
    CUDA_CHECK(cudaMalloc3D(
        &box, make_cudaExtent(64, 2, 2)));
    use<7>(box.ptr);

    CUDA_CHECK(cudaMallocAsync(&typed, 64, stream));
    use<8>(typed);
    CUDA_CHECK(cudaMallocFromPoolAsync(&typed, 64, pool, stream)); use<9>(typed);

    // Known to the device only when a launch names it, which is not where it was allocated.
    CUDA_CHECK(cudaMallocHost(&typed, 64));
    use<10>(typed);
    CUDA_CHECK(cudaHostAlloc((void**)&typed, 64, cudaHostAllocMapped)); use<11>(typed);
    static int mine[16];
    CUDA_CHECK(cudaHostRegister(mine, sizeof mine, cudaHostRegisterDefault)); use<12>(mine);

    int* both[2];
    for (int*& one : both) CUDA_CHECK(cudaMalloc<int>(&one, 96));
    use<13>(both[0]), use<14>(both[1]);

    // A pointer to the function does not know who calls it.
    cudaError_t (*const allocate)(void**, std::size_t) = cudaMalloc;
    CUDA_CHECK(allocate(&plain, 64)); use<15>(plain);

    collide_in_total<<<1, 64>>>();
    CUDA_CHECK(cudaDeviceSynchronize());
    return 0;
}

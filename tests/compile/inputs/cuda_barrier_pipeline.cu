// cuda::barrier, cuda::pipeline, cuda::latch and cuda::semaphore: ordinary words with ordered
// accesses of their scope, and every header that brings them. ptx: atom.acq_rel.cta.add.u64 ptx:
// atom.release.cta.cas.b64 ptx: ld.acquire.cta.u64 ptx: atom.release.gpu.add.u64 ptx:
// atom.acquire.gpu.cas.b64 ptx: %globaltimer absent: mbarrier absent: cp.async files: 1
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/atomic>
#include <cuda/std/barrier>
#include <cuda/std/chrono>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/latch>
#include <cuda/std/semaphore>
#include <cuda/std/utility>
#include <cuda_pipeline.h>
#include <cuda_pipeline_primitives.h>

__device__ cuda::counting_semaphore<cuda::thread_scope_device> permits(2);

__global__ void kernel(const int* in, cuda::std::uint32_t* out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int buffer[64];
    const auto block = cooperative_groups::this_thread_block();
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    block.sync();
    auto pipe = cuda::make_pipeline(block, &state);
    pipe.producer_acquire();
    cuda::memcpy_async(block, buffer, in, sizeof buffer, pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    auto token = barrier.arrive();
    out[0] = barrier.try_wait_for(cuda::std::move(token), cuda::std::chrono::microseconds(1));
    permits.acquire();
    out[1] = buffer[threadIdx.x];
    permits.release();
}

int main() {
    kernel<<<1, 64>>>(nullptr, nullptr);
}

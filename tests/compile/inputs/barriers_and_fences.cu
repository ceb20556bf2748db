// Barriers with their counting forms, fences, clocks, sleeping and trapping.
// ptx: bar.sync
// ptx: bar.red.popc.u32
// ptx: bar.red.and.pred
// ptx: bar.red.or.pred
// ptx: membar.gl
// ptx: membar.cta
// ptx: membar.sys
// ptx: nanosleep.u32
// ptx: trap
// ptx: %clock64
// files: 1
__global__ void kernel(long long* out, int n) {
    __shared__ int tile[64];
    tile[threadIdx.x] = n;
    __syncthreads();
    out[0] =
        __syncthreads_count(n) + __syncthreads_and(n) + __syncthreads_or(n) + tile[threadIdx.x ^ 1];
    __threadfence();
    out[1] = 1;
    __threadfence_block();
    out[2] = clock64() + clock();
    __threadfence_system();
    __nanosleep(100);
    if (n == 7) __trap();
}

int main() {
    kernel<<<1, 64>>>(nullptr, 1);
}

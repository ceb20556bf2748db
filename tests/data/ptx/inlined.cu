// Two inlined calls deep: line information must name both call sites.
#include <cuda_runtime.h>
struct Grid { int* data; int n; };
__device__ __forceinline__ void poke(Grid g, int i) {
    g.data[i * 1000] = i;
}
template <class T> __device__ inline void outer(T g, int i) {
    if (i < g.n)
        poke(g, i + 1);
    poke(g, i + 7);
}
extern "C" __global__ void kernel(Grid g, float* o) {
    __shared__ float s[32];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    s[threadIdx.x & 31] = o[i];
    __syncthreads();
    outer(g, i);
    o[i] = s[(threadIdx.x + 1) & 31] * 2.5f + 1.0f;
}

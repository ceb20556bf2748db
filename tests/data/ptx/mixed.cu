// Inlined calls whose instructions mix with those of the kernel.
#include <cuda_runtime.h>
struct View { float* p; int n; };
__device__ inline float& at(View v, int i) {
    return v.p[i * v.n];
}
__device__ inline float load(View v, int i) {
    float x = at(v, i);
    float y = at(v, i + 1);
    return x * y;
}
__device__ inline void store(View v, int i, float x) {
    at(v, i) = x;
}
extern "C" __global__ void mix(View a, View b, View c) {
    int i = threadIdx.x;
    float s = 0;
    for (int k = 0; k < a.n; ++k) {
        float x = load(a, i + k);
        float y = load(b, i - k);
        s += x / y;
        if (s > 10)
            store(c, k, s);
    }
    store(c, i, s);
    c.p[0] = s;
}

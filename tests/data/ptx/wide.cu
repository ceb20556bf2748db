// A bit of everything: virtual calls, recursion, tables, inline assembly, printf, assert, libm.
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>
struct Base {
    __device__ virtual int f(int x) const { return x; }
    __device__ virtual ~Base() {}
};
struct Der : Base {
    int k;
    __device__ Der(int k) : k(k) {}
    __device__ int f(int x) const override { return x * k; }
};
__constant__ float coeff[4] = {1.5f, 2.f, -3.f, 0.25f};
__constant__ double dd = 3.14159;
__device__ int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ const char* names[2] = {"one", "two"};
__managed__ int managed_counter = 7;
__device__ int* pointer_to = &table[1][1];
extern __shared__ float dyn[];
__device__ int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
typedef float (*Op)(float, float);
__device__ float add_(float a, float b) {
    return a + b;
}
__device__ float mul_(float a, float b) {
    return a * b;
}
__device__ Op ops[2] = {add_, mul_};
struct Big {
    double m[16];
    short s;
};
__global__ void wide(Big b, float* out, int n, const int* __restrict__ in, double* d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    dyn[threadIdx.x] = b.m[i & 15];
    __syncthreads();
    Base* p = (in[i] & 1) ? new Base : new Der(3);
    out[i] = p->f(i) + coeff[i & 3] * dyn[threadIdx.x ^ 1];
    delete p;
    switch (in[i]) {
    case 0: out[i] += sinf(out[i]); break;
    case 1: out[i] *= 2; break;
    case 2: out[i] -= expf(out[i]); break;
    case 3: out[i] = sqrtf(out[i]); break;
    case 4: out[i] = 1 / out[i]; break;
    case 5: out[i] = fib(i); break;
    case 6: out[i] = tanf(out[i]); break;
    }
    out[i] = ops[in[i] & 1](out[i], 3.f);
    assert(out[i] > 0);
    printf("%d %f %s\n", i, out[i], names[i & 1]);
    atomicAdd(&managed_counter, 1);
    d[i] = pow(d[i], dd) / 3.0;
    *pointer_to += __popc(__ballot_sync(0xffffffff, i & 1));
    out[i] += __shfl_down_sync(0xffffffff, out[i], 1);
    asm volatile("{ .reg .u32 t; .reg .pred p; setp.ne.u32 p, %0, 0; @p mov.u32 t, 5; @!p mov.u32 "
                 "t, 6; st.global.u32 [%1], t; }" ::"r"(i),
                 "l"(in)
                 : "memory");
    asm volatile("// ws.watch i %0" ::"r"(i));
    asm volatile(
        "{ .reg .u32 t; mov.u32 t, %%laneid; add.u32 t, t, 1; st.global.u32 [%1], t; }" ::"r"(i),
        "l"(in)
        : "memory");
#pragma unroll 1
    for (int k = 0; k < in[0]; k++)
        out[k] *= out[k + 1];
    float4 v = ((float4*)out)[i];
    v.x += v.w;
    ((float4*)out)[i] = v;
    long long t = clock64();
    d[i] += (double)t;
    __threadfence();
    atomicCAS((int*)in, 3, 4);
    atomicMax((int*)in, 9);
    atomicAdd(d, 1.0);
    out[i] =
        __int_as_float(__float2int_rn(out[i])) + (float)(signed char)in[i] + __uint2float_rz(i);
}

// Compiled to clang.ptx and nvcc.ptx, with debug information and without optimising:
//   clang++-19 -x cuda --cuda-device-only -S -O0 -g --cuda-gpu-arch=sm_80 --cuda-path=/nonexistent
//     -nocudainc -nocudalib -Xclang -target-feature -Xclang +ptx80 sums.cu -o clang.ptx
//   nvcc -G -ptx -arch=sm_80 sums.cu -o nvcc.ptx
#ifdef __clang__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define THREAD __nvvm_read_ptx_sreg_tid_x()
#else
#define THREAD threadIdx.x
#endif

struct Pair {
    short low;
    float high;
};

__device__ int scale = 3;

extern "C" __global__ void sums(const float* in, float* out, int n) {
    __shared__ float tile[32][33];
    int i = THREAD;
    float sum = 0;
    Pair pair = {static_cast<short>(-i), 0.5f * i};
    for (int j = 0; j < n; ++j) {
        float i = in[j];
        sum += i * scale;
    }
    tile[i][0] = sum + pair.high;
    out[i] = tile[i][0];
}

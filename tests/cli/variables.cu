// What a debugger of a --debug build is asked about: scopes, a tile of two dimensions, structs,
// references, pointers and calls.
#include <cuda_runtime.h>

#include <cstdio>

struct Range {
    int first;
    int count;
};

struct Work {
    Range range;
    const float* values;
};

__device__ float sum_of(const Work& work, float scale) {
    float sum = 0;
    for (int k = 0; k < work.range.count; ++k) {
        const float value = work.values[work.range.first + k];
        sum += value * scale;
    }
    return sum;
}

__global__ void sums(const float* values, float* out, int rounds) {
    __shared__ float tile[4][33];
    const int i = threadIdx.x + blockDim.x * threadIdx.y;
    Work work = {{i, 2}, values};
    bool odd = i % 2 != 0;
    tile[threadIdx.y][threadIdx.x] = values[i];
    __syncthreads();
    float total = 0;
    for (int i = 0; i < rounds; ++i) {
        total += sum_of(work, 0.5f);
    }
    out[i] = total + tile[threadIdx.y][threadIdx.x] + odd;
}

int main(int count, char** words) {
    const int rounds = count > 1 ? std::atoi(words[1]) : 3;
    float host[130];
    for (int k = 0; k < 130; ++k)
        host[k] = static_cast<float>(k);
    float *values = nullptr, *out = nullptr;
    cudaMalloc(&values, sizeof host);
    cudaMalloc(&out, 128 * sizeof(float));
    cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
    sums<<<1, dim3(32, 4)>>>(values, out, rounds);
    cudaMemcpy(host, out, 128 * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g %g\n", host[0], host[127]);
    cudaFree(values);
    cudaFree(out);
}

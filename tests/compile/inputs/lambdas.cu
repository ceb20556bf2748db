// Lambdas with __device__ or __host__ __device__ are arguments of kernels.
// ptx: .visible .entry _Z5applyIZ4mainEUliE_EviT_
// out: launch grid=1,1,1 block=32,1,1 shared=0 stream=0
template<class F>
__global__ void apply(int n, F f) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}

int main() {
    float* data = nullptr;
    const float k = 2;
    apply<<<1, 32>>>(10, [=] __device__(int i) { data[i] = k * i; });
    apply<<<1, 32>>>(10, [=] __host__ __device__(int i) { data[i] = k + i; });
}

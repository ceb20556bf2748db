// Variables of the device, constants, managed and dynamic shared memory.
// ptx: .visible .const .align 4 .b8 coefficients[64]
// ptx: counter
// ptx: .extern .shared
// ptx: shared_by_both
// out: variable coefficients size=64 constant=1 managed=0
// out: variable counter size=4 constant=0 managed=0
// out: variable shared_by_both size=8 constant=0 managed=1
// out: to symbol 64
// out: launch grid=2,1,1 block=32,1,1 shared=128 stream=0x7
__constant__ float coefficients[16];
__device__ int counter = 3;
static __device__ const float table[3] = {1, 2, 3};
__managed__ double shared_by_both;

__global__ void kernel(float* out) {
    extern __shared__ float tile[];
    tile[threadIdx.x] = coefficients[threadIdx.x & 15];
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x ^ 1] + table[threadIdx.x % 3] + counter;
    shared_by_both = out[0];
}

int main() {
    float values[16] = {};
    cudaMemcpyToSymbol(coefficients, values, sizeof values);
    kernel<<<2, 32, 32 * sizeof(float), (cudaStream_t)7>>>(nullptr);
}

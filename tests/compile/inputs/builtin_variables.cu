// Built-in variables are special registers, read on the line that names them; copies are allowed.
// ptx: %tid.x
// ptx: %ctaid.y
// ptx: %ntid.z
// ptx: %nctaid.x
// absent: threadIdx
// files: 1
template<class V>
__device__ unsigned sum_of(V v) {
    return v.x + v.y + v.z;
}

__global__ void kernel(unsigned* out) {
    out[0] = threadIdx.x;
    out[1] = blockIdx.y;
    out[2] = blockDim.z;
    out[3] = gridDim.x;
    const uint3 thread = threadIdx;
    const dim3 block = blockDim;
    auto copied = blockIdx;
    out[4] = sum_of(thread) + sum_of(block) + sum_of(copied) + sum_of(gridDim);
    out[5] = warpSize;
}

int main() {
    kernel<<<dim3(1, 2), 32>>>(nullptr);
}

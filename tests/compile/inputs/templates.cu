// Templates, concepts and if constexpr in kernels, with launch bounds that depend on a parameter.
// ptx: .visible .entry _Z4tileIfLi128EEvPT_PKS0_
// ptx: .maxntid 128
// ptx: .minnctapersm 2
// out: function _Z4tileIfLi128EEvPT_PKS0_
// out: function _Z4tileIdLi64EEvPT_PKS0_
#include <concepts>

template<std::floating_point T, int N>
__global__ void __launch_bounds__(N, 2) tile(T* out, const T* in) {
    __shared__ T tile[N];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if constexpr (sizeof(T) == 4)
        out[threadIdx.x] = tile[N - 1 - threadIdx.x];
    else
        out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
    tile<float, 128><<<1, 128>>>(nullptr, nullptr);
    tile<double, 64><<<1, 64>>>(nullptr, nullptr);
}

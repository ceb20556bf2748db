// Every atomic function of CUDA in every type, at the three scopes.
// ptx: atom.global.add.u32
// ptx: atom.global.add.f32
// ptx: atom.global.add.f64
// ptx: atom.global.add.u64
// ptx: atom.global.exch.b32
// ptx: atom.global.min.s32
// ptx: atom.global.max.u64
// ptx: atom.inc.u32
// ptx: atom.dec.u32
// ptx: atom.global.cas.b64
// ptx: atom.cas.b16
// ptx: atom.global.xor.b32
// ptx: atom.cta.add.s32
// ptx: atom.sys.add.f32
// ptx: atom.shared.add.u32
// files: 1
template<class T>
__device__ void bitwise(T* p) {
    atomicAnd(p, T(1)), atomicOr(p, T(2)), atomicXor(p, T(3));
    atomicAnd_block(p, T(1)), atomicOr_block(p, T(2)), atomicXor_block(p, T(3));
    atomicAnd_system(p, T(1)), atomicOr_system(p, T(2)), atomicXor_system(p, T(3));
    atomicExch(p, T(4)), atomicExch_block(p, T(4)), atomicExch_system(p, T(4));
    atomicCAS(p, T(1), T(2)), atomicCAS_block(p, T(1), T(2)), atomicCAS_system(p, T(1), T(2));
}

template<class T>
__device__ void ordered(T* p) {
    atomicMin(p, T(1)), atomicMax(p, T(2));
    atomicMin_block(p, T(1)), atomicMax_block(p, T(2));
    atomicMin_system(p, T(1)), atomicMax_system(p, T(2));
}

template<class T>
__device__ void sums(T* p) {
    p[1] = atomicAdd(p, T(1)) + atomicAdd_block(p, T(1)) + atomicAdd_system(p, T(1));
}

__global__ void kernel(int* i, unsigned* u, long long* l, unsigned long long* ul, float* f,
                       double* d, unsigned short* h) {
    bitwise(i), bitwise(u), bitwise(ul);
    ordered(i), ordered(u), ordered(l), ordered(ul);
    sums(i), sums(u), sums(ul), sums(f), sums(d);
    i[1] = atomicSub(i, 1) + atomicSub_block(i, 1) + atomicSub_system(i, 1);
    u[1] = atomicSub(u, 1u) + atomicInc(u, 7u) + atomicDec(u, 7u) + atomicInc_block(u, 7u) +
           atomicDec_system(u, 7u);
    f[1] = atomicExch(f, 1.0f);
    h[1] = atomicCAS(h, (unsigned short)1, (unsigned short)2);
    __shared__ int local;
    local = 0;
    __syncthreads();
    i[2] = atomicAdd(&local, 1);
}

int main() {
    kernel<<<1, 32>>>(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
}

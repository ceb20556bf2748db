// cuda::atomic and its kin as PTX instructions with their order and scope.
// ptx: ld.relaxed.cta.u32
// ptx: ld.acquire.gpu.u64
// ptx: ld.acquire.sys.u8
// ptx: st.relaxed.gpu.u32
// ptx: st.release.gpu.u32
// ptx: st.release.cta.u16
// ptx: atom.relaxed.gpu.add.u32
// ptx: atom.acquire.cta.add.u32
// ptx: atom.release.sys.add.u32
// ptx: atom.acq_rel.gpu.add.u64
// ptx: atom.relaxed.gpu.add.f32
// ptx: atom.relaxed.gpu.add.f64
// ptx: atom.acq_rel.gpu.exch.b32
// ptx: atom.acq_rel.gpu.cas.b32
// ptx: atom.relaxed.gpu.cas.b16
// ptx: atom.relaxed.gpu.and.b32
// ptx: atom.relaxed.gpu.or.b64
// ptx: atom.relaxed.gpu.xor.b32
// ptx: atom.relaxed.gpu.min.s32
// ptx: atom.relaxed.gpu.max.u64
// ptx: fence.sc.sys
// ptx: fence.acq_rel.gpu
// ptx: fence.acq_rel.cta
// absent: .acquire.gpu.add
// files: 1
#include <cuda/atomic>

template<class T>
using Ref = cuda::atomic_ref<T, cuda::thread_scope_device>;
template<class T>
using BlockRef = cuda::atomic_ref<T, cuda::thread_scope_block>;
constexpr auto relaxed = cuda::memory_order_relaxed, acquire = cuda::memory_order_acquire,
               release = cuda::memory_order_release, acq_rel = cuda::memory_order_acq_rel;

__global__ void kernel(int* i, unsigned* u, unsigned long long* l, float* f, double* d,
                       unsigned char* c, unsigned short* h) {
    u[0] = BlockRef<unsigned>(u[1]).load(relaxed);
    l[0] = Ref<unsigned long long>(l[1]).load(acquire);
    c[0] = cuda::atomic_ref<unsigned char>(c[1]).load(acquire);
    Ref<int>(i[0]).store(1, relaxed);
    Ref<int>(i[0]).store(2, release);
    BlockRef<unsigned short>(h[0]).store(3, release);
    Ref<int>(i[0]).fetch_add(4, relaxed);
    BlockRef<int>(i[0]).fetch_add(5, acquire);
    cuda::atomic_ref<int>(i[0]).fetch_sub(6, release);
    Ref<unsigned long long>(l[0]).fetch_add(7, acq_rel);
    Ref<float>(f[0]).fetch_add(8.0f, relaxed);
    Ref<double>(d[0]).fetch_sub(9.0, relaxed);
    i[1] = Ref<int>(i[0]).exchange(10, acq_rel);
    int seen = 11;
    Ref<int>(i[0]).compare_exchange_strong(seen, 12, release, acquire);
    Ref<unsigned short>(h[0]).fetch_add(13, relaxed);
    Ref<unsigned>(u[0]).fetch_and(14, relaxed);
    Ref<unsigned long long>(l[0]).fetch_or(15, relaxed);
    Ref<int>(i[0]).fetch_xor(16, relaxed);
    Ref<int>(i[0]).fetch_min(17, relaxed);
    Ref<unsigned long long>(l[0]).fetch_max(18, relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst);
    cuda::atomic_thread_fence(release, cuda::thread_scope_device);
    cuda::atomic_thread_fence(acq_rel, cuda::thread_scope_block);
}

// One thread alone needs no atomic instruction.
__global__ void of_one_thread(int* i) {
    cuda::atomic_ref<int, cuda::thread_scope_thread> ref(*i);
    ref.store(ref.load() + 1);
}

int main() {
    kernel<<<1, 32>>>(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    of_one_thread<<<1, 1>>>(nullptr);
}

// Loads and stores with a cache operator move every type CUDA has them for; address spaces, clocks,
// matches, counted barriers and fences do what their names say.
// exit: 0
// expect: intrinsics_memory: ok
#include <cstring>

#include "check.h"

namespace {

// Copies one element by each pair of a load and a store.
template <class T>
__global__ void copy(const T* from, T* to) {
    to[0] = __ldg(from);
    __stwb(to + 1, __ldca(from + 1));
    __stcg(to + 2, __ldcg(from + 2));
    __stcs(to + 3, __ldcs(from + 3));
    __stwt(to + 4, __ldcv(from + 4));
    __stwb(to + 5, __ldlu(from + 5));
}

template <class T>
void check_type(const char* name) {
    constexpr int count = 6;
    std::vector<unsigned char> bytes(count * sizeof(T));
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(7 * i + 3);
    std::vector<T> values(count);
    std::memcpy(static_cast<void*>(values.data()), bytes.data(), bytes.size());
    DeviceArray<T> from(values), to(count);
    copy<<<1, 1>>>(from.data(), to.data());
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::vector<T> got = to.host();
    expect(name, std::memcmp(got.data(), bytes.data(), bytes.size()), 0);
}

__constant__ int constant_value = 5;
__device__ int global_value = 6;

constexpr int facts = 17;

__global__ void tell(unsigned int* out) {
    __shared__ int shared_value[64];
    int local_value[2] = {static_cast<int>(threadIdx.x), 1};
    const int thread = threadIdx.x;
    shared_value[thread] = thread;
    __syncthreads();
    // A local array that has an address.
    const void* local = &local_value[thread & 1];
    unsigned int found[facts] = {
        __isGlobal(&global_value), __isGlobal(shared_value), __isShared(shared_value),
        __isShared(&global_value), __isConstant(&constant_value), __isLocal(local),
        __isLocal(shared_value)};
    const size_t raw = __cvta_generic_to_shared(&shared_value[thread]);
    found[7] = *static_cast<int*>(__cvta_shared_to_generic(raw)) == thread;
    const size_t global_raw = __cvta_generic_to_global(&global_value);
    found[8] = __cvta_global_to_generic(global_raw) == &global_value;
    found[9] = __syncthreads_count(thread < 40);
    found[10] = __syncthreads_and(thread < 64) != 0;
    found[11] = __syncthreads_or(thread == 64) != 0;
    found[12] = __match_any_sync(0xffffffffu, thread & 3) == 0x11111111u << (thread & 3);
    int same = 0;
    found[13] = __match_all_sync(0xffffffffu, 9ull, &same) == 0xffffffffu && same;
    const long long begin = clock64();
    unsigned long long time_begin, time_end;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time_begin));
    __nanosleep(20);
    __threadfence_block();
    __threadfence();
    __threadfence_system();
    __syncwarp();
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time_end));
    found[14] = clock64() > begin && time_end >= time_begin;
    found[15] = __activemask() == 0xffffffffu;
    found[16] = __popc(__ballot_sync(0xffffffffu, thread & 1));
    for (int i = 0; i < facts; ++i) out[facts * thread + i] = found[i];
}

}  // namespace

int main() {
    check_type<char>("char");
    check_type<signed char>("signed char");
    check_type<unsigned char>("unsigned char");
    check_type<short>("short");
    check_type<unsigned short>("unsigned short");
    check_type<int>("int");
    check_type<unsigned int>("unsigned int");
    check_type<long>("long");
    check_type<unsigned long>("unsigned long");
    check_type<long long>("long long");
    check_type<unsigned long long>("unsigned long long");
    check_type<float>("float");
    check_type<double>("double");
    check_type<char2>("char2");
    check_type<char4>("char4");
    check_type<uchar2>("uchar2");
    check_type<uchar4>("uchar4");
    check_type<short2>("short2");
    check_type<short4>("short4");
    check_type<ushort2>("ushort2");
    check_type<ushort4>("ushort4");
    check_type<int2>("int2");
    check_type<int4>("int4");
    check_type<uint2>("uint2");
    check_type<uint4>("uint4");
    check_type<longlong2>("longlong2");
    check_type<ulonglong2>("ulonglong2");
    check_type<float2>("float2");
    check_type<float4>("float4");
    check_type<double2>("double2");

    constexpr int threads = 64;
    DeviceArray<unsigned int> out(facts * threads);
    tell<<<1, threads>>>(out.data());
    CUDA_CHECK(cudaDeviceSynchronize());
    const unsigned int expected[facts] = {1, 0, 1, 0, 1, 1, 0, 1, 1, 40, 1, 0, 1, 1, 1, 1, 16};
    const std::vector<unsigned int> got = out.host();
    for (int i = 0; i < facts * threads; ++i)
        expect(("fact " + std::to_string(i % facts)).c_str(), got[i],
               expected[i % facts]);
    return finish("intrinsics_memory");
}

// A thread writes its witness's bytes into shared memory and another one takes them. A witness proves
// something about the thread that made it, and about no other.
// checker: ownership
// finds: ForeignOwner

#include "../check.h"

#include <ws/ws.h>

template <bool right>
__global__ void swap(ws::disjoint_span<int> out) {
    __shared__ __align__(8) unsigned char store[32 * sizeof(ws::thread_index<ws::linear>)];
    auto* const all = reinterpret_cast<ws::thread_index<ws::linear>*>(store);
    const auto own = ws::index_1d();
    new (all + threadIdx.x) ws::thread_index<ws::linear>(own);
    __syncthreads();
    out.store(all[right ? threadIdx.x : threadIdx.x ^ 1], 3); // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(32);
    const auto kernel = right ? swap<true> : swap<false>;
    kernel<<<1, 32>>>({out.data(), 32});
    expect_all("out", out.host(), std::vector<int>(32, 3));
    return finish(argv[1]);
}

// The flag is an atomic object, but stored and loaded with relaxed order. That makes the flag
// itself safe, and says nothing about the message beside it.
// checker: race
// finds: Race global inter-block read-write order

#include "../check.h"

#include <cuda/atomic>

template<bool right>
__global__ void pass_on(int* message, int* flag_word, int* out) {
    const cuda::atomic_ref<int, cuda::thread_scope_device> flag(*flag_word);
    constexpr auto store_order = right ? cuda::memory_order_release : cuda::memory_order_relaxed;
    constexpr auto load_order = right ? cuda::memory_order_acquire : cuda::memory_order_relaxed;
    if (blockIdx.x == 0) {
        *message = 42; // [wrong]
        flag.store(1, store_order);
    } else {
        while (flag.load(load_order) == 0) {
        }
        *out = *message; // [wrong]
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> message(1), flag(1), out(1);
    const auto kernel = right ? pass_on<true> : pass_on<false>;
    kernel<<<2, 1>>>(message.data(), flag.data(), out.data());
    if (right) expect_all("out", out.host(), {42});
    return finish(argv[1]);
}

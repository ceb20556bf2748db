// Both sides have a fence, but __threadfence_block orders for threads of the same block only. The
// reader is in another block, which takes __threadfence.
// checker: race
// finds: Race global inter-block read-write order

#include "../check.h"

template<bool right>
__device__ void fence() {
    if constexpr (right)
        __threadfence();
    else
        __threadfence_block();
}

template<bool right>
__global__ void pass_on(int* message, int* flag, int* out) {
    if (blockIdx.x == 0) {
        *message = 42; // [wrong]
        fence<right>();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {
        }
        fence<right>();
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

// A block stores a message and raises a flag, another waits for the flag and reads the message. No
// fence keeps the message before the flag, so the flag may be seen first.
// checker: race
// finds: Race global inter-block read-write order

#include "../check.h"

template<bool right>
__global__ void pass_on(int* message, int* flag, int* out) {
    if (blockIdx.x == 0) {
        *message = 42; // [wrong]
        if constexpr (right) __threadfence();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {
        }
        __threadfence();
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

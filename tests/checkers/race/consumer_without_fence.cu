// A block stores a message, fences and raises a flag. The block that waits for the flag has no
// fence behind its loop: it may have read the message before it saw the flag.
// checker: race
// finds: Race global inter-block read-write order

#include "../check.h"

template<bool right>
__global__ void pass_on(int* message, volatile int* flag, int* out) {
    if (blockIdx.x == 0) {
        *message = 42; // [wrong]
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        if constexpr (right) __threadfence();
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

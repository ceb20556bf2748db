// A block waits in a loop for a word that another block writes, and reads it plainly. The compiler
// may read it once and loop for ever, or drop the loop; and nothing orders what is read after it.
// checker: race
// finds: Race global inter-block read-write unordered

#include "../check.h"

__global__ void wrong_pass(int* message, int* flag, int* out) {
    if (blockIdx.x == 0) {
        *message = 42; // [wrong]
        __threadfence();
        *flag = 1; // [maybe]
    } else {
        while (*flag == 0) { // [maybe]
        }
        __threadfence();
        *out = *message; // [wrong]
    }
}

__global__ void right_pass(int* message, volatile int* flag, int* out) {
    if (blockIdx.x == 0) {
        *message = 42;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        __threadfence();
        *out = *message;
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> message(1), flag(1), out(1);
    if (right)
        right_pass<<<2, 1>>>(message.data(), flag.data(), out.data());
    else
        wrong_pass<<<2, 1>>>(message.data(), flag.data(), out.data());
    if (right) expect_all("out", out.host(), {42});
    return finish(argv[1]);
}

// The lanes of a warp compete for a lock. On GPUs with one program counter a warp, the lane that has it
// waits behind the loop for the others, which wait for the lock. The owner has to finish inside the loop.
// checker: execution
// finds: BudgetExhausted
// models: stack

#include "../check.h"

__global__ void wrong_count(int* counter, int* lock) {
    while (atomicCAS(lock, 0, 1) != 0) { // [wrong]
    }
    __threadfence(); // [maybe]
    *counter += 1;
    __threadfence();
    atomicExch(lock, 0);
}

__global__ void right_count(int* counter, int* lock) {
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *counter += 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> counter(1), lock(1);
    const auto kernel = right ? right_count : wrong_count;
    kernel<<<1, 32>>>(counter.data(), lock.data());
    if (right) expect_all("counter", counter.host(), {32});
    return finish(argv[1]);
}

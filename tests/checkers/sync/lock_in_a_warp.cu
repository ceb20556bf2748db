// The lanes of a warp compete for a lock. On GPUs with one program counter a warp, the lane that
// has it waits behind the loop for the others, which wait for the lock. Lanes have to take it one
// by one.
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
    for (int lane = 0; lane < 32; ++lane) {
        if (threadIdx.x != lane) continue;
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
        *counter += 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> counter(1), lock(1);
    const auto kernel = right ? right_count : wrong_count;
    kernel<<<2, 32>>>(counter.data(), lock.data());
    if (right) expect_all("counter", counter.host(), {64});
    return finish(argv[1]);
}

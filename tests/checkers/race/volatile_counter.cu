// `volatile` makes the compiler load and store each time, and no more: another block's increment
// may come between the load and the store, and is lost. Counting takes an atomic operation.
// checker: race
// finds: Race global inter-block write-write atomicity
// may-find: Race global inter-block read-write atomicity

#include "../check.h"

constexpr int blocks = 8;

__global__ void wrong_count(int* count) {
    volatile int* counter = count;
    *counter = *counter + 1; // [wrong]
}

__global__ void right_count(int* count) {
    atomicAdd(count, 1);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> count(1);
    const auto kernel = right ? right_count : wrong_count;
    kernel<<<blocks, 1>>>(count.data());
    if (right) expect_all("count", count.host(), {blocks});
    return finish(argv[1]);
}

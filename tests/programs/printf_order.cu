// Prints from host and device in turn: the output of a launch appears when the host waits for it.
// expect: host: before
// expect: launch 1, round 0
// expect: launch 1, round 1
// expect: launch 1, round 2
// expect: launch 2, round 0
// expect: launch 2, round 1
// expect: host: between
// expect: lane 0 of 4
// expect: lane 1 of 4
// expect: lane 2 of 4
// expect: lane 3 of 4
// expect: a line in three parts
// expect: host: after
// exit: 0
// cli-exit: 0

#include "check.h"

__global__ void count(int launch, int rounds) {
    for (int round = 0; round < rounds; ++round) {
        printf("launch %d, round %d\n", launch, round);
    }
}

__global__ void name_lanes() {
    printf("lane %d of %d\n", static_cast<int>(threadIdx.x), static_cast<int>(blockDim.x));
}

__global__ void print_parts() {
    printf("a line ");
    printf("in %s ", "three");
    printf("parts\n");
}

int main() {
    std::printf("host: before\n");
    count<<<1, 1>>>(1, 3);
    count<<<1, 1>>>(2, 2);
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("host: between\n");
    name_lanes<<<1, 4>>>();
    print_parts<<<1, 1>>>();
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("host: after\n");
    return 0;
}

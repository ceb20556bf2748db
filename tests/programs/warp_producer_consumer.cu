// One lane produces, another lane of the same warp consumes, and each waits for the other in turn:
// it ends when threads make progress on their own.
// expect: warp_producer_consumer: 40 items, sum 1640: ok
// exit: 0
// cli-exit: 0

#include "check.h"

constexpr int items = 40;

__global__ void ping_pong(int* sum) {
    __shared__ int item;
    __shared__ volatile int produced, consumed;
    if (threadIdx.x == 0) {
        produced = 0;
        consumed = 0;
    }
    __syncwarp();

    if (threadIdx.x == 0) {
        for (int i = 1; i <= items; ++i) {
            while (consumed != i - 1) {}  // the last item has been taken
            __threadfence_block();
            item = i * 2;
            __threadfence_block();  // the item is there before its number
            produced = i;
        }
    } else if (threadIdx.x == 1) {
        int total = 0;
        for (int i = 1; i <= items; ++i) {
            while (produced != i) {}
            __threadfence_block();
            total += item;
            __threadfence_block();
            consumed = i;
        }
        *sum = total;
    }
}

int main() {
    DeviceArray<int> sum(1);
    ping_pong<<<1, 32>>>(sum.data());
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::printf("warp_producer_consumer: the launch did not end by itself\n");
        return 1;
    }
    const int got = sum.host()[0], expected = items * (items + 1);
    if (got != expected) {
        std::printf("warp_producer_consumer: sum is %d, expected %d\n", got, expected);
        return 1;
    }
    std::printf("warp_producer_consumer: %d items, sum %d: ok\n", items, got);
    return 0;
}

// All blocks store to one word without any order: which store is the last is left to chance. The
// value goes to the error stream, because it may be another one each time.
// expect: inter_block_race: some block was the last
// exit: 0
// cli-exit: 1
// finding: race
// finding: inter_block_race.cu:14
// finding: store_block_number

#include "check.h"

__global__ void store_block_number(int* word) {
    if (threadIdx.x == 0) {
        *word = static_cast<int>(blockIdx.x);
    }
}

int main() {
    const int blocks = 8;
    DeviceArray<int> word(std::vector<int>{-1});
    store_block_number<<<blocks, 32>>>(word.data());
    CUDA_CHECK(cudaGetLastError());
    const int last = word.host()[0];
    std::fprintf(stderr, "the last block was %d\n", last);
    if (last < 0 || last >= blocks) {
        std::printf("inter_block_race: there is no block %d\n", last);
        return 1;
    }
    std::printf("inter_block_race: some block was the last\n");
    return 0;
}

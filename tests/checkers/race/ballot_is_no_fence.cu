// A vote tells every lane how the others decided, but it orders no memory: the word that the winner
// stored before the vote need not be there for the other lanes after it.
// checker: race
// finds: Race shared intra-warp read-write warp-synchronous

#include "../check.h"

template<bool right>
__global__ void find(const int* values, int* found) {
    __shared__ int place;
    const int lane = threadIdx.x;
    if (lane == 0) place = -1;
    __syncwarp();
    const bool wanted = values[lane] == 42;
    if (wanted) place = lane; // [wrong]
    const bool any = __any_sync(0xffffffff, wanted);
    if constexpr (right) __syncwarp();
    found[lane] = any ? place : 99; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(32);
    start[13] = 42;
    DeviceArray<int> values(start), found(32);
    const auto kernel = right ? find<true> : find<false>;
    kernel<<<1, 32>>>(values.data(), found.data());
    if (right) expect_all("found", found.host(), std::vector<int>(32, 13));
    return finish(argv[1]);
}

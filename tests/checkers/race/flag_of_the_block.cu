// Every thread that meets a negative value says which, in one shared word. Threads of several warps
// meet one, and their plain writes have no order; atomicMin is made for it.
// checker: race
// finds: Race shared inter-warp write-write unordered

#include "../check.h"

constexpr int n = 128;

template<bool right>
__global__ void find_negative(const int* values, int* found) {
    __shared__ int place;
    const int i = threadIdx.x;
    if (i == 0) place = n;
    __syncthreads();
    if (values[i] < 0) {
        if constexpr (right)
            atomicMin(&place, i);
        else
            place = i; // [wrong]
    }
    __syncthreads();
    if (i == 0) *found = place;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n);
    start[40] = start[70] = start[127] = -1; // one a warp
    DeviceArray<int> values(start), found(1);
    const auto kernel = right ? find_negative<true> : find_negative<false>;
    kernel<<<1, n>>>(values.data(), found.data());
    if (right) expect_all("found", found.host(), {40});
    return finish(argv[1]);
}

// malloc in a kernel gives memory as it is. A list that is to start with zeros has to be set to
// zeros.
// checker: initialized
// finds: Uninitialized

#include "../check.h"

constexpr int bins = 4;

template<bool right>
__global__ void count(const int* values, int* most) {
    __shared__ int* counts;
    if (threadIdx.x == 0) {
        counts = static_cast<int*>(malloc(bins * sizeof(int)));
        for (int bin = 0; bin < bins && right; ++bin)
            counts[bin] = 0;
    }
    __syncthreads();
    atomicAdd(&counts[values[threadIdx.x] % bins], 1); // [wrong]
    __syncthreads();
    if (threadIdx.x == 0) {
        *most = max(max(counts[0], counts[1]), max(counts[2], counts[3])); // [maybe]
        free(counts);
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(32);
    for (int i = 0; i < 32; ++i)
        start[i] = i;
    DeviceArray<int> values(start), most(1);
    const auto kernel = right ? count<true> : count<false>;
    kernel<<<1, 32>>>(values.data(), most.data());
    if (right) expect_all("most", most.host(), {8});
    return finish(argv[1]);
}

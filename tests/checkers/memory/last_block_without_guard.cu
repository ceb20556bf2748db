// The number of elements is no multiple of the block size, and the surplus threads of the last
// block work on elements that are not there.
// checker: memory
// finds: OutOfBounds

#include "../check.h"

constexpr int n = 200, threads = 64;

template<bool right>
__global__ void scale(float* values) {
    const int i = blockIdx.x * threads + threadIdx.x;
    if (right && i >= n) return;
    values[i] *= 2; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<float> values(std::vector<float>(n, 1.5f));
    const auto kernel = right ? scale<true> : scale<false>;
    kernel<<<(n + threads - 1) / threads, threads>>>(values.data());
    if (right) expect_all("values", values.host(), std::vector<float>(n, 3));
    return finish(argv[1]);
}

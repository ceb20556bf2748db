// Of two inputs only one is copied to the device. The kernel reads the other one all the same.
// checker: initialized
// finds: Uninitialized

#include "../check.h"

constexpr int n = 32;

__global__ void add(const int* a, const int* b, int* sums) {
    const int i = threadIdx.x;
    const int from_a = a[i];
    const int from_b = b[i]; // [wrong]
    sums[i] = from_a + from_b;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    const std::vector<int> host_b(n, 4);
    DeviceArray<int> a(std::vector<int>(n, 3)), sums(n);
    UnwrittenArray<int> b(n);
    if (right) CUDA_CHECK(cudaMemcpy(b.data(), host_b.data(), b.bytes(), cudaMemcpyHostToDevice));
    add<<<1, n>>>(a.data(), b.data(), sums.data());
    if (right) expect_all("sums", sums.host(), std::vector<int>(n, 7));
    return finish(argv[1]);
}

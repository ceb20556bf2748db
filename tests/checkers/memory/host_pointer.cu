// The kernel gets the address of an array of the host, which the GPU cannot reach; the data has to
// be copied to the device first.
// checker: memory
// finds: OutOfBounds

#include "../check.h"

constexpr int n = 32;

__global__ void add_one(const int* values, int* out) {
    out[threadIdx.x] = values[threadIdx.x] + 1; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> host(n, 6);
    DeviceArray<int> values(host), out(n);
    add_one<<<1, n>>>(right ? values.data() : host.data(), out.data());
    if (right) expect_all("out", out.host(), std::vector<int>(n, 7));
    return finish(argv[1]);
}

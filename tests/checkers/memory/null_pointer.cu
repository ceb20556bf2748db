// The second array is optional and its pointer may be null, but the kernel reads it all the same.
// checker: memory
// finds: OutOfBounds

#include "../check.h"

constexpr int n = 32;

template<bool right>
__global__ void add(const int* values, const int* more, int* out) {
    const int i = threadIdx.x;
    const bool has_more = !right || more != nullptr;
    out[i] = values[i] + (has_more ? more[i] : 0); // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> values(std::vector<int>(n, 5)), out(n);
    const auto kernel = right ? add<true> : add<false>;
    kernel<<<1, n>>>(values.data(), nullptr, out.data());
    if (right) expect_all("out", out.host(), std::vector<int>(n, 5));
    return finish(argv[1]);
}

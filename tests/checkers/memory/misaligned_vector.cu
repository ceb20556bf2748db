// Four floats are loaded at once from an address that is a multiple of four bytes, but not of
// sixteen, as a load of a float4 needs.
// checker: memory
// finds: Misaligned

#include "../check.h"

constexpr int n = 128;

__global__ void sums_of_four(const float* values, float* sums) {
    const float4 four = reinterpret_cast<const float4*>(values)[threadIdx.x]; // [wrong]
    sums[threadIdx.x] = four.x + four.y + four.z + four.w;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<float> values(std::vector<float>(n + 4, 0.5f)), sums(n / 4);
    sums_of_four<<<1, n / 4>>>(values.data() + (right ? 4 : 1), sums.data());
    if (right) expect_all("sums", sums.host(), std::vector<float>(n / 4, 2));
    return finish(argv[1]);
}

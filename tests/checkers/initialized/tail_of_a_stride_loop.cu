// A loop over the array in strides of all threads stops before its last, incomplete round. What the
// next kernel reads there was never written.
// checker: initialized
// finds: Uninitialized

#include "../check.h"

constexpr int n = 200, threads = 64;

template<bool right>
__global__ void fill(int* values) {
    const int rounds = right ? (n + threads - 1) / threads : n / threads;
    for (int round = 0; round < rounds; ++round) {
        const int i = round * threads + threadIdx.x;
        if (i < n) values[i] = i;
    }
}

__global__ void double_values(const int* values, int* out) {
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i < n) out[i] = 2 * values[i]; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    UnwrittenArray<int> values(n);
    DeviceArray<int> out(n);
    const auto kernel = right ? fill<true> : fill<false>;
    kernel<<<1, threads>>>(values.data());
    double_values<<<(n + threads - 1) / threads, threads>>>(values.data(), out.data());
    if (right) expect("the last value", out.host()[n - 1], 2 * (n - 1));
    return finish(argv[1]);
}

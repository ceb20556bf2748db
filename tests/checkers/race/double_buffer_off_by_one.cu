// Two buffers take turns so that one barrier a step is enough, as long as a step reads the buffer
// that it has just filled. Reading the other one collides with the next step's writes.
// checker: race
// finds: Race shared inter-warp read-write unordered

#include "../check.h"

constexpr int n = 64, steps = 5;

template<bool right>
__global__ void mix(int* values) {
    __shared__ int buffer[2][n];
    const int i = threadIdx.x;
    int value = values[i];
    buffer[1][i] = value;
    for (int step = 0; step < steps; ++step) {
        const int filled = step % 2;
        buffer[filled][i] = value; // [wrong]
        __syncthreads();
        value += buffer[right ? filled : 1 - filled][n - 1 - i]; // [wrong]
    }
    values[i] = value;
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(n), expected(n);
    for (int i = 0; i < n; ++i)
        start[i] = i % 9;
    // After one step both ends hold their sum, and every further step doubles it.
    for (int i = 0; i < n; ++i)
        expected[i] = (start[i] + start[n - 1 - i]) << (steps - 1);
    DeviceArray<int> values(start);
    const auto kernel = right ? mix<true> : mix<false>;
    kernel<<<1, n>>>(values.data());
    if (right) expect_all("values", values.host(), expected);
    return finish(argv[1]);
}

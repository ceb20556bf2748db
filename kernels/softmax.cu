// Shows softmax over the rows of a matrix with one pass for largest value and sum together: whenever
// a larger value turns up, the sum so far is scaled down to it ("online" softmax).

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Every CUDA call returns a status; stop at the first one that is not success.
#define CHECK(call)                                                                              \
    do {                                                                                         \
        const cudaError_t status = (call);                                                       \
        if (status != cudaSuccess) {                                                             \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                   \
                         cudaGetErrorString(status));                                            \
            std::exit(1);                                                                        \
        }                                                                                        \
    } while (0)
constexpr int threads = 128;

/// A partial result: the largest value seen, and the sum of exp(value - largest).
struct Partial {
    float largest, sum;
};

__device__ Partial joined(Partial a, Partial b) {
    const float largest = fmaxf(a.largest, b.largest);
    if (largest == -INFINITY) {
        return {largest, 0.0f};  // neither has seen a value, and -inf - -inf is no number
    }
    return {largest, a.sum * expf(a.largest - largest) + b.sum * expf(b.largest - largest)};
}

/// Joins over the warp; every lane gets the result, because partners exchange.
__device__ Partial warp_joined(Partial mine) {
    for (int distance = 16; distance > 0; distance /= 2) {
        const Partial other = {__shfl_xor_sync(0xffffffff, mine.largest, distance),
                               __shfl_xor_sync(0xffffffff, mine.sum, distance)};
        mine = joined(mine, other);
    }
    return mine;
}

__global__ void softmax_rows(const float* values, float* result, int columns) {
    __shared__ Partial of_warp[threads / 32];
    const float* row = values + static_cast<size_t>(blockIdx.x) * columns;
    float* out = result + static_cast<size_t>(blockIdx.x) * columns;

    Partial mine = {-INFINITY, 0.0f};
    for (int i = threadIdx.x; i < columns; i += threads) {
        mine = joined(mine, {row[i], 1.0f});
    }
    mine = warp_joined(mine);
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane == 0) {
        of_warp[warp] = mine;
    }
    __syncthreads();
    // Every warp joins the partial results for itself: cheaper than another barrier.
    mine = warp_joined(lane < threads / 32 ? of_warp[lane] : Partial{-INFINITY, 0.0f});

    const float scale = 1.0f / mine.sum;
    for (int i = threadIdx.x; i < columns; i += threads) {
        out[i] = expf(row[i] - mine.largest) * scale;
    }
}

int main(int argc, char** argv) {
    const int rows = argc > 1 ? std::atoi(argv[1]) : 40;
    const int columns = argc > 2 ? std::atoi(argv[2]) : 1000;
    if (rows <= 0 || columns <= 0) {
        std::fprintf(stderr, "usage: %s [rows [columns]]\n", argv[0]);
        return 2;
    }
    const size_t count = static_cast<size_t>(rows) * columns;
    std::vector<float> values(count), result(count);
    for (size_t i = 0; i < count; ++i) {
        // Far beyond what exp() of a float can hold: only differences to the largest are safe.
        values[i] = static_cast<float>(i * 7919 % 1009) * 0.25f;
    }

    float *device_values, *device_result;
    CHECK(cudaMalloc(&device_values, count * sizeof(float)));
    CHECK(cudaMalloc(&device_result, count * sizeof(float)));
    CHECK(cudaMemcpy(device_values, values.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    softmax_rows<<<rows, threads>>>(device_values, device_result, columns);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(result.data(), device_result, count * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_values));
    CHECK(cudaFree(device_result));

    for (int row = 0; row < rows; ++row) {
        const float* in = values.data() + static_cast<size_t>(row) * columns;
        double largest = in[0], sum = 0;
        for (int i = 0; i < columns; ++i) largest = std::fmax(largest, in[i]);
        for (int i = 0; i < columns; ++i) sum += std::exp(in[i] - largest);
        for (int i = 0; i < columns; ++i) {
            const double expected = std::exp(in[i] - largest) / sum;
            const float got = result[static_cast<size_t>(row) * columns + i];
            if (!(std::fabs(got - expected) <= 1e-5 * expected + 1e-38)) {
                std::printf("softmax: row %d, column %d is %g, expected %g\n", row, i, got,
                            expected);
                return 1;
            }
        }
    }
    std::printf("softmax: %d rows of %d: ok\n", rows, columns);
    return 0;
}

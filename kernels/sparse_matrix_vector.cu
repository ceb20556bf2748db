// Shows a sparse matrix times a vector in two ways: a thread per row, whose lanes read far apart and
// wait for the longest row, and a warp per row, whose lanes read one row side by side.

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

/// Compressed sparse rows: row r holds the entries first[r] up to, not including, first[r + 1].
struct Matrix {
    int rows;
    const int* first;
    const int* column;
    const float* value;
};

__global__ void multiply_thread_per_row(Matrix m, const float* x, float* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < m.rows) {
        float sum = 0;
        for (int k = m.first[row]; k < m.first[row + 1]; ++k) {
            sum += m.value[k] * x[m.column[k]];
        }
        y[row] = sum;
    }
}

__global__ void multiply_warp_per_row(Matrix m, const float* x, float* y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    const int lane = threadIdx.x % 32;
    if (row >= m.rows) {
        return;  // a whole warp, so nobody misses it at the shuffle
    }
    float sum = 0;
    for (int k = m.first[row] + lane; k < m.first[row + 1]; k += 32) {
        sum += m.value[k] * x[m.column[k]];
    }
    for (int distance = 16; distance > 0; distance /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    }
    if (lane == 0) {
        y[row] = sum;
    }
}

template<class T>
T* to_device(const std::vector<T>& values) {
    T* device;
    CHECK(cudaMalloc(&device, values.size() * sizeof(T)));
    CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

int main(int argc, char** argv) {
    const int rows = argc > 1 ? std::atoi(argv[1]) : 1000;
    if (rows <= 0) {
        std::fprintf(stderr, "usage: %s [rows]\n", argv[0]);
        return 2;
    }

    // Rows of very different lengths, a few of them long, some empty.
    std::vector<int> first{0}, column;
    std::vector<float> value, x(rows);
    for (int row = 0; row < rows; ++row) {
        const int length = row % 97 == 0 ? 150 : row % 11;
        for (int k = 0; k < length; ++k) {
            column.push_back(static_cast<int>((row * 131ll + k * 17ll) % rows));
            value.push_back(static_cast<float>((row + k) % 9 - 4) * 0.125f);
        }
        first.push_back(static_cast<int>(column.size()));
        x[row] = static_cast<float>(row % 13) * 0.5f - 3.0f;
    }
    std::vector<double> expected(rows);
    for (int row = 0; row < rows; ++row) {
        for (int k = first[row]; k < first[row + 1]; ++k) {
            expected[row] += static_cast<double>(value[k]) * x[column[k]];
        }
    }

    int* const device_first = to_device(first);
    int* const device_column = to_device(column);
    float* const device_value = to_device(value);
    float* const device_x = to_device(x);
    float* device_y;
    CHECK(cudaMalloc(&device_y, rows * sizeof(float)));
    const Matrix matrix = {rows, device_first, device_column, device_value};

    std::vector<float> y(rows);
    for (const bool warp_per_row : {false, true}) {
        CHECK(cudaMemset(device_y, 0xff, rows * sizeof(float)));
        if (warp_per_row) {
            const int rows_per_block = threads / 32;
            multiply_warp_per_row<<<(rows + rows_per_block - 1) / rows_per_block, threads>>>(
                matrix, device_x, device_y);
        } else {
            multiply_thread_per_row<<<(rows + threads - 1) / threads, threads>>>(matrix, device_x,
                                                                                 device_y);
        }
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(y.data(), device_y, rows * sizeof(float), cudaMemcpyDeviceToHost));
        for (int row = 0; row < rows; ++row) {
            if (!(std::fabs(y[row] - expected[row]) <= 1e-4 * (1 + std::fabs(expected[row])))) {
                std::printf("sparse_matrix_vector: row %d is %g, expected %g\n", row, y[row],
                            expected[row]);
                return 1;
            }
        }
    }
    CHECK(cudaFree(device_first));
    CHECK(cudaFree(device_column));
    CHECK(cudaFree(device_value));
    CHECK(cudaFree(device_x));
    CHECK(cudaFree(device_y));
    std::printf("sparse_matrix_vector: %d rows, %d entries: ok\n", rows, first.back());
    return 0;
}

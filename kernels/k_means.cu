// Shows one step of k-means: every point looks for its nearest centre, and blocks sum up the points
// of each centre in shared memory first. Sums are integers, so their order does not matter.

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
constexpr int threads = 256;
constexpr int centres = 8;

struct Totals {
    unsigned long long x, y;
    unsigned count;
};

__global__ void assign_points(const int2* points, const int2* centre, int* nearest, Totals* totals,
                              int n) {
    __shared__ int2 candidate[centres];
    __shared__ Totals mine[centres];
    if (threadIdx.x < centres) {
        candidate[threadIdx.x] = centre[threadIdx.x];
        mine[threadIdx.x] = {0, 0, 0};
    }
    __syncthreads();

    for (int i = blockIdx.x * threads + threadIdx.x; i < n; i += gridDim.x * threads) {
        const int2 point = points[i];
        int best = 0;
        long long best_distance = 0x7fffffffffffffffll;
        for (int c = 0; c < centres; ++c) {
            const long long dx = point.x - candidate[c].x, dy = point.y - candidate[c].y;
            const long long distance = dx * dx + dy * dy;
            if (distance < best_distance) {  // of two equally near ones the first
                best = c;
                best_distance = distance;
            }
        }
        nearest[i] = best;
        atomicAdd(&mine[best].x, static_cast<unsigned long long>(point.x));
        atomicAdd(&mine[best].y, static_cast<unsigned long long>(point.y));
        atomicAdd(&mine[best].count, 1u);
    }
    __syncthreads();
    if (threadIdx.x < centres) {
        atomicAdd(&totals[threadIdx.x].x, mine[threadIdx.x].x);
        atomicAdd(&totals[threadIdx.x].y, mine[threadIdx.x].y);
        atomicAdd(&totals[threadIdx.x].count, mine[threadIdx.x].count);
    }
}

/// Each centre moves to the middle of its points; one without points stays.
__global__ void move_centres(int2* centre, const Totals* totals) {
    const Totals t = totals[threadIdx.x];
    if (t.count != 0) {
        centre[threadIdx.x] = make_int2(static_cast<int>(t.x / t.count),
                                        static_cast<int>(t.y / t.count));
    }
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 20'000;
    if (n < centres) {
        std::fprintf(stderr, "usage: %s [points, at least %d]\n", argv[0], centres);
        return 2;
    }
    std::vector<int2> points(n);
    unsigned state = 11;
    const auto next = [&] { return static_cast<int>((state = state * 1664525u + 1013904223u) >> 12); };
    for (int i = 0; i < n; ++i) {
        points[i] = make_int2(next() % 4000 + i % 3 * 9000, next() % 4000 + i % 5 * 7000);
    }
    std::vector<int2> expected(points.begin(), points.begin() + centres), centre(centres);
    std::vector<int> nearest(n);

    int2 *device_points, *device_centre;
    int* device_nearest;
    Totals* totals;
    CHECK(cudaMalloc(&device_points, n * sizeof(int2)));
    CHECK(cudaMalloc(&device_centre, centres * sizeof(int2)));
    CHECK(cudaMalloc(&device_nearest, n * sizeof(int)));
    CHECK(cudaMalloc(&totals, centres * sizeof(Totals)));
    CHECK(cudaMemcpy(device_points, points.data(), n * sizeof(int2), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_centre, expected.data(), centres * sizeof(int2),
                     cudaMemcpyHostToDevice));

    const int steps = 3;
    for (int step = 0; step < steps; ++step) {
        CHECK(cudaMemset(totals, 0, centres * sizeof(Totals)));
        assign_points<<<16, threads>>>(device_points, device_centre, device_nearest, totals, n);
        CHECK(cudaGetLastError());
        move_centres<<<1, centres>>>(device_centre, totals);
        CHECK(cudaGetLastError());

        Totals sums[centres] = {};
        for (const int2& point : points) {
            int best = 0;
            for (int c = 1; c < centres; ++c) {
                const auto distance = [&](int k) {
                    const double dx = point.x - expected[k].x, dy = point.y - expected[k].y;
                    return dx * dx + dy * dy;
                };
                best = distance(c) < distance(best) ? c : best;
            }
            sums[best].x += point.x, sums[best].y += point.y, ++sums[best].count;
        }
        for (int c = 0; c < centres; ++c) {
            if (sums[c].count != 0) {
                expected[c] = make_int2(static_cast<int>(sums[c].x / sums[c].count),
                                        static_cast<int>(sums[c].y / sums[c].count));
            }
        }
    }
    CHECK(cudaMemcpy(centre.data(), device_centre, centres * sizeof(int2), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_points));
    CHECK(cudaFree(device_centre));
    CHECK(cudaFree(device_nearest));
    CHECK(cudaFree(totals));

    for (int c = 0; c < centres; ++c) {
        if (centre[c].x != expected[c].x || centre[c].y != expected[c].y) {
            std::printf("k_means: centre %d is (%d, %d), expected (%d, %d)\n", c, centre[c].x,
                        centre[c].y, expected[c].x, expected[c].y);
            return 1;
        }
    }
    std::printf("k_means: %d points, %d centres, %d steps: ok\n", n, centres, steps);
    return 0;
}

// Shows the forces between n bodies, all pairs: a block brings 128 bodies at a time into shared
// memory and every thread lets them all pull at its own body, so a load serves 128 times.

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
constexpr float softening = 0.01f;  // keeps bodies that meet from being flung to infinity

/// bodies: position and, in w, mass.
__global__ void accelerations(const float4* bodies, float4* result, int n) {
    __shared__ float4 others[threads];

    const int i = blockIdx.x * threads + threadIdx.x;
    const float4 mine = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float ax = 0, ay = 0, az = 0;
    for (int first = 0; first < n; first += threads) {
        const int other = first + threadIdx.x;
        others[threadIdx.x] = other < n ? bodies[other] : make_float4(0, 0, 0, 0);  // no mass
        __syncthreads();
        for (int k = 0; k < threads; ++k) {
            // All lanes read the same word: a broadcast, one pass.
            const float dx = others[k].x - mine.x;
            const float dy = others[k].y - mine.y;
            const float dz = others[k].z - mine.z;
            const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
            const float pull = others[k].w * inverse * inverse * inverse;
            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
        }
        __syncthreads();  // nobody may load the next bodies while others still read these
    }
    if (i < n) {
        result[i] = make_float4(ax, ay, az, 0);
    }
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 700;
    if (n <= 0) {
        std::fprintf(stderr, "usage: %s [bodies]\n", argv[0]);
        return 2;
    }
    std::vector<float4> bodies(n), result(n);
    unsigned state = 3;
    const auto next = [&] {
        state = state * 1664525u + 1013904223u;
        return static_cast<float>(state >> 8) / (1 << 24);
    };
    for (float4& body : bodies) {
        body.x = next(), body.y = next(), body.z = next();
        body.w = 0.5f + next();
    }

    float4 *device_bodies, *device_result;
    CHECK(cudaMalloc(&device_bodies, n * sizeof(float4)));
    CHECK(cudaMalloc(&device_result, n * sizeof(float4)));
    CHECK(cudaMemcpy(device_bodies, bodies.data(), n * sizeof(float4), cudaMemcpyHostToDevice));
    accelerations<<<(n + threads - 1) / threads, threads>>>(device_bodies, device_result, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(result.data(), device_result, n * sizeof(float4), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_bodies));
    CHECK(cudaFree(device_result));

    for (int i = 0; i < n; ++i) {
        double x = 0, y = 0, z = 0, size = 0;
        for (const float4& other : bodies) {
            const double dx = other.x - bodies[i].x, dy = other.y - bodies[i].y,
                         dz = other.z - bodies[i].z;
            const double squared = dx * dx + dy * dy + dz * dz + softening;
            const double pull = other.w / (squared * std::sqrt(squared));
            x += pull * dx, y += pull * dy, z += pull * dz;
            size += pull * std::sqrt(squared);
        }
        const double difference = std::fabs(result[i].x - x) + std::fabs(result[i].y - y) +
                                  std::fabs(result[i].z - z);
        if (!(difference < 1e-5 * size)) {
            std::printf("n_body: body %d is pulled by %g %g %g, expected %g %g %g\n", i,
                        result[i].x, result[i].y, result[i].z, x, y, z);
            return 1;
        }
    }
    std::printf("n_body: %d bodies: ok\n", n);
    return 0;
}

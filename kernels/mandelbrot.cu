// Shows divergence by data: lanes of a warp iterate on neighbouring pixels, and the warp goes on
// until its slowest lane is done.

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
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
constexpr int max_iterations = 200;

struct View {
    int width, height;
    float left, top, step;  // the complex number of the first pixel, and the distance of two pixels
};

// Counts the steps z -> z * z + c until |z| > 2. The same function runs on GPU and CPU, and both
// have to agree to the last bit, because one rounding more or less changes the count. A compiler is
// free to fuse `a * b + c` into one operation with a single rounding, and the two compilers at work
// here do not choose alike. So nothing is left to choose: every product that meets a sum is an
// explicit fmaf.
__host__ __device__ inline int iterations_at(const View& view, int x, int y) {
    const float c_re = fmaf(static_cast<float>(x), view.step, view.left);
    const float c_im = fmaf(static_cast<float>(-y), view.step, view.top);
    float re = 0.0f, im = 0.0f;
    int count = 0;
    // Pixels inside of the set run all rounds, pixels far away leave after two or three. Lanes that
    // left wait, switched off, for the others.
    while (count < max_iterations && fmaf(re, re, im * im) <= 4.0f) {
        const float next_re = fmaf(re, re, fmaf(-im, im, c_re));
        im = fmaf(re + re, im, c_im);
        re = next_re;
        ++count;
    }
    return count;
}

__global__ void mandelbrot(View view, int* counts) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < view.width && y < view.height) {
        counts[y * view.width + x] = iterations_at(view, x, y);
    }
}

// Prints every pixel that starts a 4 x 8 cell: a character is about twice as high as it is wide.
void print_picture(const View& view, const std::vector<int>& counts) {
    const std::string shades = " .:-=+*#%@";
    for (int y = 0; y < view.height; y += 8) {
        std::string line;
        for (int x = 0; x < view.width; x += 4) {
            const int count = counts[y * view.width + x];
            // The logarithm spreads the low counts, where most of the pixels outside are.
            const double shade = std::log(count + 1.0) / std::log(max_iterations + 1.0);
            line += shades[static_cast<size_t>(shade * (shades.size() - 1))];
        }
        std::printf("%s\n", line.c_str());
    }
}

int main(int argc, char** argv) {
    const int width = argc > 1 ? std::atoi(argv[1]) : 250;
    if (width < 8 || width > 8192) {
        std::fprintf(stderr, "usage: %s [width, 8 to 8192]\n", argv[0]);
        return 2;
    }
    const View view = {width, width * 4 / 5, -2.1f, 1.2f, 3.0f / static_cast<float>(width)};

    std::vector<int> counts(static_cast<size_t>(view.width) * view.height);
    int* device_counts;
    CHECK(cudaMalloc(&device_counts, counts.size() * sizeof(int)));

    // A warp covers 32 pixels of one row. Squarer blocks of warps would diverge less: try 8 x 4.
    const dim3 block(32, 4);
    const dim3 grid((view.width + block.x - 1) / block.x, (view.height + block.y - 1) / block.y);
    mandelbrot<<<grid, block>>>(view, device_counts);
    CHECK(cudaGetLastError());

    CHECK(cudaMemcpy(counts.data(), device_counts, counts.size() * sizeof(int),
                     cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_counts));

    print_picture(view, counts);
    long long total = 0;
    for (int y = 0; y < view.height; ++y) {
        for (int x = 0; x < view.width; ++x) {
            const int got = counts[y * view.width + x];
            const int expected = iterations_at(view, x, y);
            if (got != expected) {
                std::printf("mandelbrot: pixel %d, %d took %d iterations, expected %d\n", x, y, got,
                            expected);
                return 1;
            }
            total += got;
        }
    }
    std::printf("mandelbrot: %d x %d pixels, %lld iterations: ok\n", view.width, view.height,
                total);
    return 0;
}

// Shows a histogram by atomic additions to global memory: right, and slow where many threads meet in
// one bin, because additions to one word are done one after the other.

#include <cuda_runtime.h>

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
constexpr int bins = 256;

__global__ void histogram_global(const unsigned char* bytes, unsigned* counts, int n) {
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        atomicAdd(&counts[bytes[i]], 1);
    }
}

/// Bytes that are not evenly spread: the product of two small numbers, as text or pictures have
/// favourites too.
std::vector<unsigned char> skewed_bytes(int n) {
    std::vector<unsigned char> bytes(n);
    unsigned state = 1;
    for (unsigned char& byte : bytes) {
        state = state * 1664525u + 1013904223u;
        byte = static_cast<unsigned char>((state >> 28) * (state >> 24 & 15));
    }
    return bytes;
}

int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 200'000;
    if (n <= 0) {
        std::fprintf(stderr, "usage: %s [bytes]\n", argv[0]);
        return 2;
    }
    const std::vector<unsigned char> bytes = skewed_bytes(n);
    std::vector<unsigned> counts(bins), expected(bins);
    for (const unsigned char byte : bytes) {
        ++expected[byte];
    }

    unsigned char* device_bytes;
    unsigned* device_counts;
    CHECK(cudaMalloc(&device_bytes, n));
    CHECK(cudaMalloc(&device_counts, bins * sizeof(unsigned)));
    CHECK(cudaMemcpy(device_bytes, bytes.data(), n, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(device_counts, 0, bins * sizeof(unsigned)));

    histogram_global<<<64, 256>>>(device_bytes, device_counts, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(counts.data(), device_counts, bins * sizeof(unsigned),
                     cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_bytes));
    CHECK(cudaFree(device_counts));

    for (int bin = 0; bin < bins; ++bin) {
        if (counts[bin] != expected[bin]) {
            std::printf("histogram_global: bin %d holds %u, expected %u\n", bin, counts[bin],
                        expected[bin]);
            return 1;
        }
    }
    std::printf("histogram_global: %d bytes, %u zeros: ok\n", n, counts[0]);
    return 0;
}

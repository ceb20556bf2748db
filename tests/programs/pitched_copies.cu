// Copies the rows of a picture, which lie at a distance (the pitch) from each other on the device.
// expect: pitched_copies: ok
// exit: 0
// cli-exit: 0

#include "check.h"

#include <cstring>
#include <numeric>

int main() {
    const std::size_t width = 50, height = 7;  // bytes, rows
    std::vector<unsigned char> in(width * height), out(width * height);
    std::iota(in.begin(), in.end(), static_cast<unsigned char>(1));
    unsigned char* device;
    std::size_t pitch = 0;
    CUDA_CHECK(cudaMallocPitch(&device, &pitch, width, height));
    expect("rows are aligned", pitch >= width && pitch % 32 == 0, true);
    CUDA_CHECK(cudaMemset2D(device, pitch, 0xee, width, height));
    CUDA_CHECK(cudaMemcpy2D(device, pitch, in.data(), width, width, height,
                            cudaMemcpyHostToDevice));
    // A rectangle in the middle.
    CUDA_CHECK(cudaMemset2D(device + 2 * pitch + 10, pitch, 9, 5, 3));
    CUDA_CHECK(cudaMemcpy2D(out.data(), width, device, pitch, width, height,
                            cudaMemcpyDeviceToHost));
    std::vector<unsigned char> expected = in;
    for (int row = 2; row < 5; ++row) {
        std::memset(expected.data() + row * width + 10, 9, 5);
    }
    expect_all("pitched rows", out, expected);
    CUDA_CHECK(cudaFree(device));
    return finish("pitched_copies");
}

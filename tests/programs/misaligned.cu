// Reads a 4-byte word at an address that is not a multiple of four.
// expect: misaligned: cudaErrorMisalignedAddress
// exit: 0
// cli-exit: 1
// finding: misaligned.cu:12
// finding: read_word
// finding: misaligned address

#include "check.h"

__global__ void read_word(const unsigned char* bytes, int offset, int* out) {
    *out = *reinterpret_cast<const int*>(bytes + offset);
}

int main() {
    DeviceArray<unsigned char> bytes(64);
    DeviceArray<int> out(1);
    read_word<<<1, 1>>>(bytes.data(), 8, out.data());
    CUDA_CHECK(cudaDeviceSynchronize());
    read_word<<<1, 1>>>(bytes.data(), 6, out.data());
    const cudaError_t status = cudaDeviceSynchronize();
    std::printf("misaligned: %s\n", cudaGetErrorName(status));
    return status == cudaErrorMisalignedAddress ? 0 : 1;
}

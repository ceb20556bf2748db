// Pixels are stored as three bytes of four and read as words of 32 bits. The fourth byte belongs to
// the word, and nothing wrote it.
// checker: initialized
// finds: Uninitialized

#include "../check.h"

constexpr int pixels = 32;

template<bool right>
__global__ void paint(unsigned char* image) {
    unsigned char* bytes = image + 4 * threadIdx.x;
    bytes[0] = threadIdx.x;
    bytes[1] = 2;
    bytes[2] = 3;
    if constexpr (right) bytes[3] = 0;
}

__global__ void invert(unsigned* image) {
    image[threadIdx.x] ^= 0x00ffffff; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    UnwrittenArray<unsigned> image(pixels);
    const auto kernel = right ? paint<true> : paint<false>;
    kernel<<<1, pixels>>>(reinterpret_cast<unsigned char*>(image.data()));
    invert<<<1, pixels>>>(image.data());
    if (right) {
        unsigned first = 0;
        CUDA_CHECK(cudaMemcpy(&first, image.data(), sizeof first, cudaMemcpyDeviceToHost));
        expect("the first pixel", first, 0x00fcfdffu);
    }
    return finish(argv[1]);
}

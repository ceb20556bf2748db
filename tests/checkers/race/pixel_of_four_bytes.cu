// Pixels of three bytes lie side by side, and threads of two warps write them: different bytes of
// one word are no conflict. The faulty kernel writes a fourth byte, which is the next pixel's
// first.
// checker: race
// finds: Race global inter-warp write-write unordered

#include "../check.h"

constexpr int pixels = 64;

template<bool right>
__global__ void paint(unsigned char* image) {
    const int pixel = threadIdx.x % 32 * 2 + threadIdx.x / 32; // neighbours are of the other warp
    unsigned char* bytes = image + 3 * pixel;
    bytes[0] = pixel; // [wrong]
    bytes[1] = 100;
    bytes[2] = 200;
    if constexpr (!right) bytes[3] = 255; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<unsigned char> image(3 * pixels + 1);
    const auto kernel = right ? paint<true> : paint<false>;
    kernel<<<1, pixels>>>(image.data());
    if (right) {
        std::vector<unsigned char> expected(3 * pixels + 1);
        for (int pixel = 0; pixel < pixels; ++pixel) {
            expected[3 * pixel] = pixel;
            expected[3 * pixel + 1] = 100;
            expected[3 * pixel + 2] = 200;
        }
        expect_all("image", image.host(), expected);
    }
    return finish(argv[1]);
}

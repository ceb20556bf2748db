// Two warps write the same value to the same word. It looks harmless, but two plain writes without
// order between them are a race whatever they write: the compiler may split, move or repeat them.
// checker: race
// finds: Race global inter-warp write-write unordered

#include "../check.h"

template<bool right>
__global__ void write_width(int* width) {
    if (threadIdx.x == 0 || (!right && threadIdx.x == 32)) *width = blockDim.x; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> width(1);
    const auto kernel = right ? write_width<true> : write_width<false>;
    kernel<<<1, 64>>>(width.data());
    if (right) expect_all("width", width.host(), {64});
    return finish(argv[1]);
}

// Rows of a picture are `width` elements apart. With the height for the pitch, rows overlap, and
// warps write the same elements.
// checker: race
// finds: Race global inter-warp write-write unordered

#include "../check.h"

constexpr int width = 32, height = 4;

template<int pitch>
__global__ void paint(int* picture) {
    const int x = threadIdx.x, y = threadIdx.y;
    picture[y * pitch + x] = 100 * y + x; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> expected(width * height);
    for (int i = 0; i < width * height; ++i)
        expected[i] = i / width * 100 + i % width;
    DeviceArray<int> picture(width * height);
    const auto kernel = right ? paint<width> : paint<height>;
    kernel<<<1, dim3(width, height)>>>(picture.data());
    if (right) expect_all("picture", picture.host(), expected);
    return finish(argv[1]);
}

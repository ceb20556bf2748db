// Each block averages a row of a grid with the rows above and below, which other blocks change at
// the same time. Reading one array and writing another needs no order between the blocks.
// checker: race
// finds: Race global inter-block read-write unordered

#include "../check.h"

constexpr int width = 32, rows = 6; // the outer rows are only read

__global__ void smooth(const int* from, int* to) {
    const int i = (blockIdx.x + 1) * width + threadIdx.x;
    const int above = from[i - width];     // [wrong]
    const int below = from[i + width];     // [wrong]
    to[i] = (above + from[i] + below) / 3; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> start(rows * width);
    for (int i = 0; i < rows * width; ++i)
        start[i] = 11 * i % 97;
    std::vector<int> expected = start;
    for (int i = width; i < (rows - 1) * width; ++i)
        expected[i] = (start[i - width] + start[i] + start[i + width]) / 3;
    DeviceArray<int> from(start), to(start);
    smooth<<<rows - 2, width>>>(from.data(), right ? to.data() : from.data());
    if (right) expect_all("to", to.host(), expected);
    return finish(argv[1]);
}

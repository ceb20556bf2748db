// Row and column name an element only together with the row length. (1, 0) with rows of 5 and (0, 5)
// with rows of 100 are both element 5. A pitched span takes no index that was made with another row
// length than its own.
// checker: ownership
// finds: TwoOwners

#include "../check.h"

#include <ws/ws.h>

__global__ void by_hand(ws::scatter_span<int> out) {
    const unsigned row = threadIdx.y, column = threadIdx.x;
    const unsigned length = row == 1 ? 5 : 100;
    out.store(row * length + column, 1); // [wrong]
}

__global__ void by_witness(ws::disjoint_span<int, ws::pitched> out) {
    const unsigned length = threadIdx.y == 1 ? 5 : 100;
    out.store(ws::index_2d(length), 1);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(2 * 100);
    if (right)
        by_witness<<<1, dim3(8, 2)>>>({out.data(), 2, 100});
    else
        by_hand<<<1, dim3(8, 2)>>>({out.data(), 2 * 100});
    std::vector<int> expected(200);
    std::fill(expected.begin(), expected.begin() + 8, 1); // row 1 has no element of its own
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}

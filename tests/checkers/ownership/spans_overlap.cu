// One buffer is divided into two spans, and the second begins one element too early: that element
// has two owners.
// checker: ownership
// finds: OverlappingSpans

#include "../check.h"

#include <ws/ws.h>

__global__ void split(ws::disjoint_span<int> low, ws::disjoint_span<int> high) {
    const auto i = ws::index_1d();
    if (threadIdx.x < 32) // both warps would write the shared element, 31 is the first
        low.store(i, 1); // [wrong]
    high.store(i, 2);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> all(64);
    int* const middle = all.data() + (right ? 32 : 31);
    split<<<1, 32>>>({all.data(), 32}, {middle, 32});
    if (right) {
        std::vector<int> expected(64, 1);
        std::fill(expected.begin() + 32, expected.end(), 2);
        expect_all("all", all.host(), expected);
    }
    return finish(argv[1]);
}

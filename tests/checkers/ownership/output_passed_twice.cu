// Sum and difference go to two outputs, and the call names the same buffer for both.
// checker: ownership
// finds: OverlappingSpans

#include "../check.h"

#include <ws/ws.h>

__global__ void sum_and_difference(ws::disjoint_span<int> sum, ws::disjoint_span<int> difference,
                                   ws::span<const int> a, ws::span<const int> b) {
    const auto i = ws::index_1d();
    sum.store(i, a.load(i, 0) + b.load(i, 0)); // [wrong]
    difference.store(i, a.load(i, 0) - b.load(i, 0));
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> a(std::vector<int>(64, 5)), b(std::vector<int>(64, 3)), sum(64), difference(64);
    sum_and_difference<<<2, 32>>>({sum.data(), 64}, {(right ? difference : sum).data(), 64},
                                  {a.data(), 64}, {b.data(), 64});
    if (right) expect_all("sum", sum.host(), std::vector<int>(64, 8));
    return finish(argv[1]);
}

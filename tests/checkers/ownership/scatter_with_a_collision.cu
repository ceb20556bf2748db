// Every thread writes its value to the place that a table names. Two entries of the table are equal,
// so one element is written twice, and which value stays depends on who comes last.
// checker: ownership
// finds: TwoOwners

#include "../check.h"

#include <ws/ws.h>

__global__ void place(ws::scatter_span<int> out, ws::span<const int> where) {
    const auto i = ws::index_1d();
    out.store(where[i], static_cast<int>(i.value())); // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    constexpr int n = 256;
    std::vector<int> where(n), expected(n);
    for (int i = 0; i < n; ++i) where[i] = i * 77 % n; // 77 is odd: a permutation
    if (!right) where[200] = where[3];
    for (int i = 0; i < n; ++i) expected[where[i]] = i;
    DeviceArray<int> table(where), out(n);
    place<<<2, n / 2>>>({out.data(), n}, {table.data(), n});
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}

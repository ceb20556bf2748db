// The output comes twice: as an owned span and, from before the change, as a pointer. The old code
// still writes the mirrored element through the pointer.
// checker: ownership
// finds: ForeignOwner

#include "../check.h"

#include <ws/ws.h>

template <bool right>
__global__ void fill(ws::disjoint_span<int> out, int* old) {
    const auto i = ws::index_1d();
    if (right)
        out.store(i, 7);
    else if (auto own = out.get(i))
        old[out.size() - 1 - i.value()] = 7; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(100);
    const auto kernel = right ? fill<true> : fill<false>;
    kernel<<<4, 32>>>({out.data(), 100}, out.data());
    expect_all("out", out.host(), std::vector<int>(100, 7));
    return finish(argv[1]);
}

// A thread gets a reference to its own element and then steps to the next one. No type stops
// pointer arithmetic; the neighbour owns that element.
// checker: ownership
// finds: ForeignOwner

#include "../check.h"

#include <ws/ws.h>

template <bool right>
__global__ void mark(ws::disjoint_span<int> out) {
    if (auto own = out.get(ws::index_1d())) {
        int* const place = &*own;
        const bool last = threadIdx.x == 31;
        place[right || last ? 0 : 1] = 1; // [wrong]
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(32);
    const auto kernel = right ? mark<true> : mark<false>;
    kernel<<<1, 32>>>({out.data(), 32});
    if (right) expect_all("out", out.host(), std::vector<int>(32, 1));
    return finish(argv[1]);
}

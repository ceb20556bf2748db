// Each thread fills a run of 4 elements, also the last one, which has 2 only: what follows the buffer
// is overwritten. A run knows its size.
// checker: memory
// finds: OutOfBounds

#include "../check.h"

#include <ws/ws.h>

template <bool right>
__global__ void fill(ws::disjoint_span<int, ws::runs<4>> out) {
    const auto run = out.get(ws::run_index<4>());
    if (!run) return;
    const unsigned size = right ? run.size() : 4;
    for (unsigned k = 0; k < size; ++k) run[k] = 1; // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(102);
    const auto kernel = right ? fill<true> : fill<false>;
    kernel<<<1, 32>>>({out.data(), 102});
    if (right) expect_all("out", out.host(), std::vector<int>(102, 1));
    return finish(argv[1]);
}

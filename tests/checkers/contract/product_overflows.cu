// 65536 rows of 65536 columns: their product is 0 in 32 bits, and every size is enough for that.
// checker: contract
// finds: ClauseFailed

#include "../check.h"

#include <ws/ws.h>

template <bool right>
__global__ void fill(ws::disjoint_span<int> out, unsigned rows, unsigned columns) {
    WS_REQUIRES(out.size() >= ws::checked(rows) * columns); // [wrong]
    if (out.size() >= rows * columns) out.store(ws::index_1d(), 1);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(64);
    const unsigned side = right ? 8 : 65536;
    const auto kernel = right ? fill<true> : fill<false>;
    kernel<<<1, 64>>>({out.data(), 64}, side, side);
    if (right) expect_all("out", out.host(), std::vector<int>(64, 1));
    return finish(argv[1]);
}

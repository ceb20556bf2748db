// A clause need not be a comparison, and compares floating-point numbers too.
// checker: contract
// finds: ClauseFailed

#include "../check.h"

#include <ws/ws.h>

__global__ void scale(ws::disjoint_span<float> out, float factor, int n) {
    WS_REQUIRES((n > 0 && n % 2 == 0), // [wrong]
                factor > 0.5f);        // [wrong]
    if (auto own = out.get(ws::index_1d())) *own = factor * static_cast<float>(n);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<float> out(32);
    if (right)
        scale<<<1, 32>>>({out.data(), 32}, 2, 4);
    else
        scale<<<1, 32>>>({out.data(), 32}, 0.25f, 3);
    if (right) expect_all("out", out.host(), std::vector<float>(32, 8));
    return finish(argv[1]);
}

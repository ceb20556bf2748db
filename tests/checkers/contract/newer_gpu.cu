// The kernel counts on what GPUs from a compute capability on can do, and runs on an older one.
// checker: contract
// finds: ClauseFailed

#include "../check.h"

#include <ws/ws.h>

template <int capability>
__global__ void fill(ws::disjoint_span<int> out) {
    WS_REQUIRES(ws::compute_capability() >= capability, ws::cluster_shape() == ws::shape(1)); // [wrong]
    out.store(ws::index_1d(), 1);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(32);
    const auto kernel = right ? fill<80> : fill<990>;
    kernel<<<1, 32>>>({out.data(), 32});
    if (right) expect_all("out", out.host(), std::vector<int>(32, 1));
    return finish(argv[1]);
}

// The kernel reads an input for each output element and is given a shorter input.
// checker: contract
// finds: ClauseFailed

#include "../check.h"

#include <ws/ws.h>

__global__ void add(ws::disjoint_span<float> y, ws::span<const float> x) {
    WS_REQUIRES(y.size() <= x.size()); // [wrong]
    const auto i = ws::index_1d();
    if (auto own = y.get(i)) *own += x[i];
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<float> x(std::vector<float>(100, 2)), y(100);
    add<<<4, 32>>>({y.data(), 100}, {x.data(), right ? 100u : 50u});
    expect("the launch", cudaGetLastError(), right ? cudaSuccess : cudaErrorInvalidConfiguration);
    expect_all("y", y.host(), std::vector<float>(100, right ? 2.0f : 0.0f));
    return finish(argv[1]);
}

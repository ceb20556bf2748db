// The kernel takes a 1-D index and the launch is 2-D: threads with the same x and different y would
// have the same index, and write the same element.
// checker: contract
// finds: WrongRank

#include "../check.h"

#include <ws/ws.h>

__global__ void fill(ws::disjoint_span<int> out) {
    const auto i = ws::index_1d(); // [wrong]
    out.store(i, 1);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(64);
    fill<<<2, right ? dim3(32) : dim3(32, 2)>>>({out.data(), 64});
    expect("the launch", cudaGetLastError(), right ? cudaSuccess : cudaErrorInvalidConfiguration);
    expect_all("out", out.host(), std::vector<int>(64, right ? 1 : 0)); // wrong: nothing has run
    return finish(argv[1]);
}

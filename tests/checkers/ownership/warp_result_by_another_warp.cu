// Warp w's sum goes to element w. The last warp of a block also writes a final value, but to the
// first warp's element.
// checker: ownership
// finds: ForeignOwner

#include "../check.h"

#include <ws/ws.h>

template <bool right>
__global__ void sums(ws::disjoint_span<int, ws::warps> out) {
    const auto warp = ws::warp_index();
    const int sum = __reduce_add_sync(~0u, 1);
    if (auto own = out.get(warp)) {
        *own = sum;
        const bool last = threadIdx.x == blockDim.x - 32;
        if (!right && last) (&*own)[-1] = 0; // [wrong]
    }
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(4);
    const auto kernel = right ? sums<true> : sums<false>;
    kernel<<<2, 64>>>({out.data(), 4});
    if (right) expect_all("out", out.host(), std::vector<int>(4, 32));
    return finish(argv[1]);
}

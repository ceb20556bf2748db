// The reordering of a fast Fourier transform: element i goes where i's bits lead when they are read
// backwards. With one bit too few, halves of the array fall onto the same places.
// checker: ownership
// finds: TwoOwners

#include "../check.h"

#include <ws/ws.h>

constexpr int bits = 7, n = 1 << bits;

template <bool right>
__global__ void reorder(ws::scatter_span<float> out, ws::span<const float> in) {
    const auto i = ws::index_1d();
    const unsigned place = __brev(i.value()) >> (right ? 32 - bits : 33 - bits);
    out.store(place, in.load(i, 0)); // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<float> values(n), expected(n);
    for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i);
    for (int i = 0; i < n; ++i) {
        int place = 0;
        for (int b = 0; b < bits; ++b) place |= (i >> b & 1) << (bits - 1 - b);
        expected[place] = values[i];
    }
    DeviceArray<float> in(values), out(n);
    const auto kernel = right ? reorder<true> : reorder<false>;
    kernel<<<1, n>>>({out.data(), n}, {in.data(), n});
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}

// Each block keeps the even numbers of its part and packs them. Without the offset of the block all
// blocks pack into the same places.
// checker: ownership
// finds: TwoOwners

#include "../check.h"

#include <ws/ws.h>

template <bool right>
__global__ void keep_even(ws::scatter_span<int> out, ws::span<const int> in) {
    const auto i = ws::index_1d();
    const bool keep = in[i] % 2 == 0;
    const unsigned kept = __ballot_sync(~0u, keep);
    const unsigned before = __popc(kept & ((1u << threadIdx.x) - 1));
    const unsigned offset = right ? blockIdx.x * 16 : 0; // half of the numbers are even
    if (keep) out.store(offset + before, in[i]);         // [wrong]
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    std::vector<int> numbers(128), expected(64);
    for (int i = 0; i < 128; ++i) numbers[i] = i;
    for (int i = 0; i < 64; ++i) expected[i] = 2 * i;
    DeviceArray<int> in(numbers), out(64);
    const auto kernel = right ? keep_even<true> : keep_even<false>;
    kernel<<<4, 32>>>({out.data(), 64}, {in.data(), 128});
    if (right) expect_all("out", out.host(), expected);
    return finish(argv[1]);
}

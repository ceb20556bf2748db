// A clause may use parameters, but not what they point to: before the launch nobody knows what will be
// there when it begins.
// checker: contract
// finds: BadContract

#include "../check.h"

#include <ws/ws.h>

template <bool right>
__global__ void fill(ws::disjoint_span<int> out, const int* count) {
    if constexpr (right)
        WS_REQUIRES(count != nullptr);
    else
        WS_REQUIRES(*count > 0); // [wrong]
    if (*count > 0) out.store(ws::index_1d(), 1);
}

int main(int argc, char** argv) {
    const bool right = is_right(argc, argv);
    DeviceArray<int> out(32), count(std::vector<int>{1});
    const auto kernel = right ? fill<true> : fill<false>;
    kernel<<<1, 32>>>({out.data(), 32}, count.data());
    if (right) expect_all("out", out.host(), std::vector<int>(32, 1));
    return finish(argv[1]);
}

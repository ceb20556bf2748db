// span, optional, array, tuple and bit operations of the standard library in device code.
// absent: .extern
// ptx: popc.b32
#include <array>
#include <bit>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

__global__ void kernel(float* data, int n) {
    std::span<float> values(data, n);
    std::array<int, 3> counts{1, 2, 3};
    std::optional<int> chosen;
    if (n > 3) chosen = n;
    auto [a, b] = std::make_tuple(n, 2 * n);
    values[0] = counts[n % 3] + chosen.value_or(7) + std::popcount(unsigned(n)) + a + b;
    std::swap(values[1], values[2]);
    for (float& value : values.subspan(3))
        value += 1;
}

int main() {
    kernel<<<1, 1>>>(nullptr, 1);
}

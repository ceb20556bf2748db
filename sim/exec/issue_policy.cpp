// Turn order of warps and blocks, natural or seeded.
#include "sim/exec/issue_policy.h"

#include <numeric>

namespace warpscope {
namespace {

/// Warp instructions of one turn: long enough to keep a warp's registers in the cache, short enough
/// that warps which wait for each other in shared memory get on.
constexpr std::uint32_t kTurn = 128;

} // namespace

std::uint64_t mix(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
    std::uint64_t z = seed + 0x9E3779B97F4A7C15u * (a + 1) + 0xD1B54A32D192ED03u * (b + 1);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

std::uint64_t permuted(std::uint64_t seed, std::uint64_t round, std::uint64_t index,
                       std::uint64_t count) {
    if (seed == 0 || count < 2) return index;
    // An affine map modulo `count` is a permutation when its factor has no divisor in common with
    // `count`.
    const std::uint64_t random = mix(seed, round, count);
    std::uint64_t factor = 1 + random % (count - 1);
    while (std::gcd(factor, count) != 1)
        factor = factor % (count - 1) + 1;
    return (factor * (index % count) + (random >> 32)) % count;
}

std::uint32_t TurnPolicy::warp_of_turn(const Block& block, std::uint32_t turn) {
    const std::uint32_t count = static_cast<std::uint32_t>(block.warps.size());
    const std::uint32_t round = turn / count;
    return static_cast<std::uint32_t>(
        permuted(seed_, mix(0, block.linear, round), turn % count, count));
}

std::uint32_t TurnPolicy::turn_length(Block& block, std::uint32_t turn) {
    if (seed_ == 0) return kTurn;
    return 1 + static_cast<std::uint32_t>(mix(seed_, block.linear, turn) % kTurn);
}

} // namespace warpscope

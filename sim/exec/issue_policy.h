// IssuePolicy: which warp of a block runs next, and for how long. The timing model has its own.
#pragma once

#include <cstdint>

#include "sim/state/block.h"

namespace warpscope {

class IssuePolicy {
public:
    virtual ~IssuePolicy() = default;
    /// The warp whose turn is number `turn` of this block.
    virtual std::uint32_t warp_of_turn(const Block& block, std::uint32_t turn) = 0;
    /// How many warp instructions that turn lasts at most; 0 passes it on to the next warp. Asked
    /// first when a turn begins, and may choose which split of the warp goes on.
    virtual std::uint32_t turn_length(Block& block, std::uint32_t turn) = 0;
    /// Whether it keeps something of the block from running that could run: no deadlock, then.
    virtual bool holds(const Block&) const { return false; }
};

/// Warps take turns in rising order; a seed other than 0 starts elsewhere, permutes them and varies
/// the turns. A function of seed, block and turn alone, so that it does not matter which host
/// thread runs a block.
class TurnPolicy final : public IssuePolicy {
public:
    explicit TurnPolicy(std::uint64_t seed) : seed_(seed) {}
    std::uint32_t warp_of_turn(const Block& block, std::uint32_t turn) override;
    std::uint32_t turn_length(Block& block, std::uint32_t turn) override;

private:
    std::uint64_t seed_;
};

/// A well-mixed function of its arguments (SplitMix64's finaliser), for seeded orders.
std::uint64_t mix(std::uint64_t seed, std::uint64_t a, std::uint64_t b);

/// Position `index` of a seeded permutation of 0 ... count - 1; seed 0 gives `index`.
std::uint64_t permuted(std::uint64_t seed, std::uint64_t round, std::uint64_t index,
                       std::uint64_t count);

} // namespace warpscope

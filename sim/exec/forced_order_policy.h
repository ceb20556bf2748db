// ForcedOrderPolicy: the turns of a forced order.
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "sim/exec/forced_order.h"
#include "sim/exec/issue_policy.h"
#include "sim/exec/splits.h"

namespace warpscope {

/// Under model `Stack` lanes of one warp cannot be forced: only the top of the stack ever runs.
class ForcedOrderPolicy final : public IssuePolicy {
public:
    ForcedOrderPolicy(std::uint64_t seed, DivergenceModel divergence, const ForcedOrder& order);

    std::uint32_t warp_of_turn(const Block& block, std::uint32_t turn) override;
    std::uint32_t turn_length(Block& block, std::uint32_t turn) override;
    bool holds(const Block& block) const override;

    /// Told now and then how many warp instructions the launch has executed.
    void watch(std::uint64_t executed);
    /// Nothing else can run.
    void give_up();
    ForcedEnd end() const;

private:
    enum Which : unsigned { First, Second };
    /// A block with one of the two accesses: its turns are those of the seed, in smaller pieces.
    struct WatchedBlock {
        std::uint32_t turn = 0, left = 0; ///< of the seed's order; warp instructions left in it
        std::uint32_t warp = 0;           ///< whose turn it is
        std::uint32_t granted = 0;        ///< warp instructions of the last piece
        std::uint64_t before = 0;         ///< Warp::executed when it began
        std::array<bool, 2> at_access{};  ///< whether the last piece executes the instruction
    };

    const ForcedAccess& access(Which which) const {
        return which == First ? order_.first : order_.second;
    }
    bool settled() const { return given_up_ || done_[First] || done_[Second]; }
    bool watched(const Block& block, std::uint32_t warp) const;
    void account(const Block& block, WatchedBlock& watched);
    std::uint32_t next_split(const Warp& warp) const;
    bool stands_at(const Warp& warp, std::uint32_t split, Which which) const;
    bool is_held(const Warp& warp, std::uint32_t split) const;
    bool hold_back(Warp& warp);
    bool let_another_run(Warp& warp) const;

    TurnPolicy base_;
    DivergenceModel divergence_;
    ForcedOrder order_;
    std::map<std::uint64_t, WatchedBlock> blocks_; ///< by linear index
    std::array<std::uint64_t, 2> count_{};
    std::array<bool, 2> done_{};
    bool given_up_ = false, kept_ = false;
    bool holding_ = false;
    std::uint64_t held_since_ = 0, executed_ = 0;
};

} // namespace warpscope

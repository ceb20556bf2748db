// Block: its warps, shared memory and barriers. Plain copyable state.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/base/dim3.h"
#include "sim/state/warp.h"

namespace warpscope {

/// Named barriers a block has (PTX ISA, "bar").
inline constexpr unsigned kBarriers = 16;

enum class BarrierOperation : std::uint8_t { Sync, Arrive, ReduceCount, ReduceAnd, ReduceOr };

/// One barrier's current phase.
struct BarrierState {
    std::uint32_t expected = 0;    ///< threads it waits for, 0 while nobody came
    std::uint32_t arrived = 0;     ///< threads so far; whole warps count 32 for the .aligned forms
    std::uint32_t count_true = 0;  ///< bar.red: threads whose predicate was true
    std::uint32_t count_voted = 0; ///< bar.red: threads that gave a predicate
    BarrierOperation operation = BarrierOperation::Sync;
    bool all_threads = false; ///< no count was given: every living thread of the block
};

struct Block {
    Dim3 index;
    std::uint64_t linear = 0;
    std::vector<Warp> warps;
    std::vector<std::uint8_t> shared; ///< static, then dynamic
    std::array<BarrierState, kBarriers> barriers;
    std::uint32_t turn = 0;       ///< position in the order in which warps take turns
    std::uint32_t turn_left = 0;  ///< warp instructions left in the current turn
    std::uint32_t idle_turns = 0; ///< turns in a row in which no warp could move
    std::uint64_t executed = 0;   ///< warp instructions: what %clock counts
    std::uint32_t living_warps = 0;
    std::uint32_t living_threads = 0;

    bool finished() const { return living_warps == 0; }
};

} // namespace warpscope

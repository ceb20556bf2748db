// A block's life: fresh state, warps in turns, deadlock when no warp can move.
#include <algorithm>

#include "sim/exec/engine.h"
#include "sim/memory/dependence.h"

namespace warpscope {

void Engine::start_block(Block& block, std::uint64_t linear) {
    block.linear = linear;
    block.index = from_linear_index(linear, plan_.facts.grid);
    block.barriers.fill(BarrierState{});
    block.turn = block.idle_turns = 0;
    block.turn_left = 0;
    block.executed = 0;
    block.shared.assign(plan_.facts.total_shared_bytes, kPoison);
    block.warps.resize(plan_.warps_per_block);
    block.living_warps = plan_.warps_per_block;
    block.living_threads = static_cast<std::uint32_t>(volume(plan_.facts.block));
    for (std::uint32_t w = 0; w < plan_.warps_per_block; ++w)
        start_warp(block.warps[w], block, plan_, w);
}

TurnEnd Engine::run_block(Block& block, std::uint64_t limit, std::uint64_t& executed) {
    const std::uint64_t start = executed;
    context_.block = &block;
    const bool by_page = context_.tracker != nullptr && context_.tracker->watches_pages();
    context_.block_tag = by_page ? 1 : static_cast<std::uint32_t>(block.linear + 1);
    // Who only listens for faults, prints and barriers is told where those happen.
    const Interest& interest = plan_.interest;
    const bool observed = interest.instructions || interest.accesses || interest.synchronisation;
    const std::uint32_t warps = static_cast<std::uint32_t>(block.warps.size());
    while (!block.finished()) {
        if (executed - start >= limit) return TurnEnd::Limit;
        if (block.turn_left == 0) block.turn_left = policy_.turn_length(block, block.turn);
        Warp& warp = block.warps[policy_.warp_of_turn(block, block.turn)];
        const std::uint64_t before = executed;
        TurnEnd end = TurnEnd::Blocked;
        if (!warp.finished() && block.turn_left != 0) {
            const std::uint64_t length =
                std::min<std::uint64_t>(block.turn_left, limit - (executed - start));
            end = observed ? run_warp<true>(block, warp, length, executed)
                           : run_warp<false>(block, warp, length, executed);
            if (end == TurnEnd::Fault) return TurnEnd::Fault;
        }
        const std::uint32_t used = static_cast<std::uint32_t>(executed - before);
        warp.executed += used;
        block.turn_left -= used;
        // A turn counts as idle when nothing of the block moved in it.
        block.idle_turns = used != 0 ? 0 : block.idle_turns + 1;
        if (end != TurnEnd::Limit || block.turn_left == 0) {
            block.turn_left = 0;
            ++block.turn;
        }
        // Two full rounds, because a seeded round may visit a warp twice before another.
        if (block.idle_turns > 2 * warps && !block.finished()) {
            if (policy_.holds(block)) {
                block.idle_turns = 0;
                return TurnEnd::Held;
            }
            report_deadlock(block);
            return TurnEnd::Fault;
        }
    }
    return TurnEnd::Finished;
}

} // namespace warpscope

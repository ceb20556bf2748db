// Control flow of one function: basic blocks, immediate post-dominators, where diverged lanes rejoin.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/program/module.h"

namespace warpscope {

/// A run of instructions [first, last] entered only at the top and left only at the bottom.
struct BasicBlock {
    std::uint32_t first = 0, last = 0;
    std::vector<std::uint32_t> successors;  ///< block indices; the exit is blocks.size()
};

struct ControlFlow {
    std::vector<BasicBlock> blocks;
    std::vector<std::uint32_t> block_of;            ///< per instruction
    std::vector<std::uint32_t> post_dominator;      ///< per block: block index, or blocks.size() for the exit
    /// Per instruction: where lanes that diverge here rejoin; instructions.size() stands for the function's end.
    std::vector<std::uint32_t> reconvergence;
};

/// Post-dominators by Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
/// Blocks that cannot reach the exit (endless loops) are joined to it by a virtual edge.
ControlFlow analyse_control_flow(const Function& function);

}  // namespace warpscope

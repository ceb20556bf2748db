// Shared memory's banks: in how many passes one warp's access is served, and which lanes are in
// each other's way.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/address.h"
#include "sim/base/lane_mask.h"

namespace warpscope {

/// A word of this many bytes comes from each bank in one pass (CUDA C++ Programming Guide, "Shared
/// Memory" of compute capability 5.x and later).
inline constexpr unsigned kBankBytes = 4;
inline constexpr unsigned kBanks = 32;

enum class SharedOperation : std::uint8_t {
    Load,
    Store,
    Atomic,         ///< of 32 bits, on integers
    CompareAndSwap, ///< of 32 bits
    AsyncCopy,      ///< the writing half of cp.async.ca
};

/// What the lanes of one warp instruction do to shared memory.
struct SharedAccess {
    SharedOperation operation = SharedOperation::Load;
    unsigned width = 4;               ///< bytes a lane touches, vectors included: 1, 2, 4, 8 or 16
    LaneMask lanes = 0;               ///< those that take part
    const Address* offsets = nullptr; ///< of all 32 lanes, in bytes, of 32 bits; aligned to `width`
};

/// How many passes an access takes. The counts are the profiler's: wavefronts is
/// l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}, conflicts is
/// l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{ld,st} (of an asynchronous copy,
/// ..._op_ldgsts).
struct SharedCost {
    unsigned wavefronts = 0;
    unsigned conflicts = 0; ///< wavefronts beyond those that the width alone asks for
    unsigned groups = 0;    ///< lanes that are served together: what conflicts are counted from
    unsigned repeats =
        0; ///< lanes at a place that another lane of their group has, less one a place
    bool operator==(const SharedCost&) const = default;
};

/// Exact on an H200 in 1,144 recorded accesses (tests/golden/memory_accesses).
SharedCost shared_cost(const SharedAccess& access);

/// The same of an access to one word a lane, or to a part of it: `words` are those of all 32 lanes,
/// offset / kBankBytes.
SharedCost shared_word_cost(SharedOperation operation, LaneMask lanes,
                            const std::array<std::uint32_t, kLanes>& words);

/// An atomic that shared memory's own units do not know (adding floats, 64-bit arithmetic): the
/// GPU's compiler makes it a loop of a load and a compare-and-swap, in which each round serves one
/// lane of every bank, and of lanes at one place one.
struct SharedLoopCost {
    SharedCost loads;   ///< of all rounds; the profiler counts them as loads
    SharedCost updates; ///< ..._op_atom; the profiler sees no conflicts in them
    unsigned rounds = 0;
    bool operator==(const SharedLoopCost&) const = default;
};

/// Exact on an H200 in 84 recorded updates of 4 and 8 bytes; the operation of `access` is not used.
SharedLoopCost shared_loop_cost(const SharedAccess& access);

/// ldmatrix and stmatrix: `rows` are the offsets of the 16-byte rows, eight for each matrix, of one
/// to four matrices.
SharedCost shared_matrix_cost(std::span<const Address> rows);

/// What one bank does in one pass.
struct BankPass {
    std::uint8_t group = 0, pass = 0; ///< from 0
    std::uint8_t bank = 0;
    std::uint64_t word = 0; ///< offset / kBankBytes
    LaneMask lanes = 0;     ///< who is served
};

/// The passes one by one, by group, pass and bank: who waits for whom. Lanes of one bank that are
/// in different passes of a group collide. Of each group, the passes of its busiest bank are its
/// wavefronts (half of them for CompareAndSwap).
std::vector<BankPass> bank_passes(const SharedAccess& access);

} // namespace warpscope

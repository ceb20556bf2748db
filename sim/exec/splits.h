// Splits: how a warp's lanes part at a branch, wait for each other at its post-dominator, and go
// on.
//
// Model `Volta`: splits progress independently. A split that waits at a post-dominator is released
// after the others have taken a bounded number of back-edges, so that loops in which lanes wait for
// lanes of their own warp end. Only back-edges of loops that can notice another lane's progress
// count (an atomic whose result is used, or a volatile or ordered load in the loop), so that
// ordinary loops with unequal trip counts rejoin as on hardware. Model `Stack`: a pre-Volta SIMT
// stack; a waiting split is never released, and the newest split runs first.
#pragma once

#include <cstdint>

#include "sim/state/warp.h"

namespace warpscope {

enum class DivergenceModel : std::uint8_t { Volta, Stack };

/// Spin back-edges of the others after which a split that waits at a post-dominator is let go.
inline constexpr std::uint64_t kReleaseAfterSpinEdges = 32;
/// Back-edges after which a split lets the warp's other splits run: of loops that may wait, and of
/// all others.
inline constexpr std::uint32_t kYieldAfterSpinEdges = 4;
inline constexpr std::uint32_t kYieldAfterBackEdges = 4096;

/// The two splits that a diverging one became; kNoPosition for lanes that stand at the rejoin
/// point.
struct Parted {
    std::uint32_t taken = kNoPosition, other = kNoPosition;
};

/// The lanes `taken` of split `s` go to `target`, the others to `next`; both rejoin at `rejoin`.
/// Neither is empty. warp.current stays with the others if it was `s`.
Parted diverge(Warp& warp, std::uint32_t s, LaneMask taken, std::uint32_t target,
               std::uint32_t next, std::uint32_t rejoin);

/// Takes `lanes` out of split `s` into a split of their own with the same pc, rejoin point and
/// frame; returns its index.
std::uint32_t split_off(Warp& warp, std::uint32_t s, LaneMask lanes);

/// Split `s` stands at its rejoin point: it waits, or, when all lanes have come, they go on as one
/// split.
void arrive_at_rejoin(Warp& warp, std::uint32_t s);
/// The same, if `s` stands there at all.
inline void settle(Warp& warp, std::uint32_t s) {
    if (warp.splits[s].pc == warp.splits[s].rejoin_pc) arrive_at_rejoin(warp, s);
}

/// All lanes of split `s` exit.
void retire(Warp& warp, std::uint32_t s);

/// Makes warp.current a split that can run; false when none can. `rotate` asks for another one than
/// the current.
bool choose_split(Warp& warp, DivergenceModel model, bool rotate);

/// Lets a split go on without the lanes it waits for at its rejoin point, if one has waited long
/// enough, or
/// (`now`) the one that waits at the outermost point. False when none could be released.
bool release_waiting(Warp& warp, bool now);

/// Recomputes Split::rejoin_pc after rejoin or frame changed.
void refresh_rejoin_pc(Warp& warp, Split& split);

} // namespace warpscope

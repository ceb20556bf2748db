// The member mask of `.sync` instructions: which lanes take part, and whether they have all come
// (PTX ISA, "shfl.sync": "executing thread waits until all non-exited threads corresponding to membermask ...").
#pragma once

#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

inline Outcome bad_member_mask(Context& c, LaneMask at_fault) {
    c.fault.kind = FaultKind::BadMemberMask;
    c.fault.lanes = at_fault;
    c.fault.lane = static_cast<unsigned>(__builtin_ctz(at_fault));
    c.fault.address = 0;
    c.fault.width = 0;
    c.fault.is_store = false;
    return Outcome::Fault;
}

/// The active lanes name different masks, as the tiles of a warp do: each set of lanes with one mask is a group of its
/// own. Next: every group is complete. Fault: a lane is not in its own mask, or is in the mask of another group.
/// PartByMask: the lanes in Context::part_lanes have to wait, so the groups must go on one by one.
inline Outcome gather_groups(Context& c, const std::uint32_t* named) {
    for (LaneMask rest = c.active; rest != 0;) {
        const LaneMask members = named[__builtin_ctz(rest)];
        const LaneMask group = rest & mask_of([&](unsigned l) { return named[l] == members; });
        const LaneMask at_fault = (group & ~members) | (members & c.active & ~group);
        if (at_fault != 0) return bad_member_mask(c, at_fault);
        if ((members & c.warp->alive & ~c.active) != 0) {
            c.part_lanes = group;
            return Outcome::PartByMask;
        }
        rest &= ~group;
    }
    return Outcome::Next;
}

/// Reads the masks at lane vector `offset` and calls perform() once for each group of lanes that have come together,
/// with just those active. When lanes are missing, or masks do not fit, nothing is performed, and the result is what
/// the instruction must return.
template <class Perform> WARPSCOPE_INLINE Outcome with_members(Context& c, std::uint32_t offset, Perform perform) {
    const std::uint32_t* named = lanes<std::uint32_t>(c, offset);
    const LaneMask active = c.active;
    if (active == 0) return Outcome::Next;
    const LaneMask members = named[__builtin_ctz(active)];
    const LaneMask differing = active & mask_of([&](unsigned l) { return named[l] != members; });
    if (differing == 0) [[likely]] {
        const LaneMask at_fault = active & ~members;
        if (at_fault != 0) [[unlikely]] return bad_member_mask(c, at_fault);
        if ((members & c.warp->alive & ~active) != 0) {
            c.member_mask = members;
            return Outcome::WaitForLanes;
        }
        perform();
        return Outcome::Next;
    }
    if (const Outcome o = gather_groups(c, named); o != Outcome::Next) return o;
    for (LaneMask rest = active; rest != 0; rest &= ~c.active) {
        const LaneMask mask = named[__builtin_ctz(rest)];
        c.active = rest & mask_of([&](unsigned l) { return named[l] == mask; });
        perform();
    }
    c.active = active;
    return Outcome::Next;
}

}  // namespace
WARPSCOPE_ISA_END

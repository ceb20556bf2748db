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

/// Reads the mask at lane vector `offset`. Next: all living lanes that it names are active, so perform; else what
/// the instruction must return, with nothing written. The active lanes must agree on the mask and be in it.
WARPSCOPE_INLINE Outcome gather_members(Context& c, std::uint32_t offset) {
    const std::uint32_t* named = lanes<std::uint32_t>(c, offset);
    const LaneMask active = c.active;
    if (active == 0) return Outcome::Next;
    const LaneMask members = named[__builtin_ctz(active)];
    LaneMask differing = 0;
    for (unsigned l = 0; l < kLanes; ++l) differing |= static_cast<LaneMask>(named[l] != members ? 1u : 0u) << l;
    if (const LaneMask at_fault = active & (differing | ~members); at_fault != 0) [[unlikely]]
        return bad_member_mask(c, at_fault);
    if ((members & c.warp->alive & ~active) != 0) {
        c.member_mask = members;
        return Outcome::WaitForLanes;
    }
    return Outcome::Next;
}

}  // namespace
WARPSCOPE_ISA_END

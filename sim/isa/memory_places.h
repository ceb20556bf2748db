// The usual way to the host memory behind a warp's addresses: all lanes reach one piece of memory,
// and how their addresses lie is known or found out by address_pattern.h. Included by files of
// sim/isa only; everything is internal to their level.
#pragma once

#include "sim/isa/memory_extents.h"

WARPSCOPE_ISA_BEGIN

/// Fills the pattern of the instruction's address registers; `stride` is the step that makes lanes
/// a run. Defined in memory_access.cpp.
void find_pattern(const Context& c, const DecodedInstruction& i, std::uint8_t stride,
                  AddressPattern& p);

namespace {

/// The pattern of the instruction's address registers; another one of its group may have found it
/// out.
WARPSCOPE_INLINE const AddressPattern& pattern_of(Context& c, const DecodedInstruction& i,
                                                  std::uint64_t width) {
    AddressPatterns& patterns = *c.patterns;
    const std::uint32_t group = i.address_group & ~kLeadsGroup;
    AddressPattern& p = patterns.of_group[group % AddressPatterns::kSlots];
    const std::uint64_t owner = patterns.epoch | group;
    const bool follows = group != 0 && i.address_group == group;
    if (follows && p.owner == owner && p.active == c.active) return p;
    p.owner = group != 0 ? owner : 0;
    find_pattern(c, i, static_cast<std::uint8_t>(width), p);
    return p;
}

/// True when `span` + `width` bytes from simulated address `lowest` on lie in the extent.
WARPSCOPE_INLINE bool lies_in(const Extent& extent, Address lowest, std::uint64_t span,
                              std::uint64_t width) {
    const std::uint64_t offset = lowest - extent.base, last = extent.size - width;
    return extent.size >= width && offset <= last && span <= last - offset;
}

/// True when all active lanes are aligned and inside the extent; then `host` is where the lowest of
/// them is.
WARPSCOPE_INLINE bool place_lowest(const Extent& extent, const AddressPattern& p,
                                   const DecodedInstruction& i, std::uint64_t width,
                                   std::uint64_t& host) {
    const auto displacement = static_cast<std::uint64_t>(i.displacement);
    if (p.shape == AddressPattern::Shape::Far || ((p.low_bits | displacement) & (width - 1)) != 0)
        return false;
    Address lowest = p.lowest + displacement;
    if (i.address_is_32_bit) {
        lowest &= UINT32_MAX;
        if (lowest + p.span > UINT32_MAX) return false;
    }
    host = lowest - extent.base + extent.host;
    return lies_in(extent, lowest, p.span, width);
}

/// The same; then `out` has the places of all active lanes.
WARPSCOPE_INLINE bool place_pattern(const Extent& extent, const AddressPattern& p,
                                    const DecodedInstruction& i, std::uint64_t width, Places& out) {
    if (!place_lowest(extent, p, i, width, out.first)) return false;
    out.shared = 0;
    out.pattern = nullptr;
    out.regular = p.shape != AddressPattern::Shape::Offsets;
    if (p.shape == AddressPattern::Shape::Uniform) {
        out.stride = extent.lane_stride;
    } else if (p.shape == AddressPattern::Shape::Run) {
        out.first -= std::uint64_t{first_active(p.active)} * p.stride;
        out.stride = extent.lane_stride + p.stride;
    } else if (extent.lane_stride == 0) {
        out.pattern = &p;
    } else {
        for (unsigned l = 0; l < kLanes; ++l)
            out.host[l] = out.first + p.offset[l] + l * extent.lane_stride;
    }
    return true;
}

/// An address without a register is the same in all lanes.
WARPSCOPE_INLINE bool place_absolute(const Extent& extent, const DecodedInstruction& i,
                                     std::uint64_t width, Places& out) {
    const auto address = static_cast<Address>(i.displacement);
    if ((address & (width - 1)) != 0 || !lies_in(extent, address, 0, width)) return false;
    out.shared = 0;
    out.pattern = nullptr;
    out.regular = true;
    out.first = address - extent.base + extent.host;
    out.stride = extent.lane_stride;
    return true;
}

WARPSCOPE_INLINE bool place_in(const Extent& extent, Context& c, const DecodedInstruction& i,
                               std::uint64_t width, Places& out) {
    if (i.address == kNoOperand) return place_absolute(extent, i, width, out);
    return place_pattern(extent, pattern_of(c, i, width), i, width, out);
}

/// True when the lanes of a non-empty mask follow each other without a gap.
WARPSCOPE_INLINE bool is_run(LaneMask mask) {
    const LaneMask shifted = mask >> __builtin_ctz(mask);
    return (shifted & (shifted + 1)) == 0;
}

} // namespace
WARPSCOPE_ISA_END

// The pieces of memory behind each space, and what the fast and the careful way to them share.
#pragma once

#include "sim/isa/memory_access.h"
#include "sim/memory/dependence.h"

WARPSCOPE_ISA_BEGIN

/// The careful way: lane by lane, whatever spaces the lanes reach; faults, the tracker and the records are served here.
bool locate_lanes(Context& c, StateSpace space, Request r, const DecodedInstruction& i, Places& out);

namespace {

WARPSCOPE_INLINE unsigned first_active(LaneMask active) {
    return static_cast<unsigned>(__builtin_ctz(active | 1u << 31));
}
/// PTX ISA, "Addresses as Operands": base register plus signed displacement, in the width of the register.
WARPSCOPE_INLINE Address effective_address(const Context& c, const DecodedInstruction& i, unsigned lane) {
    if (i.address == kNoOperand) return static_cast<Address>(i.displacement);
    const std::uint8_t* const base = c.registers + i.address;
    if (i.address_is_32_bit) {
        std::uint32_t narrow;
        __builtin_memcpy(&narrow, base + 4 * lane, sizeof narrow);
        return narrow + static_cast<std::uint32_t>(i.displacement);
    }
    std::uint64_t wide;
    __builtin_memcpy(&wide, base + 8 * lane, sizeof wide);
    return wide + static_cast<std::uint64_t>(i.displacement);
}

/// The allocation that this instruction touched last.
WARPSCOPE_INLINE CachedTranslation& translation_of(const Context& c, const DecodedInstruction& i) {
    return c.translations[&i - c.code];
}

/// Contiguous memory that an access may fall into: simulated address, size and host address.
struct Extent {
    Address base = 0;
    std::uint64_t size = 0;
    std::uint64_t host = 0;
    std::uint64_t lane_stride = 0;   ///< host bytes between one lane's memory and the next's (local memory)
};

WARPSCOPE_INLINE std::uint64_t host_address(const std::uint8_t* bytes) {
    return reinterpret_cast<std::uint64_t>(bytes);
}

WARPSCOPE_INLINE Extent shared_extent(const Context& c, Address base) {
    return {base, c.block->shared.size(), host_address(c.block->shared.data()), 0};
}
WARPSCOPE_INLINE Extent local_extent(const Context& c, Address base) {
    return {base, c.warp->local_stride, host_address(c.warp->local.data()), c.warp->local_stride};
}
WARPSCOPE_INLINE Extent frame_extent(const Context& c) {
    return {0, c.frame_parameters == nullptr ? 0u : c.frame_parameter_stride, host_address(c.frame_parameters),
            c.frame_parameter_stride};
}
WARPSCOPE_INLINE Extent kernel_parameter_extent(const Context& c) {
    return {kParameterWindow, c.launch->parameters.size(), host_address(c.launch->parameters.data()), 0};
}

/// Tells the tracker about lanes that all fall into one allocation: lane l at offset places[l] - origin.
WARPSCOPE_INLINE void track_lanes(Context& c, const Allocation& allocation, const std::uint64_t* places,
                                  std::uint64_t origin, LaneMask mask, Request r) {
    if (r.kind == AccessKind::Load) c.tracker->read(allocation, places, origin, mask, r.width, c.block_tag);
    else c.tracker->reduce(allocation, places, origin, mask, r.width, c.block_tag, r.reduction);
}

}  // namespace
WARPSCOPE_ISA_END

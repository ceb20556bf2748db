// Finds the host memory behind a warp's addresses in the usual case: all lanes reach one piece of memory. Everything
// else goes to memory_lanes.cpp.
#include "sim/isa/access_records.h"
#include "sim/isa/address_pattern.h"
#include "sim/isa/memory_places.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// Vectors of lanes that lie together are one piece each.
bool track_vectors(Context& c, const Allocation& allocation, std::uint64_t host, const Places& at, Request r) {
    const AddressPattern& p = *at.pattern;
    constexpr unsigned all = (1u << kVectors) - 1;
    const bool running = p.running == all && p.stride == r.width;
    if (c.active != kAllLanes || (p.same != all && !running)) return false;
    const std::uint64_t size = running ? r.width * kWidth : r.width;
    for (unsigned k = 0; k < kVectors; ++k) {
        const std::uint64_t offset = at.first + p.offset[k * kWidth] - host;
        if (r.kind == AccessKind::Load) c.tracker->read(allocation, offset, size, c.block_tag);
        else c.tracker->reduce(allocation, offset, size, c.block_tag, r.reduction);
    }
    return true;
}

void track_irregular(Context& c, const Allocation& allocation, std::uint64_t host, const Places& at, Request r) {
    if (at.pattern != nullptr && track_vectors(c, allocation, host, at, r)) return;
    std::uint64_t places[kLanes];
    for (unsigned l = 0; l < kLanes; ++l) places[l] = place_of_lane(at, l);
    track_lanes(c, allocation, places, host, c.active, r);
}
WARPSCOPE_INLINE void track(Context& c, const Allocation& allocation, std::uint64_t host, const Places& at, Request r) {
    if (c.tracker == nullptr || allocation.kind == AllocationKind::Constant) return;
    const bool one_piece = at.regular && (at.stride == 0 || (at.stride == r.width && is_run(c.active)));
    if (!one_piece) return track_irregular(c, allocation, host, at, r);
    const std::uint64_t offset = at.first - host + (at.stride == 0 ? 0 : first_active(c.active) * at.stride);
    const std::uint64_t lanes_touched = static_cast<std::uint64_t>(__builtin_popcount(c.active));
    const std::uint64_t size = at.stride == 0 ? r.width : lanes_touched * r.width;
    if (r.kind == AccessKind::Load) c.tracker->read(allocation, offset, size, c.block_tag);
    else c.tracker->reduce(allocation, offset, size, c.block_tag, r.reduction);
}

/// All active lanes found their places by their pattern: tells observers. `base`: see record_pattern.
WARPSCOPE_INLINE bool placed(Context& c, const DecodedInstruction& i, Request r, Space space, Address base,
                             const Places& at) {
    if (c.records != nullptr) [[unlikely]] record_pattern(c, i, r, space, base, at);
    return true;
}

/// Global, generic and constant accesses that fall into the allocation this instruction touched last.
WARPSCOPE_INLINE bool place_in_last_allocation(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    const CachedTranslation& t = translation_of(c, i);
    if (!place_in({t.base, t.size, host_address(t.bytes), 0}, c, i, r.width, out)) return false;
    track(c, *t.allocation, host_address(t.bytes), out, r);
    const bool constant = t.allocation->kind == AllocationKind::Constant;
    return placed(c, i, r, constant ? Space::Constant : Space::Global, 0, out);
}

WARPSCOPE_INLINE bool place_generic(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    const Address first = effective_address(c, i, first_active(c.active));
    if (first - kSharedWindow < kWindowSize) {
        if (!place_in(shared_extent(c, kSharedWindow), c, i, r.width, out)) return false;
        out.shared = c.active;
        return placed(c, i, r, Space::Shared, kSharedWindow, out);
    }
    if (first - kLocalWindow < kWindowSize)
        return r.kind < AccessKind::Atomic && place_in(local_extent(c, kLocalWindow), c, i, r.width, out) &&
               placed(c, i, r, Space::Local, kLocalWindow, out);
    return place_in_last_allocation(c, i, r, out);
}

}  // namespace

void find_pattern(const Context& c, const DecodedInstruction& i, std::uint8_t stride, AddressPattern& p) {
    const std::uint8_t* const base = c.registers + i.address;
    const bool full = c.active == kAllLanes;
    if (i.address_is_32_bit)
        full ? analyse_addresses<true, true>(base, kAllLanes, stride, p)
             : analyse_addresses<true, false>(base, c.active, stride, p);
    else
        full ? analyse_addresses<false, true>(base, kAllLanes, stride, p)
             : analyse_addresses<false, false>(base, c.active, stride, p);
}

bool locate_generic(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    return (c.patterns != nullptr && place_generic(c, i, r, out)) || locate_lanes(c, StateSpace::Generic, r, i, out);
}

bool locate_global(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    return (c.patterns != nullptr && place_in_last_allocation(c, i, r, out)) ||
           locate_lanes(c, StateSpace::Global, r, i, out);
}

bool locate_constant(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    return (c.patterns != nullptr && place_in_last_allocation(c, i, r, out)) ||
           locate_lanes(c, StateSpace::Constant, r, i, out);
}

bool locate_shared(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    if (c.patterns == nullptr || !place_in(shared_extent(c, 0), c, i, r.width, out))
        return locate_lanes(c, StateSpace::Shared, r, i, out);
    out.shared = c.active;
    return placed(c, i, r, Space::Shared, 0, out);
}

bool locate_local(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    if (c.patterns == nullptr || !place_in(local_extent(c, 0), c, i, r.width, out))
        return locate_lanes(c, StateSpace::Local, r, i, out);
    return placed(c, i, r, Space::Local, 0, out);
}

bool locate_parameter(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    const bool of_kernel = effective_address(c, i, first_active(c.active)) >= kParameterWindow;
    if (c.patterns == nullptr || (of_kernel && r.kind != AccessKind::Load) ||
        !place_in(of_kernel ? kernel_parameter_extent(c) : frame_extent(c), c, i, r.width, out))
        return locate_lanes(c, StateSpace::Parameter, r, i, out);
    return placed(c, i, r, Space::Parameter, of_kernel ? kParameterWindow : 0, out);
}

WARPSCOPE_ISA_END

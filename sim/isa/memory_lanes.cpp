// Resolves a memory instruction lane by lane: accesses that cross allocations or spaces, accesses that fault, and all
// accesses while somebody observes them.
#include "sim/isa/access_records.h"
#include "sim/isa/memory_extents.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// One lane's access, resolved.
struct Place {
    Space space = Space::Global;
    Address address = 0;                     ///< global address, or offset in the space
    std::uint64_t host = 0;
    const Allocation* allocation = nullptr;  ///< device memory only
    FaultKind fault = FaultKind::None;
};

bool in_some_window(Address address) { return address - kSharedWindow < 3 * kWindowSize; }
static_assert(kLocalWindow == kSharedWindow + kWindowSize && kParameterWindow == kLocalWindow + kWindowSize);

Place place_in_extent(const Context& c, Space space, const Extent& extent, Address address, unsigned lane, Request r,
                      bool is_generic) {
    Place p;
    p.space = space;
    p.address = address;
    if ((address & (r.width - 1u)) != 0) {
        p.fault = FaultKind::Misaligned;
    } else if (extent.size < r.width || address > extent.size - r.width) {
        // A generic or global address where an offset was wanted deserves a better name than out of bounds.
        const bool foreign = !is_generic && (in_some_window(address) || c.memory->find(address) != nullptr);
        p.fault = foreign ? FaultKind::WrongSpace : FaultKind::OutOfBounds;
    } else if (r.kind >= AccessKind::Atomic && space != Space::Shared) {
        p.fault = FaultKind::WrongSpace;   // atom and red exist for .global and .shared only
    }
    p.host = extent.host + lane * extent.lane_stride + address;
    return p;
}

Place place_kernel_parameter(const Context& c, Address address, unsigned lane, Request r, bool is_generic) {
    Place p = place_in_extent(c, Space::Parameter, kernel_parameter_extent(c), address - kParameterWindow, lane, r,
                              is_generic);
    if (p.fault == FaultKind::None && r.kind != AccessKind::Load) p.fault = FaultKind::ReadOnly;
    return p;
}

Place place_in_device(const Context& c, StateSpace space, Address address, Request r, const Allocation* last) {
    Place p;
    p.address = address;
    p.space = space == StateSpace::Constant ? Space::Constant : Space::Global;
    if ((address & (r.width - 1u)) != 0) {
        p.fault = FaultKind::Misaligned;
        return p;
    }
    const bool in_last = last != nullptr && address - last->base < last->size;
    const Allocation* found = in_last ? last : c.memory->find(address);
    const bool is_generic = space == StateSpace::Generic;
    if (found == nullptr) {
        p.fault = !is_generic && in_some_window(address) ? FaultKind::WrongSpace : FaultKind::OutOfBounds;
        return p;
    }
    const bool constant = found->kind == AllocationKind::Constant;
    const std::uint64_t offset = address - found->base;
    if (is_generic && constant) p.space = Space::Constant;
    if (found->size - offset < r.width) p.fault = FaultKind::OutOfBounds;
    else if (found->kind == AllocationKind::Array) p.fault = FaultKind::WrongSpace;
    else if (!is_generic && constant != (space == StateSpace::Constant)) p.fault = FaultKind::WrongSpace;
    else if (r.kind != AccessKind::Load && (found->read_only || constant)) p.fault = FaultKind::ReadOnly;
    p.host = host_address(found->bytes()) + offset;
    p.allocation = found;
    return p;
}

Place place_of(const Context& c, StateSpace space, Address address, unsigned lane, Request r, const Allocation* last) {
    switch (space) {
        case StateSpace::Shared:
            return place_in_extent(c, Space::Shared, shared_extent(c, 0), address, lane, r, false);
        case StateSpace::Local:
            return place_in_extent(c, Space::Local, local_extent(c, 0), address, lane, r, false);
        case StateSpace::Parameter:
            if (address >= kParameterWindow) return place_kernel_parameter(c, address, lane, r, false);
            return place_in_extent(c, Space::Parameter, frame_extent(c), address, lane, r, false);
        case StateSpace::Generic:
            if (address - kSharedWindow < kWindowSize)
                return place_in_extent(c, Space::Shared, shared_extent(c, 0), address - kSharedWindow, lane, r, true);
            if (address - kLocalWindow < kWindowSize)
                return place_in_extent(c, Space::Local, local_extent(c, 0), address - kLocalWindow, lane, r, true);
            if (address - kParameterWindow < kWindowSize) return place_kernel_parameter(c, address, lane, r, true);
            break;
        default: break;
    }
    return place_in_device(c, space, address, r, last);
}

/// The first faulting lane decides the kind; `lanes` are those that fault in the same way.
void report_fault(Context& c, const Place* place, LaneMask at_fault, Request r) {
    const Place& first = place[first_active(at_fault)];
    LaneMask same = 0;
    each_lane(at_fault, [&](unsigned l) {
        if (place[l].fault == first.fault && place[l].space == first.space) same |= 1u << l;
    });
    c.fault.kind = first.fault;
    c.fault.lanes = same;
    c.fault.lane = first_active(at_fault);
    c.fault.space = first.space;
    c.fault.address = first.address;
    c.fault.width = r.width;
    c.fault.is_store = r.kind != AccessKind::Load;
}

void track_places(Context& c, const Place* place, const Address* addresses, Request r) {
    for (LaneMask rest = c.active; rest != 0;) {
        const Allocation* allocation = place[first_active(rest)].allocation;
        LaneMask together = 0;
        each_lane(rest, [&](unsigned l) { together |= (place[l].allocation == allocation ? 1u : 0u) << l; });
        rest &= ~together;
        if (allocation == nullptr || allocation->kind == AllocationKind::Constant) continue;
        track_lanes(c, *allocation, addresses, allocation->base, together, r);
    }
}

void record_places(Context& c, const Place* place, const DecodedInstruction& i, Request r) {
    // Who follows in the group finds another pattern than was announced.
    c.records->announced[(i.address_group & ~kLeadsGroup) % AddressPatterns::kSlots] = {};
    each_lane(c.active, [&](unsigned l) {
        AccessRecord& record = open_record(c, i, r, place[l].space);
        record.event.lanes |= 1u << l;
        record.event.addresses = record.addresses;
        record.addresses[l] = place[l].address;
        record_bytes(c, record, l, r.width, place[l].host);
    });
}

}  // namespace

bool locate_lanes(Context& c, StateSpace space, Request r, const DecodedInstruction& i, Places& out) {
    Place place[kLanes];
    Address addresses[kLanes];
    LaneMask at_fault = 0;
    const Allocation* last = translation_of(c, i).allocation;
    out.regular = false;
    out.pattern = nullptr;
    out.shared = 0;
    each_lane(c.active, [&](unsigned l) {
        addresses[l] = effective_address(c, i, l);
        place[l] = place_of(c, space, addresses[l], l, r, last);
        out.host[l] = place[l].host;
        if (place[l].fault != FaultKind::None) at_fault |= 1u << l;
        if (place[l].space == Space::Shared) out.shared |= 1u << l;
        if (place[l].allocation != nullptr) last = place[l].allocation;
    });
    if (at_fault != 0) return report_fault(c, place, at_fault, r), false;
    if (last != nullptr) translation_of(c, i) = {last->base, last->size, last->bytes(), last};
    if (c.tracker != nullptr) track_places(c, place, addresses, r);
    if (c.records != nullptr) record_places(c, place, i, r);
    return true;
}

WARPSCOPE_ISA_END

// Finds the host memory behind a warp's addresses, space by space: a vectorised check for the usual case that all
// lanes reach one piece of memory, and a lane-by-lane walk for everything else (faults, mixed spaces, observers).
#include "sim/isa/memory_access.h"

#include "sim/memory/dependence.h"

WARPSCOPE_ISA_BEGIN
namespace {

// As wide as the level's registers: compilers lower wider generic vectors through the stack.
#if defined(__AVX512F__)
constexpr unsigned kWidth = 8;
#elif defined(__AVX2__)
constexpr unsigned kWidth = 4;
#else
constexpr unsigned kWidth = 2;
#endif
using Vector = std::uint64_t __attribute__((vector_size(8 * kWidth)));
constexpr unsigned kVectors = kLanes / kWidth;

/// first, first + step, first + 2 step, ...
WARPSCOPE_INLINE Vector progression(std::uint64_t first, std::uint64_t step) {
    Vector v = {};
    for (unsigned k = 0; k < kWidth; ++k) v[k] = first + step * k;
    return v;
}

/// Effective addresses of all lanes; inactive ones repeat that of the first active lane, so that whatever holds
/// for all entries holds for the active lanes and the other way round.
struct Addresses {
    alignas(64) Address of[kLanes];
};

WARPSCOPE_INLINE unsigned first_active(LaneMask active) {
    return static_cast<unsigned>(__builtin_ctz(active | 1u << 31));
}

WARPSCOPE_INLINE void get_vector(Vector& v, const std::uint64_t* from) { __builtin_memcpy(&v, from, sizeof v); }
WARPSCOPE_INLINE void put_vector(const Vector& v, std::uint64_t* to) { __builtin_memcpy(to, &v, sizeof v); }
WARPSCOPE_INLINE std::uint64_t any_bit(const Vector& v) {
    std::uint64_t all = 0;
    for (unsigned k = 0; k < kWidth; ++k) all |= v[k];
    return all;
}

/// PTX ISA, "Addresses as Operands": base register plus signed displacement, in the width of the register.
WARPSCOPE_INLINE void effective_addresses(const Context& c, const DecodedInstruction& i, Addresses& a) {
    const auto displacement = static_cast<std::uint64_t>(i.displacement);
    if (i.address == kNoOperand) {
        const Vector all = Vector{} + displacement;
        for (unsigned k = 0; k < kVectors; ++k) put_vector(all, a.of + kWidth * k);
        return;
    }
    const std::uint8_t* const base = c.registers + i.address;
    if (i.address_is_32_bit) {
        std::uint32_t narrow[kLanes];
        __builtin_memcpy(narrow, base, sizeof narrow);
        for (unsigned l = 0; l < kLanes; ++l) a.of[l] = narrow[l] + static_cast<std::uint32_t>(displacement);
    } else {
        for (unsigned k = 0; k < kVectors; ++k) {
            Vector v;
            __builtin_memcpy(&v, base + sizeof v * k, sizeof v);
            v += displacement;
            put_vector(v, a.of + kWidth * k);
        }
    }
    if (c.active == kAllLanes) return;
    const Vector first = Vector{} + a.of[first_active(c.active)];
    Vector lane_bit = {};
    for (unsigned k = 0; k < kWidth; ++k) lane_bit[k] = std::uint64_t{1} << k;
    for (unsigned k = 0; k < kVectors; ++k) {
        Vector v;
        get_vector(v, a.of + kWidth * k);
        const Vector is_active = Vector(((Vector{} + (c.active >> kWidth * k & ((1u << kWidth) - 1))) & lane_bit) != Vector{});
        v = (v & is_active) | (first & ~is_active);
        put_vector(v, a.of + kWidth * k);
    }
}

/// Contiguous memory that an access may fall into: simulated address, size and host address.
struct Extent {
    Address base = 0;
    std::uint64_t size = 0;
    std::uint64_t host = 0;
    std::uint64_t lane_stride = 0;   ///< host bytes between one lane's memory and the next's (local memory)
};

/// True when all lanes are aligned and inside the extent; then `out` has their places.
WARPSCOPE_INLINE bool place_in(const Extent& extent, const Addresses& a, std::uint64_t width, Places& out) {
    if (extent.size < width) return false;
    const Vector last = Vector{} + (extent.size - width);
    const Vector first = Vector{} + a.of[0];
    const Vector to_host = Vector{} + (extent.host - extent.base);
    const std::uint64_t step = static_cast<std::uint64_t>(__builtin_ctzll(width));
    Vector outside = {}, differs = {}, breaks = {}, bits = {};
    Vector ramp = progression(0, std::uint64_t{1} << step);
    for (unsigned k = 0; k < kVectors; ++k) {
        Vector v;
        get_vector(v, a.of + kWidth * k);
        outside |= Vector((v - extent.base) > last);
        differs |= v ^ first;
        breaks |= v ^ (first + ramp);
        bits |= v;
        ramp += std::uint64_t{kWidth} << step;
        v += to_host;
        put_vector(v, out.host + kWidth * k);
    }
    if (any_bit(outside) != 0 || (any_bit(bits) & (width - 1)) != 0) return false;
    out.shared = 0;
    out.shape = Shape::Scattered;
    if (any_bit(breaks) == 0) out.shape = Shape::Contiguous;
    if (any_bit(differs) == 0) out.shape = Shape::Broadcast;
    if (extent.lane_stride != 0) {
        out.shape = Shape::Scattered;
        for (unsigned l = 0; l < kLanes; ++l) out.host[l] += l * extent.lane_stride;
    }
    return true;
}

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

/// Tells the tracker about lanes that all fall into one allocation.
void track_lanes(Context& c, const Allocation& allocation, const Address* addresses, LaneMask mask, Request r) {
    if (r.kind == AccessKind::Load) c.tracker->read(allocation, addresses, mask, r.width, c.block_tag);
    else c.tracker->reduce(allocation, addresses, mask, r.width, c.block_tag, r.reduction);
}
WARPSCOPE_INLINE void track(Context& c, const Allocation& allocation, const Addresses& a, const Places& at, Request r) {
    if (c.tracker == nullptr || allocation.kind == AllocationKind::Constant) return;
    if (at.shape == Shape::Scattered) return track_lanes(c, allocation, a.of, c.active, r);
    const std::uint64_t offset = a.of[0] - allocation.base;
    const std::uint64_t size = at.shape == Shape::Contiguous ? std::uint64_t{kLanes} * r.width : r.width;
    if (r.kind == AccessKind::Load) c.tracker->read(allocation, offset, size, c.block_tag);
    else c.tracker->reduce(allocation, offset, size, c.block_tag, r.reduction);
}

bool locate_lanes(Context& c, StateSpace space, Request r, const Addresses& a, const DecodedInstruction& i,
                  Places& out);

/// Global, generic and constant accesses that fall into the allocation this instruction touched last.
WARPSCOPE_INLINE bool place_in_last_allocation(Context& c, const Addresses& a, Request r, Places& out) {
    if (c.translation == nullptr) return false;
    const CachedTranslation& t = *c.translation;
    if (!place_in({t.base, t.size, host_address(t.bytes), 0}, a, r.width, out)) return false;
    track(c, *t.allocation, a, out, r);
    return true;
}

WARPSCOPE_INLINE bool place_generic(Context& c, const Addresses& a, Request r, Places& out) {
    const Address first = a.of[0];
    if (first - kSharedWindow < kWindowSize) {
        if (!place_in(shared_extent(c, kSharedWindow), a, r.width, out)) return false;
        out.shared = c.active;
        return true;
    }
    if (first - kLocalWindow < kWindowSize)
        return r.kind < AccessKind::Atomic && place_in(local_extent(c, kLocalWindow), a, r.width, out);
    return place_in_last_allocation(c, a, r, out);
}

}  // namespace

bool locate_generic(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    Addresses a;
    effective_addresses(c, i, a);
    return (c.records == nullptr && place_generic(c, a, r, out)) ||
           locate_lanes(c, StateSpace::Generic, r, a, i, out);
}

bool locate_global(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    Addresses a;
    effective_addresses(c, i, a);
    return (c.records == nullptr && place_in_last_allocation(c, a, r, out)) ||
           locate_lanes(c, StateSpace::Global, r, a, i, out);
}

bool locate_constant(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    Addresses a;
    effective_addresses(c, i, a);
    return (c.records == nullptr && place_in_last_allocation(c, a, r, out)) ||
           locate_lanes(c, StateSpace::Constant, r, a, i, out);
}

bool locate_shared(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    Addresses a;
    effective_addresses(c, i, a);
    if (c.records != nullptr || !place_in(shared_extent(c, 0), a, r.width, out))
        return locate_lanes(c, StateSpace::Shared, r, a, i, out);
    out.shared = c.active;
    return true;
}

bool locate_local(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    Addresses a;
    effective_addresses(c, i, a);
    return (c.records == nullptr && place_in(local_extent(c, 0), a, r.width, out)) ||
           locate_lanes(c, StateSpace::Local, r, a, i, out);
}

bool locate_parameter(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    Addresses a;
    effective_addresses(c, i, a);
    const bool of_kernel = a.of[0] >= kParameterWindow;
    const bool placed = c.records == nullptr && (!of_kernel || r.kind == AccessKind::Load) &&
                        place_in(of_kernel ? kernel_parameter_extent(c) : frame_extent(c), a, r.width, out);
    return placed || locate_lanes(c, StateSpace::Parameter, r, a, i, out);
}

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

void track_places(Context& c, const Place* place, const Addresses& a, Request r) {
    for (LaneMask rest = c.active; rest != 0;) {
        const Allocation* allocation = place[first_active(rest)].allocation;
        LaneMask together = 0;
        each_lane(rest, [&](unsigned l) { together |= (place[l].allocation == allocation ? 1u : 0u) << l; });
        rest &= ~together;
        if (allocation == nullptr || allocation->kind == AllocationKind::Constant) continue;
        track_lanes(c, *allocation, a.of, together, r);
    }
}

void record_places(Context& c, const Place* place, const DecodedInstruction& i, Request r) {
    each_lane(c.active, [&](unsigned l) {
        AccessRecord& record = c.records->in[static_cast<unsigned>(place[l].space)];
        AccessEvent& event = record.event;
        if (!record.filled) {
            record.filled = true;
            event.lanes = 0;
            event.space = place[l].space;
            event.kind = r.kind;
            event.width = r.width;
            event.element = r.element;
            event.order = static_cast<std::uint8_t>(i.order);
            event.scope = static_cast<std::uint8_t>(i.scope);
            event.is_volatile = i.order == Order::Volatile;
            event.addresses = record.addresses;
            event.old_values = record.old_values;
            event.new_values = record.new_values;
        }
        event.lanes |= 1u << l;
        record.addresses[l] = place[l].address;
        const void* bytes = reinterpret_cast<const void*>(place[l].host);
        __builtin_memcpy(record.old_values + l * r.width, bytes, r.width);
        __builtin_memcpy(record.new_values + l * r.width, bytes, r.width);
    });
}

bool locate_lanes(Context& c, StateSpace space, Request r, const Addresses& a, const DecodedInstruction& i,
                  Places& out) {
    Place place[kLanes];
    LaneMask at_fault = 0;
    const Allocation* last = c.translation != nullptr ? c.translation->allocation : nullptr;
    out.shape = Shape::Scattered;
    out.shared = 0;
    each_lane(c.active, [&](unsigned l) {
        place[l] = place_of(c, space, a.of[l], l, r, last);
        out.host[l] = place[l].host;
        if (place[l].fault != FaultKind::None) at_fault |= 1u << l;
        if (place[l].space == Space::Shared) out.shared |= 1u << l;
        if (place[l].allocation != nullptr) last = place[l].allocation;
    });
    if (at_fault != 0) return report_fault(c, place, at_fault, r), false;
    if (last != nullptr && c.translation != nullptr)
        *c.translation = {last->base, last->size, last->bytes(), last};
    if (c.tracker != nullptr) track_places(c, place, a, r);
    if (c.records != nullptr) record_places(c, place, i, r);
    return true;
}

AccessRecord& record_of(Context& c, unsigned lane) {
    unsigned s = 0;
    while (!c.records->in[s].filled || (c.records->in[s].event.lanes >> lane & 1) == 0) ++s;
    return c.records->in[s];
}

}  // namespace

void record_stored_values(Context& c, const DecodedInstruction& i, Request r) {
    each_lane(c.active, [&](unsigned l) {
        std::uint8_t* to = record_of(c, l).new_values + l * r.width;
        for (unsigned k = 0; k < i.vector; ++k)
            __builtin_memcpy(to + k * r.element, c.registers + i.operand[k] + l * i.slot_size, r.element);
    });
}

void record_update(Context& c, unsigned lane, Request r, const void* before, const void* after) {
    AccessRecord& record = record_of(c, lane);
    __builtin_memcpy(record.old_values + lane * r.width, before, r.width);
    __builtin_memcpy(record.new_values + lane * r.width, after, r.width);
}

WARPSCOPE_ISA_END

// Finds the host memory behind a warp's addresses in the usual case: all lanes reach one piece of memory, which takes
// one vectorised check. Everything else goes to memory_lanes.cpp.
#include "sim/isa/memory_extents.h"

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

// Loops over the vectors of a warp must unroll, so that its addresses stay in registers.
#if defined(__clang__)
#define WARPSCOPE_UNROLL _Pragma("clang loop unroll(full)")
#else
#define WARPSCOPE_UNROLL _Pragma("GCC unroll 16")
#endif

/// Effective addresses of all lanes; of inactive ones they mean nothing.
struct Addresses {
    Vector of[kVectors];
};

/// True when the lanes of a non-empty mask follow each other without a gap.
WARPSCOPE_INLINE bool is_run(LaneMask mask) {
    const LaneMask shifted = mask >> __builtin_ctz(mask);
    return (shifted & (shifted + 1)) == 0;
}

WARPSCOPE_INLINE std::uint64_t any_bit(const Vector& v) {
    std::uint64_t all = 0;
    for (unsigned k = 0; k < kWidth; ++k) all |= v[k];
    return all;
}

/// PTX ISA, "Addresses as Operands": base register plus signed displacement, in the width of the register.
WARPSCOPE_INLINE void effective_addresses(const Context& c, const DecodedInstruction& i, Addresses& a) {
    const auto displacement = static_cast<std::uint64_t>(i.displacement);
    const std::uint8_t* const base = c.registers + i.address;
    if (i.address == kNoOperand) {
        WARPSCOPE_UNROLL
        for (unsigned k = 0; k < kVectors; ++k) a.of[k] = Vector{} + displacement;
    } else if (i.address_is_32_bit) {
        using Half = std::uint32_t __attribute__((vector_size(4 * kWidth)));
        WARPSCOPE_UNROLL
        for (unsigned k = 0; k < kVectors; ++k) {
            Half narrow;
            __builtin_memcpy(&narrow, base + sizeof narrow * k, sizeof narrow);
            narrow += static_cast<std::uint32_t>(displacement);
            a.of[k] = __builtin_convertvector(narrow, Vector);
        }
    } else {
        WARPSCOPE_UNROLL
        for (unsigned k = 0; k < kVectors; ++k) {
            __builtin_memcpy(&a.of[k], base + sizeof(Vector) * k, sizeof(Vector));
            a.of[k] += displacement;
        }
    }
}
/// True when all active lanes are aligned and inside the extent; then `out` has their places. `partial` says whether
/// some lanes are inactive.
template <bool partial>
WARPSCOPE_INLINE bool place_lanes(const Extent& extent, const Addresses& a, LaneMask active, Address first,
                                  std::uint64_t width, Places& out) {
    const unsigned first_lane = partial ? first_active(active) : 0;
    const auto step = static_cast<std::uint64_t>(__builtin_ctzll(width));
    Vector counting = {}, lane_bit = {};
    for (unsigned k = 0; k < kWidth; ++k) {
        counting[k] = k;
        lane_bit[k] = std::uint64_t{1} << k;
    }
    const auto only_active = [&](Vector& v, unsigned k) {
        if constexpr (partial)
            v &= Vector(((Vector{} + (active >> kWidth * k & ((1u << kWidth) - 1))) & lane_bit) != Vector{});
    };
    Vector differs = {}, breaks = {};
    Vector ramp = (counting << step) + (first - (std::uint64_t{first_lane} << step));
    WARPSCOPE_UNROLL
    for (unsigned k = 0; k < kVectors; ++k) {
        Vector from_first = a.of[k] ^ first, from_ramp = a.of[k] ^ ramp;
        only_active(from_first, k);
        only_active(from_ramp, k);
        differs |= from_first;
        breaks |= from_ramp;
        ramp += std::uint64_t{kWidth} << step;
    }
    // What differs from an aligned first address in no low bit is aligned too.
    const std::uint64_t difference = any_bit(differs), last = extent.size - width;
    if (extent.size < width || ((difference | first) & (width - 1)) != 0 || first - extent.base > last) return false;
    out.shared = 0;
    const bool is_uniform = difference == 0, is_ramp = any_bit(breaks) == 0 && extent.lane_stride == 0;
    if (is_uniform || is_ramp) {
        const unsigned last_lane = partial ? 31u - static_cast<unsigned>(__builtin_clz(active)) : kLanes - 1;
        if (!is_uniform && first - extent.base + (std::uint64_t{last_lane - first_lane} << step) > last) return false;
        out.regular = true;
        out.stride = is_uniform ? extent.lane_stride : width;
        out.first = first - extent.base + extent.host - (is_uniform ? 0 : std::uint64_t{first_lane} << step);
        return true;
    }
    Vector outside = {};
    WARPSCOPE_UNROLL
    for (unsigned k = 0; k < kVectors; ++k) {
        const Vector offset = a.of[k] - extent.base;
        Vector beyond = Vector(offset > Vector{} + last);
        only_active(beyond, k);
        outside |= beyond;
        const Vector host = offset + extent.host;
        __builtin_memcpy(out.host + kWidth * k, &host, sizeof host);
    }
    if (any_bit(outside) != 0) return false;
    out.regular = false;
    if (extent.lane_stride != 0)
        for (unsigned l = 0; l < kLanes; ++l) out.host[l] += l * extent.lane_stride;
    return true;
}

bool place_some_lanes(const Extent& extent, const Context& c, const DecodedInstruction& i, std::uint64_t width,
                      Places& out) {
    Addresses a;
    effective_addresses(c, i, a);
    return place_lanes<true>(extent, a, c.active, effective_address(c, i, first_active(c.active)), width, out);
}

WARPSCOPE_INLINE bool place_in(const Extent& extent, const Context& c, const DecodedInstruction& i, std::uint64_t width,
                               Places& out) {
    if (c.active != kAllLanes) return place_some_lanes(extent, c, i, width, out);
    Addresses a;
    effective_addresses(c, i, a);
    return place_lanes<false>(extent, a, kAllLanes, a.of[0][0], width, out);
}

void track_irregular(Context& c, const Allocation& allocation, std::uint64_t host, const Places& at, Request r) {
    if (!at.regular) return track_lanes(c, allocation, at.host, host, c.active, r);
    std::uint64_t places[kLanes];
    for (unsigned l = 0; l < kLanes; ++l) places[l] = at.first + l * at.stride;
    track_lanes(c, allocation, places, host, c.active, r);
}
WARPSCOPE_INLINE void track(Context& c, const Allocation& allocation, std::uint64_t host, const Places& at, Request r) {
    if (c.tracker == nullptr || allocation.kind == AllocationKind::Constant) return;
    if (!at.regular || (at.stride != 0 && !is_run(c.active))) return track_irregular(c, allocation, host, at, r);
    const std::uint64_t offset = at.first - host + (at.stride == 0 ? 0 : first_active(c.active) * at.stride);
    const std::uint64_t lanes_touched = static_cast<std::uint64_t>(__builtin_popcount(c.active));
    const std::uint64_t size = at.stride == 0 ? r.width : lanes_touched * r.width;
    if (r.kind == AccessKind::Load) c.tracker->read(allocation, offset, size, c.block_tag);
    else c.tracker->reduce(allocation, offset, size, c.block_tag, r.reduction);
}

/// Global, generic and constant accesses that fall into the allocation this instruction touched last.
WARPSCOPE_INLINE bool place_in_last_allocation(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    if (c.translation == nullptr) return false;
    const CachedTranslation& t = *c.translation;
    if (!place_in({t.base, t.size, host_address(t.bytes), 0}, c, i, r.width, out)) return false;
    track(c, *t.allocation, host_address(t.bytes), out, r);
    return true;
}

WARPSCOPE_INLINE bool place_generic(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    const Address first = effective_address(c, i, first_active(c.active));
    if (first - kSharedWindow < kWindowSize) {
        if (!place_in(shared_extent(c, kSharedWindow), c, i, r.width, out)) return false;
        out.shared = c.active;
        return true;
    }
    if (first - kLocalWindow < kWindowSize)
        return r.kind < AccessKind::Atomic && place_in(local_extent(c, kLocalWindow), c, i, r.width, out);
    return place_in_last_allocation(c, i, r, out);
}

}  // namespace

bool locate_generic(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    return (c.records == nullptr && place_generic(c, i, r, out)) || locate_lanes(c, StateSpace::Generic, r, i, out);
}

bool locate_global(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    return (c.records == nullptr && place_in_last_allocation(c, i, r, out)) ||
           locate_lanes(c, StateSpace::Global, r, i, out);
}

bool locate_constant(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    return (c.records == nullptr && place_in_last_allocation(c, i, r, out)) ||
           locate_lanes(c, StateSpace::Constant, r, i, out);
}

bool locate_shared(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    if (c.records != nullptr || !place_in(shared_extent(c, 0), c, i, r.width, out))
        return locate_lanes(c, StateSpace::Shared, r, i, out);
    out.shared = c.active;
    return true;
}

bool locate_local(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    return (c.records == nullptr && place_in(local_extent(c, 0), c, i, r.width, out)) ||
           locate_lanes(c, StateSpace::Local, r, i, out);
}

bool locate_parameter(Context& c, const DecodedInstruction& i, Request r, Places& out) {
    const bool of_kernel = effective_address(c, i, first_active(c.active)) >= kParameterWindow;
    const bool placed = c.records == nullptr && (!of_kernel || r.kind == AccessKind::Load) &&
                        place_in(of_kernel ? kernel_parameter_extent(c) : frame_extent(c), c, i, r.width, out);
    return placed || locate_lanes(c, StateSpace::Parameter, r, i, out);
}

WARPSCOPE_ISA_END

// Finds out how the addresses of a warp's lanes lie. Included by memory_access.cpp only.
#pragma once

#include "sim/isa/lane_vectors.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// Address registers less that of the first active lane. False when some differ by 2^31 or more.
template<bool narrow, bool full>
WARPSCOPE_INLINE bool differences(const std::uint8_t* base, std::uint64_t first, LaneMask active,
                                  Offsets (&d)[kVectors]) {
    Offsets too_far = {};
    WARPSCOPE_UNROLL
    for (unsigned k = 0; k < kVectors; ++k) {
        const Offsets inside = full ? ~Offsets{} : chosen(active, k * kWidth);
        if constexpr (narrow) {
            const Offsets a = load_offsets(base + sizeof(Offsets) * k);
            d[k] = (a - static_cast<std::uint32_t>(first)) & inside;
            // Addresses are unsigned: 2^31 apart, they would pass for a small step back.
            const Offsets wraps = Offsets((a < Offsets{} + static_cast<std::uint32_t>(first)) !=
                                          (SignedOffsets(d[k]) < SignedOffsets{}));
            too_far |= wraps & inside;
        } else {
            const Wide a = Wide(load_offsets(base + 2 * sizeof(Wide) * k));
            const Wide b = Wide(load_offsets(base + (2 * k + 1) * sizeof(Wide)));
            const Halves h = halves(a - first, b - first);
            d[k] = h.low & inside;
            too_far |= (h.high ^ Offsets(SignedOffsets(h.low) >> 31)) & inside;
        }
    }
    return is_zero(too_far);
}

/// Fills all of `p` but its owner. `full`: all lanes are active. `base` holds the address
/// registers, 4 bytes a lane when `narrow`, else 8; `stride` is the step that makes lanes a run.
template<bool narrow, bool full>
WARPSCOPE_INLINE void analyse_addresses(const std::uint8_t* base, LaneMask active,
                                        std::uint8_t stride, AddressPattern& p) {
    const unsigned first_lane = full ? 0 : static_cast<unsigned>(__builtin_ctz(active));
    std::uint64_t first = 0;
    __builtin_memcpy(&first, base + (narrow ? 4 : 8) * first_lane, narrow ? 4 : 8);
    p.active = active;
    p.stride = stride;
    p.first = first;
    p.same = p.running = 0;
    Offsets d[kVectors];
    if (!differences<narrow, full>(base, first, active, d)) {
        p.shape = AddressPattern::Shape::Far;
        return;
    }
    Offsets any = {}, broken = {};
    const Offsets step = lane_numbers() * stride;
    Offsets ramp = step - first_lane * stride;
    WARPSCOPE_UNROLL
    for (unsigned k = 0; k < kVectors; ++k) {
        any |= d[k];
        const Offsets off = d[k] ^ ramp;
        broken |= full ? off : off & chosen(active, k * kWidth);
        ramp += kWidth * stride;
    }
    if (is_zero(any)) {
        p.shape = AddressPattern::Shape::Uniform;
        p.lowest = first;
        p.span = 0;
        p.low_bits = static_cast<std::uint32_t>(first);
        return;
    }
    if (is_zero(broken)) {
        const unsigned last_lane = 31u - static_cast<unsigned>(__builtin_clz(active));
        p.shape = AddressPattern::Shape::Run;
        p.lowest = first;
        p.span = (last_lane - first_lane) * stride;
        p.low_bits = static_cast<std::uint32_t>(first) | stride;
        return;
    }
    SignedOffsets least = {}, most = {};
    WARPSCOPE_UNROLL
    for (unsigned k = 0; k < kVectors; ++k) {
        least = smaller(least, SignedOffsets(d[k]));
        most = larger(most, SignedOffsets(d[k]));
    }
    const std::int32_t low = joined(least, smaller)[0], high = joined(most, larger)[0];
    p.shape = AddressPattern::Shape::Offsets;
    p.lowest = first + static_cast<std::uint64_t>(static_cast<std::int64_t>(low));
    p.span = static_cast<std::uint32_t>(high) - static_cast<std::uint32_t>(low);
    p.low_bits =
        joined(any, [](Offsets a, Offsets b) WARPSCOPE_INLINE_LAMBDA { return a | b; })[0] |
        static_cast<std::uint32_t>(first);
    WARPSCOPE_UNROLL
    for (unsigned k = 0; k < kVectors; ++k) {
        const Offsets o = d[k] - static_cast<std::uint32_t>(low), from_first = o - o[0];
        store_offsets(p.offset + k * kWidth, o);
        p.same = static_cast<std::uint16_t>(p.same | (is_zero(from_first) ? 1u : 0u) << k);
        p.running =
            static_cast<std::uint16_t>(p.running | (is_zero(from_first ^ step) ? 1u : 0u) << k);
    }
}

} // namespace
WARPSCOPE_ISA_END

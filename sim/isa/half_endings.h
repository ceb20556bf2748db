// What the suffixes of a conversion to a narrow format make of its result: .sat, .relu and
// .satfinite. Included by family files only; everything is internal to their level.
#pragma once

#include "sim/isa/half_arithmetic.h"

WARPSCOPE_ISA_BEGIN
namespace {

// DecodedInstruction::detail of these conversions.
constexpr std::uint8_t kFlush = 1, kSaturate = 2, kRelu = 4, kFinite = 8;

inline std::uint8_t detail_of_endings(const Modifiers& m, bool ftz) {
    return static_cast<std::uint8_t>((ftz ? kFlush : 0) | (m.sat ? kSaturate : 0) |
                                     (m.relu ? kRelu : 0) | (m.satfinite ? kFinite : 0));
}
struct Endings {
    bool saturate, relu, finite;
};
WARPSCOPE_INLINE Endings endings_of(const DecodedInstruction& i) {
    return {(i.detail & kSaturate) != 0, (i.detail & kRelu) != 0, (i.detail & kFinite) != 0};
}
/// .satfinite: an infinity becomes the largest number of its sign; .relu: what is negative becomes
/// +0.0.
template<class F>
WARPSCOPE_INLINE std::uint32_t with_endings(std::uint32_t h, Endings e) {
    const std::uint32_t sign = h & F::sign;
    h = pick(e.finite & ((h & ~F::sign) == F::infinity), sign | F::largest, h);
    h = pick(e.relu & (sign != 0), 0, h);
    return pick(e.saturate, ended<F, Ending::Saturate>(h), h);
}

/// Registers wider than the types are taken for integers only: the floating-point side keeps to its
/// own.
template<class S>
bool registers_are_narrow(const Instruction& s, const DecodedInstruction& d) {
    return d.slot_size == 4 && source_slot(s.operands[1], s.modifiers.source_type) == sizeof(S);
}

} // namespace
WARPSCOPE_ISA_END

// Lane vectors: how instruction semantics written for one lane are applied to a warp's 32 lanes.
// Included by family files only; everything is internal to their level and translation unit.
#pragma once

#include <cstdint>
#include <type_traits>

#include "sim/isa/level.h"
#include "sim/isa/row.h"
#include "sim/state/context.h"

#if defined(__clang__)
#define WARPSCOPE_LANE_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define WARPSCOPE_LANE_LOOP _Pragma("GCC ivdep")
#endif

/// Without it clang calls the lambda of a masked loop, which then does not vectorise.
#define WARPSCOPE_INLINE_LAMBDA __attribute__((always_inline))

WARPSCOPE_ISA_BEGIN
namespace {

struct alignas(16) U128 {
    std::uint64_t low, high;
};

template <std::size_t Bytes> struct SlotOf { using type = std::uint32_t; };
template <> struct SlotOf<8> { using type = std::uint64_t; };
template <> struct SlotOf<16> { using type = U128; };

/// What a lane of T occupies in a lane vector: 4, 8 or 16 bytes.
template <class T> using Slot = typename SlotOf<(sizeof(T) < 4 ? 4 : sizeof(T))>::type;

/// The lane's value of type T; narrower types are the low bits of their slot.
template <class T> WARPSCOPE_INLINE T get(const Slot<T>& slot) {
    if constexpr (sizeof(T) == sizeof(Slot<T>)) return __builtin_bit_cast(T, slot);
    else return static_cast<T>(slot);
}
/// Narrow signed values are sign-extended to their slot, unsigned ones zero-extended.
template <class T> WARPSCOPE_INLINE Slot<T> put(T value) {
    if constexpr (sizeof(T) == sizeof(Slot<T>)) return __builtin_bit_cast(Slot<T>, value);
    else return static_cast<Slot<T>>(value);
}

/// The offset of operand k, wherever it stands.
WARPSCOPE_INLINE std::uint32_t operand_offset(const Context& c, const DecodedInstruction& i, unsigned k) {
    return k < i.operand.size() ? i.operand[k] : c.more_operands[i.target + k - i.operand.size()];
}
template <class T> WARPSCOPE_INLINE Slot<T>* lanes(Context& c, std::uint32_t offset) {
    return static_cast<Slot<T>*>(__builtin_assume_aligned(c.registers + offset, 64));
}
WARPSCOPE_INLINE LaneMask& predicate(Context& c, std::uint32_t offset) {
    return *static_cast<LaneMask*>(__builtin_assume_aligned(c.registers + offset, 4));
}
/// Predicate operand k of the instruction, complemented when it was written `!p`.
WARPSCOPE_INLINE LaneMask predicate_operand(Context& c, const DecodedInstruction& i, unsigned k) {
    const LaneMask value = predicate(c, i.operand[k]);
    return (i.negated >> k & 1) != 0 ? ~value : value;
}
/// Writes the active lanes of predicate operand k; a sink is skipped.
WARPSCOPE_INLINE void set_predicate(Context& c, const DecodedInstruction& i, unsigned k, LaneMask value) {
    if (i.operand[k] == kNoOperand) return;
    LaneMask& p = predicate(c, i.operand[k]);
    p = (p & ~c.active) | (value & c.active);
}

/// d[lane] = value(lane) in the active lanes. `value` must be total: it is also called for inactive lanes, and its
/// result dropped. Elementwise aliasing of sources and destination is fine.
template <class D, class Value> WARPSCOPE_INLINE void write_lanes(Context& c, std::uint32_t offset, Value value) {
    if (offset == kNoOperand) return;
    Slot<D>* d = lanes<D>(c, offset);
    const LaneMask active = c.active;
    if (active == kAllLanes) [[likely]] {
        WARPSCOPE_LANE_LOOP
        for (unsigned l = 0; l < kLanes; ++l) d[l] = put<D>(value(l));
    } else {
        WARPSCOPE_LANE_LOOP
        for (unsigned l = 0; l < kLanes; ++l) {
            const Slot<D> v = put<D>(value(l));
            d[l] = (active >> l & 1) != 0 ? v : d[l];
        }
    }
}

/// A mask of test(lane) over all lanes.
template <class Test> WARPSCOPE_INLINE LaneMask mask_of(Test test) {
    LaneMask m = 0;
    for (unsigned l = 0; l < kLanes; ++l) m |= static_cast<LaneMask>(test(l) ? 1u : 0u) << l;
    return m;
}

/// The run functions of instructions that are a pure function of their operands, lane by lane.
template <class Op, class D, class A> Outcome unary(Context& c, const DecodedInstruction& i) {
    const Slot<A>* a = lanes<A>(c, i.operand[1]);
    write_lanes<D>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA {
        return static_cast<D>(Op{}(get<A>(a[l])));
    });
    return Outcome::Next;
}
template <class Op, class D, class A, class B> Outcome binary(Context& c, const DecodedInstruction& i) {
    const Slot<A>* a = lanes<A>(c, i.operand[1]);
    const Slot<B>* b = lanes<B>(c, i.operand[2]);
    write_lanes<D>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA {
        return static_cast<D>(Op{}(get<A>(a[l]), get<B>(b[l])));
    });
    return Outcome::Next;
}
template <class Op, class D, class A, class B, class C> Outcome ternary(Context& c, const DecodedInstruction& i) {
    const Slot<A>* a = lanes<A>(c, i.operand[1]);
    const Slot<B>* b = lanes<B>(c, i.operand[2]);
    const Slot<C>* e = lanes<C>(c, i.operand[3]);
    write_lanes<D>(c, i.operand[0], [&](unsigned l) WARPSCOPE_INLINE_LAMBDA {
        return static_cast<D>(Op{}(get<A>(a[l]), get<B>(b[l]), get<C>(e[l])));
    });
    return Outcome::Next;
}

}  // namespace
WARPSCOPE_ISA_END

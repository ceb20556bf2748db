// Atomic updates: finding their places and applying an operation to them, lane by lane. Included by
// family files only; everything is internal to their level.
#pragma once

#include "sim/isa/memory_access.h"

WARPSCOPE_ISA_BEGIN
namespace {

/// One lane's update; returns what was there before. Shared memory belongs to one host thread.
template<class Op, class T>
WARPSCOPE_INLINE T update(std::uint64_t host, T b, T c, bool in_shared) {
    if (in_shared) {
        const T old = load_bytes<T>(host);
        store_bytes<T>(host, Op::apply(old, b, c, true));
        return old;
    }
    T* p = reinterpret_cast<T*>(host);
    if constexpr (requires { Op::fetch(p, b); }) {
        return Op::fetch(p, b);
    } else {
        T old = __atomic_load_n(p, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(p, &old, Op::apply(old, b, c, false), true,
                                            __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
        }
        return old;
    }
}

WARPSCOPE_INLINE bool locate_atomic(Context& c, const DecodedInstruction& i, Request r,
                                    Places& at) {
    switch (static_cast<StateSpace>(i.detail)) {
    case StateSpace::Global: return locate_global(c, i, r, at);
    case StateSpace::Shared: return locate_shared(c, i, r, at);
    default: return locate_generic(c, i, r, at);
    }
}

/// Operands: atom d, b, c; red b. `d` may be a sink.
template<class Op, class T, AccessKind kind>
Outcome atomic(Context& c, const DecodedInstruction& i) {
    constexpr unsigned first = kind == AccessKind::Atomic ? 1 : 0;
    const std::uint32_t result = kind == AccessKind::Atomic ? i.operand[0] : kNoOperand;
    const Request r = {kind, sizeof(T), sizeof(T),
                       result == kNoOperand ? Op::kind : std::uint8_t{0}};
    Places at;
    if (!locate_atomic(c, i, r, at)) return Outcome::Fault;
    const Slot<T>* b = lanes<T>(c, i.operand[first]);
    const Slot<T>* e = i.operand[first + 1] == kNoOperand ? b : lanes<T>(c, i.operand[first + 1]);
    if constexpr (Op::folds) {
        if (at.regular && at.stride == 0 && result == kNoOperand && !wants_changes(c)) {
            const unsigned leader = static_cast<unsigned>(__builtin_ctz(c.active));
            T all = get<T>(b[leader]);
            each_lane(c.active & (c.active - 1),
                      [&](unsigned l) { all = Op::apply(all, get<T>(b[l]), 0, true); });
            update<Op, T>(at.first, all, 0, at.shared != 0);
            return Outcome::Next;
        }
    }
    Slot<T>* d = result == kNoOperand ? nullptr : lanes<T>(c, result);
    AccessEvent* const compared = wants_changes(c) ? event_to_compare(c) : nullptr;
    each_lane(c.active, [&](unsigned l) {
        const bool in_shared = (at.shared >> l & 1) != 0;
        const T old = update<Op, T>(place_of_lane(at, l), get<T>(b[l]), get<T>(e[l]), in_shared);
        if (wants_changes(c)) {
            const T now = Op::apply(old, get<T>(b[l]), get<T>(e[l]), in_shared);
            if (compared == nullptr)
                record_update(c, l, r, &old, &now);
            else if (__builtin_memcmp(&old, &now, sizeof(T)) == 0)
                compared->unchanged |= 1u << l;
        }
        if (d != nullptr) d[l] = put<T>(old);
    });
    return Outcome::Next;
}

/// "If no .sem is given, .relaxed is assumed", and ".gpu" for the scope.
template<AccessKind kind>
bool decode_common(const Instruction& s, DecodedInstruction& d) {
    const Modifiers& m = s.modifiers;
    d.order = m.order == Order::Weak ? Order::Relaxed : m.order;
    d.scope = m.scope == Scope::None ? Scope::Device : m.scope;
    d.detail = static_cast<std::uint8_t>(m.space);
    const bool acquires = d.order == Order::Acquire || d.order == Order::AcquireRelease;
    const bool known_order = d.order == Order::Relaxed || d.order == Order::Release || acquires;
    if (!known_order || (acquires && kind != AccessKind::Atomic)) return false;
    return m.space == StateSpace::Generic || m.space == StateSpace::Global ||
           m.space == StateSpace::Shared;
}

/// Subnormals become zero of the same sign.
WARPSCOPE_INLINE std::uint32_t flush(std::uint32_t f) {
    return (f & 0x7F80'0000) == 0 ? f & 0x8000'0000 : f;
}

/// "atom.add.f32 on global memory flushes subnormal inputs and results to sign-preserving zero,
/// whereas atom.add.f32 on shared memory supports subnormals." A NaN result is the canonical one.
struct AddFloat32 {
    static constexpr std::uint8_t kind = 0;
    static constexpr bool folds = false;
    static std::uint32_t apply(std::uint32_t old, std::uint32_t b, std::uint32_t, bool in_shared) {
        const float x = __builtin_bit_cast(float, in_shared ? old : flush(old));
        const float y = __builtin_bit_cast(float, in_shared ? b : flush(b));
        const float sum = x + y;
        if (sum != sum) return 0x7FFF'FFFF;
        const std::uint32_t bits = __builtin_bit_cast(std::uint32_t, sum);
        return in_shared ? bits : flush(bits);
    }
};
} // namespace
WARPSCOPE_ISA_END

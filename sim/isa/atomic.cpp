// Atomic updates of global and shared memory (PTX ISA, "atom" and "red"). The lanes of one instruction take effect
// one after the other, in rising order; on global memory each is a host atomic, as blocks may run in parallel.
#include "sim/isa/families.h"
#include "sim/isa/atomic_access.h"

WARPSCOPE_ISA_BEGIN
namespace {

// An operation says what a location holds after an update: apply(old, b, c, in_shared_memory). `fetch` is the
// host's own instruction for it, where there is one. `kind` names updates that commute with each other for the
// dependence tracker: equal kinds do, 0 never. `folds`: several updates by b are one update by their combination.
template <class T> constexpr std::uint8_t of_width(unsigned kind) {
    return static_cast<std::uint8_t>(kind + (sizeof(T) == 8 ? 1 : 0));
}
template <class T> constexpr bool kSigned = static_cast<T>(-1) < 0;

template <class T> struct And {
    static constexpr std::uint8_t kind = 1;
    static constexpr bool folds = true;
    static T apply(T old, T b, T, bool) { return old & b; }
    static T fetch(T* p, T b) { return __atomic_fetch_and(p, b, __ATOMIC_SEQ_CST); }
};
template <class T> struct Or {
    static constexpr std::uint8_t kind = 2;
    static constexpr bool folds = true;
    static T apply(T old, T b, T, bool) { return old | b; }
    static T fetch(T* p, T b) { return __atomic_fetch_or(p, b, __ATOMIC_SEQ_CST); }
};
template <class T> struct Xor {
    static constexpr std::uint8_t kind = 3;
    static constexpr bool folds = true;
    static T apply(T old, T b, T, bool) { return old ^ b; }
    static T fetch(T* p, T b) { return __atomic_fetch_xor(p, b, __ATOMIC_SEQ_CST); }
};
template <class T> struct Add {
    static constexpr std::uint8_t kind = of_width<T>(4);
    static constexpr bool folds = true;
    static T apply(T old, T b, T, bool) { return old + b; }
    static T fetch(T* p, T b) { return __atomic_fetch_add(p, b, __ATOMIC_SEQ_CST); }
};
template <class T> struct Min {
    static constexpr std::uint8_t kind = of_width<T>(kSigned<T> ? 6 : 8);
    static constexpr bool folds = true;
    static T apply(T old, T b, T, bool) { return b < old ? b : old; }
};
template <class T> struct Max {
    static constexpr std::uint8_t kind = of_width<T>(kSigned<T> ? 10 : 12);
    static constexpr bool folds = true;
    static T apply(T old, T b, T, bool) { return b > old ? b : old; }
};
template <class T> struct Exchange {
    static constexpr std::uint8_t kind = 0;
    static constexpr bool folds = false;
    static T apply(T, T b, T, bool) { return b; }
    static T fetch(T* p, T b) { return __atomic_exchange_n(p, b, __ATOMIC_SEQ_CST); }
};
template <class T> struct CompareAndSwap {
    static constexpr std::uint8_t kind = 0;
    static constexpr bool folds = false;
    static T apply(T old, T b, T c, bool) { return old == b ? c : old; }
};
template <class T> struct Increment {
    static constexpr std::uint8_t kind = 0;
    static constexpr bool folds = false;
    static T apply(T old, T b, T, bool) { return old >= b ? 0 : old + 1; }
};
template <class T> struct Decrement {
    static constexpr std::uint8_t kind = 0;
    static constexpr bool folds = false;
    static T apply(T old, T b, T, bool) { return old == 0 || old > b ? b : old - 1; }
};

struct AddFloat64 {
    static constexpr std::uint8_t kind = 0;
    static constexpr bool folds = false;
    static std::uint64_t apply(std::uint64_t old, std::uint64_t b, std::uint64_t, bool) {
        const double sum = __builtin_bit_cast(double, old) + __builtin_bit_cast(double, b);
        return __builtin_bit_cast(std::uint64_t, sum);
    }
};

/// Operations to which signs make no difference.
template <template <class> class Op, AccessKind kind> bool decode_word(const Instruction& s, DecodedInstruction& d) {
    using U32 = std::uint32_t;
    using U64 = std::uint64_t;
    const Type t = s.modifiers.type;
    const bool wide = t == Type::B64 || t == Type::U64 || t == Type::S64;
    d.run = wide ? atomic<Op<U64>, U64, kind> : atomic<Op<U32>, U32, kind>;
    return decode_common<kind>(s, d);
}
template <template <class> class Op, AccessKind kind> bool decode_ordered(const Instruction& s, DecodedInstruction& d) {
    switch (s.modifiers.type) {
        case Type::S32: d.run = atomic<Op<std::int32_t>, std::int32_t, kind>; break;
        case Type::S64: d.run = atomic<Op<std::int64_t>, std::int64_t, kind>; break;
        default: return decode_word<Op, kind>(s, d);
    }
    return decode_common<kind>(s, d);
}
bool decode_cas(const Instruction& s, DecodedInstruction& d) {
    if (s.modifiers.type != Type::B16) return decode_word<CompareAndSwap, AccessKind::Atomic>(s, d);
    d.run = atomic<CompareAndSwap<std::uint16_t>, std::uint16_t, AccessKind::Atomic>;
    return decode_common<AccessKind::Atomic>(s, d);
}
template <AccessKind kind> bool decode_float32(const Instruction& s, DecodedInstruction& d) {
    d.run = atomic<AddFloat32, std::uint32_t, kind>;
    return decode_common<kind>(s, d);
}
template <AccessKind kind> bool decode_float64(const Instruction& s, DecodedInstruction& d) {
    d.run = atomic<AddFloat64, std::uint64_t, kind>;
    return decode_common<kind>(s, d);
}

constexpr AccessKind kAtom = AccessKind::Atomic, kRed = AccessKind::Reduction;
constexpr TypeSet kUntyped = {Type::B32, Type::B64};
constexpr TypeSet kAddTypes = {Type::U32, Type::S32, Type::U64};
constexpr TypeSet kOrdered = {Type::U32, Type::S32, Type::U64, Type::S64};
constexpr Traits kAtomic = {.instruction_class = InstructionClass::Atomic, .memory = true, .atomic = true};

constexpr Row table[] = {
    {.name = "atom.add.int", .syntax = "atom{.sem}{.scope}{.space}.add{.cache}.type d, [a], b{, c:b64}",
     .types = kAddTypes, .traits = kAtomic, .decode = decode_word<Add, kAtom>, .meaning = "d = [a]; [a] = d + b",
     .section = "atom", .version = 11, .target = 11},
    {.name = "atom.add.f32", .syntax = "atom{.sem}{.scope}{.space}.add{.cache}.type d, [a], b{, c:b64}",
     .types = {Type::F32}, .traits = kAtomic, .decode = decode_float32<kAtom>,
     .meaning = "d = [a]; [a] = d + b, to nearest even; flushes subnormals on global memory", .section = "atom",
     .version = 20, .target = 20},
    {.name = "atom.add.f64", .syntax = "atom{.sem}{.scope}{.space}.add{.cache}.type d, [a], b{, c:b64}",
     .types = {Type::F64}, .traits = kAtomic, .decode = decode_float64<kAtom>,
     .meaning = "d = [a]; [a] = d + b, to nearest even", .section = "atom", .version = 50, .target = 60},
    {.name = "atom.and.int", .syntax = "atom{.sem}{.scope}{.space}.and{.cache}.type d, [a], b{, c:b64}",
     .types = kUntyped, .traits = kAtomic, .decode = decode_word<And, kAtom>, .meaning = "d = [a]; [a] = d & b",
     .section = "atom", .version = 11, .target = 11},
    {.name = "atom.or.int", .syntax = "atom{.sem}{.scope}{.space}.or{.cache}.type d, [a], b{, c:b64}",
     .types = kUntyped, .traits = kAtomic, .decode = decode_word<Or, kAtom>, .meaning = "d = [a]; [a] = d | b",
     .section = "atom", .version = 11, .target = 11},
    {.name = "atom.xor.int", .syntax = "atom{.sem}{.scope}{.space}.xor{.cache}.type d, [a], b{, c:b64}",
     .types = kUntyped, .traits = kAtomic, .decode = decode_word<Xor, kAtom>, .meaning = "d = [a]; [a] = d ^ b",
     .section = "atom", .version = 11, .target = 11},
    {.name = "atom.exch.int", .syntax = "atom{.sem}{.scope}{.space}.exch{.cache}.type d, [a], b{, c:b64}",
     .types = kUntyped, .traits = kAtomic, .decode = decode_word<Exchange, kAtom>, .meaning = "d = [a]; [a] = b",
     .section = "atom", .version = 11, .target = 11},
    {.name = "atom.cas.int", .syntax = "atom{.sem}{.scope}{.space}.cas{.cache}.type d, [a], b, c{, e:b64}",
     .types = {Type::B16, Type::B32, Type::B64}, .traits = kAtomic, .decode = decode_cas,
     .meaning = "d = [a]; [a] = d == b ? c : d", .section = "atom", .version = 11, .target = 11},
    {.name = "atom.inc.int", .syntax = "atom{.sem}{.scope}{.space}.inc{.cache}.type d, [a], b{, c:b64}",
     .types = {Type::U32}, .traits = kAtomic, .decode = decode_word<Increment, kAtom>,
     .meaning = "d = [a]; [a] = d >= b ? 0 : d + 1", .section = "atom", .version = 11, .target = 11},
    {.name = "atom.dec.int", .syntax = "atom{.sem}{.scope}{.space}.dec{.cache}.type d, [a], b{, c:b64}",
     .types = {Type::U32}, .traits = kAtomic, .decode = decode_word<Decrement, kAtom>,
     .meaning = "d = [a]; [a] = d == 0 || d > b ? b : d - 1", .section = "atom", .version = 11, .target = 11},
    {.name = "atom.min.int", .syntax = "atom{.sem}{.scope}{.space}.min{.cache}.type d, [a], b{, c:b64}",
     .types = kOrdered, .traits = kAtomic, .decode = decode_ordered<Min, kAtom>,
     .meaning = "d = [a]; [a] = min(d, b)", .section = "atom", .version = 11, .target = 11},
    {.name = "atom.max.int", .syntax = "atom{.sem}{.scope}{.space}.max{.cache}.type d, [a], b{, c:b64}",
     .types = kOrdered, .traits = kAtomic, .decode = decode_ordered<Max, kAtom>,
     .meaning = "d = [a]; [a] = max(d, b)", .section = "atom", .version = 11, .target = 11},

    {.name = "red.add.int", .syntax = "red{.sem}{.scope}{.space}.add{.cache}.type [a], b{, c:b64}",
     .types = kAddTypes, .traits = kAtomic, .decode = decode_word<Add, kRed>, .meaning = "[a] = [a] + b",
     .section = "red", .version = 12, .target = 11},
    {.name = "red.add.f32", .syntax = "red{.sem}{.scope}{.space}.add{.cache}.type [a], b{, c:b64}",
     .types = {Type::F32}, .traits = kAtomic, .decode = decode_float32<kRed>,
     .meaning = "[a] = [a] + b, to nearest even; flushes subnormals on global memory", .section = "red",
     .version = 20, .target = 20},
    {.name = "red.add.f64", .syntax = "red{.sem}{.scope}{.space}.add{.cache}.type [a], b{, c:b64}",
     .types = {Type::F64}, .traits = kAtomic, .decode = decode_float64<kRed>,
     .meaning = "[a] = [a] + b, to nearest even", .section = "red", .version = 50, .target = 60},
    {.name = "red.and.int", .syntax = "red{.sem}{.scope}{.space}.and{.cache}.type [a], b{, c:b64}", .types = kUntyped,
     .traits = kAtomic, .decode = decode_word<And, kRed>, .meaning = "[a] = [a] & b", .section = "red",
     .version = 12, .target = 11},
    {.name = "red.or.int", .syntax = "red{.sem}{.scope}{.space}.or{.cache}.type [a], b{, c:b64}", .types = kUntyped,
     .traits = kAtomic, .decode = decode_word<Or, kRed>, .meaning = "[a] = [a] | b", .section = "red",
     .version = 12, .target = 11},
    {.name = "red.xor.int", .syntax = "red{.sem}{.scope}{.space}.xor{.cache}.type [a], b{, c:b64}", .types = kUntyped,
     .traits = kAtomic, .decode = decode_word<Xor, kRed>, .meaning = "[a] = [a] ^ b", .section = "red",
     .version = 12, .target = 11},
    {.name = "red.inc.int", .syntax = "red{.sem}{.scope}{.space}.inc{.cache}.type [a], b{, c:b64}",
     .types = {Type::U32}, .traits = kAtomic, .decode = decode_word<Increment, kRed>,
     .meaning = "[a] = [a] >= b ? 0 : [a] + 1", .section = "red", .version = 12, .target = 11},
    {.name = "red.dec.int", .syntax = "red{.sem}{.scope}{.space}.dec{.cache}.type [a], b{, c:b64}",
     .types = {Type::U32}, .traits = kAtomic, .decode = decode_word<Decrement, kRed>,
     .meaning = "[a] = [a] == 0 || [a] > b ? b : [a] - 1", .section = "red", .version = 12, .target = 11},
    {.name = "red.min.int", .syntax = "red{.sem}{.scope}{.space}.min{.cache}.type [a], b{, c:b64}",
     .types = kOrdered, .traits = kAtomic, .decode = decode_ordered<Min, kRed>, .meaning = "[a] = min([a], b)",
     .section = "red", .version = 12, .target = 11},
    {.name = "red.max.int", .syntax = "red{.sem}{.scope}{.space}.max{.cache}.type [a], b{, c:b64}",
     .types = kOrdered, .traits = kAtomic, .decode = decode_ordered<Max, kRed>, .meaning = "[a] = max([a], b)",
     .section = "red", .version = 12, .target = 11},
};

}  // namespace

std::span<const Row> atomic_rows() { return table; }

WARPSCOPE_ISA_END

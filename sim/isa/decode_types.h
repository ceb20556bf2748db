// From the PTX type of an instruction to the C++ type its semantics are instantiated with.
// Included by family files only; everything is internal to their level and translation unit.
#pragma once

#include <cstdint>
#include <type_traits>

#include "sim/isa/lanes.h"

WARPSCOPE_ISA_BEGIN
namespace {

template <class T> struct Tag { using type = T; };

/// Calls use(Tag<T>{}) with the C++ type that stands for a PTX type; false when the type is not among these.
template <class Use> WARPSCOPE_INLINE bool with_integer(Type type, Use use) {
    switch (type) {
        case Type::U8: case Type::B8: use(Tag<std::uint8_t>{}); return true;
        case Type::S8: use(Tag<std::int8_t>{}); return true;
        case Type::U16: case Type::B16: use(Tag<std::uint16_t>{}); return true;
        case Type::S16: use(Tag<std::int16_t>{}); return true;
        case Type::U32: case Type::B32: use(Tag<std::uint32_t>{}); return true;
        case Type::S32: use(Tag<std::int32_t>{}); return true;
        case Type::U64: case Type::B64: use(Tag<std::uint64_t>{}); return true;
        case Type::S64: use(Tag<std::int64_t>{}); return true;
        default: return false;
    }
}

/// Row::decode for `d, a, b` (or `d, a` or `d, a, b, c`) all of .type, an integer type.
template <class Op> bool decode_integer_unary(const Instruction& s, DecodedInstruction& d) {
    return with_integer(s.modifiers.type, [&]<class T>(Tag<T>) { d.run = unary<Op, T, T>; });
}
template <class Op> bool decode_integer_binary(const Instruction& s, DecodedInstruction& d) {
    return with_integer(s.modifiers.type, [&]<class T>(Tag<T>) { d.run = binary<Op, T, T, T>; });
}
template <class Op> bool decode_integer_ternary(const Instruction& s, DecodedInstruction& d) {
    return with_integer(s.modifiers.type, [&]<class T>(Tag<T>) { d.run = ternary<Op, T, T, T, T>; });
}

/// The unsigned type in which T's arithmetic is done modulo 2^n: at least 32 bits wide, because C++ would promote
/// a 16-bit value to int, whose overflow is undefined.
template <class T> using Word = std::conditional_t<(sizeof(T) < 8), std::uint32_t, std::uint64_t>;
template <class T> WARPSCOPE_INLINE Word<T> word(T value) { return static_cast<Word<T>>(value); }
template <class T> inline constexpr unsigned kBits = 8 * sizeof(T);

/// Calls use(Tag<T>{}) with the unsigned type as wide as `type`: for operations to which signs make no difference.
template <class Use> WARPSCOPE_INLINE bool with_word(Type type, Use use) {
    switch (type) {
        case Type::U16: case Type::S16: case Type::B16: use(Tag<std::uint16_t>{}); return true;
        case Type::U32: case Type::S32: case Type::B32: use(Tag<std::uint32_t>{}); return true;
        case Type::U64: case Type::S64: case Type::B64: use(Tag<std::uint64_t>{}); return true;
        default: return false;
    }
}
/// As with_integer without the 8-bit types, which only conversions and memory accesses know.
template <class Use> WARPSCOPE_INLINE bool with_arithmetic_integer(Type type, Use use) {
    switch (type) {
        case Type::S16: use(Tag<std::int16_t>{}); return true;
        case Type::S32: use(Tag<std::int32_t>{}); return true;
        case Type::S64: use(Tag<std::int64_t>{}); return true;
        default: return with_word(type, use);
    }
}

/// Bytes per lane of a source register that may be wider than the instruction's type (cvt, st).
inline unsigned source_slot(const Operand& operand, Type type) {
    const Type held = operand.kind == Operand::Kind::Register ? operand.type : type;
    return size_in_bytes(held) <= 4 ? 4 : size_in_bytes(held);
}

}  // namespace
WARPSCOPE_ISA_END

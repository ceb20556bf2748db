// The closed vocabularies of PTX: types, state spaces, and the values that instruction suffixes take.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope {

/// PTX ISA, "Fundamental Types" and the packed and alternate types of later versions.
enum class Type : std::uint8_t {
    None, Pred,
    B8, B16, B32, B64, B128,
    U8, U16, U32, U64,
    S8, S16, S32, S64,
    F16, F16x2, BF16, BF16x2, TF32, F32, F64,
    U16x2, S16x2, E4M3x2, E5M2x2, F32x2,
};

/// Bytes of one value in memory; a predicate counts as 1, None as 0.
unsigned size_in_bytes(Type type);
/// "u32" and so on, without the dot; "" for None.
std::string_view name_of(Type type);
/// The type that a suffix without its dot names, or None.
Type type_named(std::string_view name);

bool is_signed(Type type);
bool is_float(Type type);    // F16 ... F64, packed forms included
bool is_integer(Type type);  // U* and S*
bool is_bits(Type type);     // B*

/// PTX ISA, "State Spaces". `Generic` stands for an access that names no space.
enum class StateSpace : std::uint8_t { Generic, Register, Special, Constant, Global, Local, Parameter, Shared };
std::string_view name_of(StateSpace space);  // "global" ...; "generic" for Generic

enum class Rounding : std::uint8_t {
    None, NearestEven, TowardZero, Down, Up, NearestAway,                   // rn rz rm rp rna
    IntegerNearestEven, IntegerTowardZero, IntegerDown, IntegerUp,          // rni rzi rmi rpi
};

enum class Comparison : std::uint8_t {
    None, Eq, Ne, Lt, Le, Gt, Ge, Lo, Ls, Hi, Hs, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, Nan,
};

/// The operation that atom, red, setp's combination, vote, redux, bar.red, shfl, prmt ... carry.
enum class Operation : std::uint8_t {
    None, And, Or, Xor, Add, Inc, Dec, Min, Max, Exch, Cas, Popc, All, Any, Uni, Ballot,
    Up, Down, Butterfly, Index,
    Forward4, Backward4, Replicate8, EdgeClampLeft, EdgeClampRight, Replicate16,  // f4e b4e rc8 ecl ecr rc16
};

/// Memory ordering (PTX ISA, "Memory Consistency Model").
enum class Order : std::uint8_t { Weak, Volatile, Relaxed, Acquire, Release, AcquireRelease, SequentiallyConsistent };
enum class Scope : std::uint8_t { None, Block, Cluster, Device, System };  // cta cluster gpu sys

std::string_view name_of(Rounding rounding);
std::string_view name_of(Comparison comparison);
std::string_view name_of(Operation operation);
std::string_view name_of(Order order);
std::string_view name_of(Scope scope);

}  // namespace warpscope

// The PTX instructions behind atomic objects: one overload per word type, one form per order and
// scope (PTX ISA, "ld", "st", "atom", "fence"). Addresses are generic.
#pragma once

#include "../qualifiers.h"
#include "order_and_scope.h"

// FORM(qualifiers, ...) is one asm statement. These give it the ".sem.scope" that `order` and
// `scope` say; both are constants in most programs, so one statement is left. A sequentially
// consistent operation is a fence.sc and then an acquiring one (a relaxed one for stores), as in D.
// Lustig, S. Sahasrabuddhe and O. Giroux, "A Formal Analysis of the NVIDIA PTX Memory Consistency
// Model", ASPLOS 2019.
#define WARPSCOPE_SCOPED(FORM, sem, ...)                                                           \
    if constexpr (scope == cuda::thread_scope_block) {                                             \
        FORM(sem ".cta", __VA_ARGS__);                                                             \
    } else if constexpr (scope == cuda::thread_scope_device) {                                     \
        FORM(sem ".gpu", __VA_ARGS__);                                                             \
    } else {                                                                                       \
        FORM(sem ".sys", __VA_ARGS__);                                                             \
    }
#define WARPSCOPE_ORDERED(FORM, ...)                                                               \
    if (order == memory_order::seq_cst) fence<scope>(order);                                       \
    switch (order) {                                                                               \
    case memory_order::relaxed: WARPSCOPE_SCOPED(FORM, ".relaxed", __VA_ARGS__) break;             \
    case memory_order::release: WARPSCOPE_SCOPED(FORM, ".release", __VA_ARGS__) break;             \
    case memory_order::acq_rel: WARPSCOPE_SCOPED(FORM, ".acq_rel", __VA_ARGS__) break;             \
    default: WARPSCOPE_SCOPED(FORM, ".acquire", __VA_ARGS__)                                       \
    }

namespace warpscope_detail {
namespace ptx {

#define WARPSCOPE_FENCE_FORM(qualifiers, unused) asm volatile("fence" qualifiers ";" ::: "memory")
/// PTX has no weaker fence than .acq_rel.
template<thread_scope scope>
WARPSCOPE_DEVICE void fence(memory_order order) {
    if (order == memory_order::seq_cst) {
        WARPSCOPE_SCOPED(WARPSCOPE_FENCE_FORM, ".sc", )
    } else if (order != memory_order::relaxed) {
        WARPSCOPE_SCOPED(WARPSCOPE_FENCE_FORM, ".acq_rel", )
    }
}
#undef WARPSCOPE_FENCE_FORM

// `Register` is what asm passes a Word in: single bytes have no register of their own.
#define WARPSCOPE_LOAD_FORM(qualifiers, type, letter)                                              \
    asm volatile("ld" qualifiers "." type " %0, [%1];" : "=" letter(bits) : "l"(place) : "memory")
#define WARPSCOPE_STORE_FORM(qualifiers, type, letter)                                             \
    asm volatile("st" qualifiers "." type " [%0], %1;" ::"l"(place), letter(bits) : "memory")
#define WARPSCOPE_LOAD_AND_STORE(Word, Register, type, letter)                                     \
    template<thread_scope scope>                                                                   \
    WARPSCOPE_DEVICE Word load(const Word* place, memory_order order) {                            \
        Register bits;                                                                             \
        if (order == memory_order::seq_cst) fence<scope>(order);                                   \
        if (order == memory_order::relaxed) {                                                      \
            WARPSCOPE_SCOPED(WARPSCOPE_LOAD_FORM, ".relaxed", type, letter)                        \
        } else {                                                                                   \
            WARPSCOPE_SCOPED(WARPSCOPE_LOAD_FORM, ".acquire", type, letter)                        \
        }                                                                                          \
        return static_cast<Word>(bits);                                                            \
    }                                                                                              \
    template<thread_scope scope>                                                                   \
    WARPSCOPE_DEVICE void store(Word* place, Word value, memory_order order) {                     \
        const Register bits = value;                                                               \
        if (order == memory_order::seq_cst) fence<scope>(order);                                   \
        if (order == memory_order::release) {                                                      \
            WARPSCOPE_SCOPED(WARPSCOPE_STORE_FORM, ".release", type, letter)                       \
        } else {                                                                                   \
            WARPSCOPE_SCOPED(WARPSCOPE_STORE_FORM, ".relaxed", type, letter)                       \
        }                                                                                          \
    }
WARPSCOPE_LOAD_AND_STORE(unsigned char, unsigned short, "u8", "h")
WARPSCOPE_LOAD_AND_STORE(unsigned short, unsigned short, "u16", "h")
WARPSCOPE_LOAD_AND_STORE(unsigned int, unsigned int, "u32", "r")
WARPSCOPE_LOAD_AND_STORE(unsigned long long, unsigned long long, "u64", "l")
#undef WARPSCOPE_LOAD_AND_STORE
#undef WARPSCOPE_STORE_FORM
#undef WARPSCOPE_LOAD_FORM

// Each returns what was there before.
#define WARPSCOPE_UPDATE_FORM(qualifiers, operation, letter)                                       \
    asm volatile("atom" qualifiers "." operation " %0, [%1], %2;"                                  \
                 : "=" letter(before)                                                              \
                 : "l"(place), letter(value)                                                       \
                 : "memory")
#define WARPSCOPE_UPDATE(name, Word, operation, letter)                                            \
    template<thread_scope scope>                                                                   \
    WARPSCOPE_DEVICE Word name(Word* place, Word value, memory_order order) {                      \
        Word before;                                                                               \
        WARPSCOPE_ORDERED(WARPSCOPE_UPDATE_FORM, operation, letter)                                \
        return before;                                                                             \
    }
WARPSCOPE_UPDATE(exchange, unsigned int, "exch.b32", "r")
WARPSCOPE_UPDATE(exchange, unsigned long long, "exch.b64", "l")
WARPSCOPE_UPDATE(add, unsigned int, "add.u32", "r")
WARPSCOPE_UPDATE(add, unsigned long long, "add.u64", "l")
WARPSCOPE_UPDATE(add, float, "add.f32", "f")
WARPSCOPE_UPDATE(add, double, "add.f64", "d")
WARPSCOPE_UPDATE(bit_and, unsigned int, "and.b32", "r")
WARPSCOPE_UPDATE(bit_and, unsigned long long, "and.b64", "l")
WARPSCOPE_UPDATE(bit_or, unsigned int, "or.b32", "r")
WARPSCOPE_UPDATE(bit_or, unsigned long long, "or.b64", "l")
WARPSCOPE_UPDATE(bit_xor, unsigned int, "xor.b32", "r")
WARPSCOPE_UPDATE(bit_xor, unsigned long long, "xor.b64", "l")
WARPSCOPE_UPDATE(smallest, int, "min.s32", "r")
WARPSCOPE_UPDATE(smallest, long long, "min.s64", "l")
WARPSCOPE_UPDATE(smallest, unsigned int, "min.u32", "r")
WARPSCOPE_UPDATE(smallest, unsigned long long, "min.u64", "l")
WARPSCOPE_UPDATE(largest, int, "max.s32", "r")
WARPSCOPE_UPDATE(largest, long long, "max.s64", "l")
WARPSCOPE_UPDATE(largest, unsigned int, "max.u32", "r")
WARPSCOPE_UPDATE(largest, unsigned long long, "max.u64", "l")
#undef WARPSCOPE_UPDATE
#undef WARPSCOPE_UPDATE_FORM

#define WARPSCOPE_SWAP_FORM(qualifiers, type, letter)                                              \
    asm volatile("atom" qualifiers ".cas." type " %0, [%1], %2, %3;"                               \
                 : "=" letter(before)                                                              \
                 : "l"(place), letter(expected), letter(desired)                                   \
                 : "memory")
#define WARPSCOPE_COMPARE_AND_SWAP(Word, type, letter)                                             \
    template<thread_scope scope>                                                                   \
    WARPSCOPE_DEVICE Word compare_and_swap(Word* place, Word expected, Word desired,               \
                                           memory_order order) {                                   \
        Word before;                                                                               \
        WARPSCOPE_ORDERED(WARPSCOPE_SWAP_FORM, type, letter)                                       \
        return before;                                                                             \
    }
WARPSCOPE_COMPARE_AND_SWAP(unsigned short, "b16", "h")
WARPSCOPE_COMPARE_AND_SWAP(unsigned int, "b32", "r")
WARPSCOPE_COMPARE_AND_SWAP(unsigned long long, "b64", "l")
#undef WARPSCOPE_COMPARE_AND_SWAP
#undef WARPSCOPE_SWAP_FORM

} // namespace ptx
} // namespace warpscope_detail

#undef WARPSCOPE_ORDERED
#undef WARPSCOPE_SCOPED

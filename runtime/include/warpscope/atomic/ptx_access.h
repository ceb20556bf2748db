// Atomic objects in device code: values as the words that PTX instructions know.
#pragma once

#include "changes.h"
#include "ptx_forms.h"

namespace warpscope_detail {

/// The word with a T's bits and, for smallest and largest, its order.
template<class T>
using ordered_word =
    std::conditional_t<std::is_signed<T>::value, std::conditional_t<sizeof(T) == 8, long long, int>,
                       word_of<T>>;

template<thread_scope scope>
struct PtxAccess {
    template<class T>
    WARPSCOPE_MEMBER static T load(const T* place, memory_order order) {
        return __builtin_bit_cast(
            T, ptx::load<scope>(reinterpret_cast<const word_of<T>*>(place), order));
    }
    template<class T>
    WARPSCOPE_MEMBER static void store(T* place, T value, memory_order order) {
        ptx::store<scope>(word(place), bits(value), order);
    }
    template<class T>
    WARPSCOPE_MEMBER static T exchange(T* place, T value, memory_order order) {
        if constexpr (sizeof(T) >= 4) {
            return __builtin_bit_cast(T, ptx::exchange<scope>(word(place), bits(value), order));
        } else {
            T seen = load(place, memory_order::relaxed);
            while (!compare_exchange(place, seen, value, order, memory_order::relaxed)) {
            }
            return seen;
        }
    }
    template<class T>
    WARPSCOPE_MEMBER static bool compare_exchange(T* place, T& expected, T desired,
                                                  memory_order success, memory_order failure) {
        const word_of<T> wanted = bits(expected);
        const word_of<T> seen = swap(word(place), wanted, bits(desired), both(success, failure));
        const bool equal = seen == wanted;
        if (!equal) expected = __builtin_bit_cast(T, seen);
        return equal;
    }
    /// One instruction where PTX has it for the type, else a loop around compare-and-swap.
    template<class Change, class T, class Operand>
    WARPSCOPE_MEMBER static T change(T* place, Operand operand, memory_order order) {
        constexpr bool wide = sizeof(T) >= 4;
        if constexpr (std::is_same<Change, Sum>::value && std::is_floating_point<T>::value) {
            return ptx::add<scope>(place, operand, order);
        } else if constexpr (!wide || std::is_floating_point<T>::value) {
            return change_by_swap<PtxAccess, Change>(place, operand, order);
        } else if constexpr (std::is_same<Change, Sum>::value && std::is_pointer<T>::value) {
            const auto distance = operand * static_cast<ptrdiff_t>(sizeof(*T()));
            return __builtin_bit_cast(T, ptx::add<scope>(word(place), bits(distance), order));
        } else if constexpr (std::is_same<Change, Sum>::value) {
            return __builtin_bit_cast(T, ptx::add<scope>(word(place), bits(operand), order));
        } else if constexpr (std::is_same<Change, BitAnd>::value) {
            return __builtin_bit_cast(T, ptx::bit_and<scope>(word(place), bits(operand), order));
        } else if constexpr (std::is_same<Change, BitOr>::value) {
            return __builtin_bit_cast(T, ptx::bit_or<scope>(word(place), bits(operand), order));
        } else if constexpr (std::is_same<Change, BitXor>::value) {
            return __builtin_bit_cast(T, ptx::bit_xor<scope>(word(place), bits(operand), order));
        } else {
            using Word = ordered_word<T>;
            Word* const at = reinterpret_cast<Word*>(place);
            const Word other = __builtin_bit_cast(Word, operand);
            return __builtin_bit_cast(T, std::is_same<Change, Smallest>::value
                                             ? ptx::smallest<scope>(at, other, order)
                                             : ptx::largest<scope>(at, other, order));
        }
    }
    WARPSCOPE_MEMBER static void fence(memory_order order) { ptx::fence<scope>(order); }

private:
    template<class T>
    WARPSCOPE_MEMBER static word_of<T>* word(T* place) {
        return reinterpret_cast<word_of<T>*>(place);
    }
    template<class T>
    WARPSCOPE_MEMBER static word_of<T> bits(T value) {
        return __builtin_bit_cast(word_of<T>, value);
    }

    template<class Word>
    WARPSCOPE_MEMBER static Word swap(Word* place, Word expected, Word desired,
                                      memory_order order) {
        return ptx::compare_and_swap<scope>(place, expected, desired, order);
    }
    /// The smallest word that PTX swaps has two bytes, so a byte is swapped together with its
    /// neighbour, which must belong to the same allocation. Fails only if the byte itself differs.
    WARPSCOPE_MEMBER static unsigned char swap(unsigned char* place, unsigned char expected,
                                               unsigned char desired, memory_order order) {
        const size_t address = reinterpret_cast<size_t>(place);
        auto* const pair = reinterpret_cast<unsigned short*>(address & ~size_t(1));
        const unsigned shift = (address & 1) * 8;
        unsigned short seen = ptx::load<scope>(pair, memory_order::relaxed);
        while (true) {
            // A swap of equal values is how a failure orders memory as the program asks.
            const bool equal = static_cast<unsigned char>(seen >> shift) == expected;
            const auto next = static_cast<unsigned short>(
                equal ? (seen & ~(0xffu << shift)) | static_cast<unsigned>(desired) << shift
                      : seen);
            const unsigned short found = swap(pair, seen, next, order);
            if (found == seen) return static_cast<unsigned char>(seen >> shift);
            seen = found;
        }
    }
};

} // namespace warpscope_detail

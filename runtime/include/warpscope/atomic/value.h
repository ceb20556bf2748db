// Which values can be atomic, and which operations their types have.
#pragma once

#include <stddef.h>

#include <type_traits>

namespace warpscope_detail {

template<class T>
inline constexpr bool is_atomic_integer =
    std::is_integral<T>::value && !std::is_same<T, bool>::value;
template<class T>
inline constexpr bool is_atomic_number = is_atomic_integer<T> || std::is_floating_point<T>::value;

/// Types with addition and subtraction.
template<class T>
inline constexpr bool is_atomic_sum = is_atomic_number<T> || std::is_pointer<T>::value;

/// What fetch_add takes: a distance for pointers.
template<class T>
struct atomic_step {
    using type = T;
};
template<class T>
struct atomic_step<T*> {
    using type = ptrdiff_t;
};

/// Minus the step; the smallest signed number is its own negative, as it is in atomic sums.
template<class Step>
constexpr Step negated(Step step) {
    if constexpr (std::is_integral<Step>::value)
        return static_cast<Step>(0 - static_cast<std::make_unsigned_t<Step>>(step));
    else
        return -step;
}

/// The unsigned integer with the bits of a T.
template<size_t bytes>
struct word_of_size;
template<>
struct word_of_size<1> {
    using type = unsigned char;
};
template<>
struct word_of_size<2> {
    using type = unsigned short;
};
template<>
struct word_of_size<4> {
    using type = unsigned int;
};
template<>
struct word_of_size<8> {
    using type = unsigned long long;
};
template<class T>
using word_of = typename word_of_size<sizeof(T)>::type;

/// Bits, padding included: what compare-and-swap compares, too.
template<class T>
constexpr bool same_bits(const T& a, const T& b) {
    return __builtin_bit_cast(word_of<T>, a) == __builtin_bit_cast(word_of<T>, b);
}

template<class T>
constexpr bool check_atomic_value() {
    static_assert(std::is_trivially_copyable<T>::value,
                  "an atomic value must be trivially copyable: keep a pointer or an index instead");
    static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                  "an atomic value has 1, 2, 4 or 8 bytes: others would need a lock, and are not "
                  "supported");
    static_assert(!std::is_const<T>::value && !std::is_volatile<T>::value,
                  "an atomic value is neither const nor volatile");
    return true;
}

} // namespace warpscope_detail

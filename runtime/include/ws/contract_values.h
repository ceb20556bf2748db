// The two sides of a clause as numbers that travel to the runtime.
#pragma once

#include "ws/checked_size.h"
#include "ws/qualifiers.h"

namespace ws::contract {

/// The numbers are those of ClauseValue::Kind in sim/events/events.h.
enum class kind : unsigned {
    none,
    boolean,
    signed_integer,
    unsigned_integer,
    floating, // the bits of a double
    pointer,
    extents,  // x in the upper half, y and z in 16 bits each
    overflow, // more than 64 bits, or negative
};

struct value {
    kind what;
    std::uint64_t bits;
};

/// Types may say themselves what they are in a report, by a member clause_value().
template<class T>
WS_DEVICE value make_value(const T& v) {
    if constexpr (requires { v.clause_value(); })
        return v.clause_value();
    else if constexpr (std::is_same_v<T, checked_number>)
        return {v.overflowed() ? kind::overflow : kind::unsigned_integer, v.value()};
    else if constexpr (std::is_same_v<T, bool>)
        return {kind::boolean, static_cast<std::uint64_t>(v)};
    else if constexpr (std::is_null_pointer_v<T>)
        return {kind::pointer, 0};
    else if constexpr (std::is_pointer_v<T>)
        return {kind::pointer, reinterpret_cast<std::uint64_t>(v)};
    else if constexpr (std::is_floating_point_v<T>)
        return {kind::floating, static_cast<std::uint64_t>(__double_as_longlong(v))};
    else if constexpr (std::is_enum_v<T>)
        return make_value(static_cast<std::underlying_type_t<T>>(v));
    else if constexpr (std::is_signed_v<T>)
        return {kind::signed_integer, static_cast<std::uint64_t>(static_cast<long long>(v))};
    else
        return {kind::unsigned_integer, static_cast<std::uint64_t>(v)};
}

/// Integers compare by their values, whatever their types.
template<class T>
concept number = std::is_integral_v<T> && !std::is_same_v<T, bool>;

template<number A, number B>
WS_DEVICE int order(A a, B b) {
    if constexpr (std::is_signed_v<A> != std::is_signed_v<B>) {
        if constexpr (std::is_signed_v<A>) {
            if (a < 0) return -1;
        } else {
            if (b < 0) return 1;
        }
        const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
        return x < y ? -1 : x > y ? 1 : 0;
    } else {
        return a < b ? -1 : a > b ? 1 : 0;
    }
}

/// What overflowed is neither less, equal nor more.
template<class A, class B>
concept has_checked =
    (std::is_same_v<A, checked_number> && (number<B> || std::is_same_v<B, checked_number>)) ||
    (std::is_same_v<B, checked_number> && number<A>);

template<class T>
WS_DEVICE checked_number as_checked(const T& v) {
    if constexpr (std::is_same_v<T, checked_number>)
        return v;
    else
        return checked(v);
}

} // namespace ws::contract

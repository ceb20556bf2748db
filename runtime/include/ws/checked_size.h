// Arithmetic in 64 bits that notices overflow, for the sizes in launch contracts:
// `WS_REQUIRES(a.size() >= ws::checked(m) * k)`.
#pragma once

#include "ws/qualifiers.h"

namespace ws {

/// A size, or "more than 64 bits" or "less than nothing", which compares as neither less, equal nor
/// more.
class checked_number {
public:
    WS_BOTH constexpr checked_number(std::uint64_t value, bool overflowed)
        : value_(value), overflowed_(overflowed) {}

    WS_BOTH constexpr std::uint64_t value() const { return value_; }
    WS_BOTH constexpr bool overflowed() const { return overflowed_; }

    friend WS_BOTH constexpr checked_number operator+(checked_number a, checked_number b) {
        const std::uint64_t sum = a.value_ + b.value_;
        return {sum, a.overflowed_ || b.overflowed_ || sum < a.value_};
    }
    friend WS_BOTH constexpr checked_number operator-(checked_number a, checked_number b) {
        return {a.value_ - b.value_, a.overflowed_ || b.overflowed_ || a.value_ < b.value_};
    }
    friend WS_BOTH constexpr checked_number operator*(checked_number a, checked_number b) {
        const bool too_large = a.value_ != 0 && b.value_ > ~std::uint64_t{0} / a.value_;
        return {a.value_ * b.value_, a.overflowed_ || b.overflowed_ || too_large};
    }
    /// By zero: overflow too.
    friend WS_BOTH constexpr checked_number operator/(checked_number a, checked_number b) {
        return {b.value_ == 0 ? 0 : a.value_ / b.value_,
                a.overflowed_ || b.overflowed_ || b.value_ == 0};
    }
    friend WS_BOTH constexpr checked_number operator%(checked_number a, checked_number b) {
        return {b.value_ == 0 ? 0 : a.value_ % b.value_,
                a.overflowed_ || b.overflowed_ || b.value_ == 0};
    }

private:
    std::uint64_t value_;
    bool overflowed_;
};

/// A number to calculate with; a negative one counts as overflow.
template<class T>
    requires std::is_integral_v<T>
WS_BOTH constexpr checked_number checked(T value) {
    if constexpr (std::is_signed_v<T>)
        return {static_cast<std::uint64_t>(value), value < 0};
    else
        return {static_cast<std::uint64_t>(value), false};
}

#define WS_CHECKED_OPERATOR(o)                                                                     \
    template<class T>                                                                              \
        requires std::is_integral_v<T>                                                             \
    WS_BOTH constexpr checked_number operator o(checked_number a, T b) {                           \
        return a o checked(b);                                                                     \
    }                                                                                              \
    template<class T>                                                                              \
        requires std::is_integral_v<T>                                                             \
    WS_BOTH constexpr checked_number operator o(T a, checked_number b) {                           \
        return checked(a) o b;                                                                     \
    }
WS_CHECKED_OPERATOR(+)
WS_CHECKED_OPERATOR(-)
WS_CHECKED_OPERATOR(*)
WS_CHECKED_OPERATOR(/)
WS_CHECKED_OPERATOR(%)
#undef WS_CHECKED_OPERATOR

} // namespace ws

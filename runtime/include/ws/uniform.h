// uniform<T>: a value that is the same in every thread of a launch.
//
// Only the host makes one, as an argument of a kernel, or the compiler of a constant; what is
// computed from uniform values alone is uniform too. A condition of this type takes all threads of
// a block the same way, so a barrier may stand under it.
#pragma once

#include "ws/qualifiers.h"

namespace ws {

template<class T>
    requires std::is_arithmetic_v<T>
class uniform;
template<auto Value>
WS_DEVICE uniform<decltype(Value)> constant();

template<class T>
    requires std::is_arithmetic_v<T>
class uniform {
public:
    __host__ uniform(T value) : value_(value) {}
    uniform(const uniform&) = default;
    uniform& operator=(const uniform&) = delete;

    WS_BOTH T get() const { return value_; }
    WS_BOTH operator T() const { return value_; }

#define WS_UNIFORM_OPERATOR(o)                                                                     \
    template<class U>                                                                              \
    WS_DEVICE auto operator o(uniform<U> other) const {                                            \
        using Result = decltype(value_ o other.value_);                                            \
        return uniform<Result>(typename uniform<Result>::computed{}, value_ o other.value_);       \
    }
    WS_UNIFORM_OPERATOR(+)
    WS_UNIFORM_OPERATOR(-)
    WS_UNIFORM_OPERATOR(*)
    WS_UNIFORM_OPERATOR(/)
    WS_UNIFORM_OPERATOR(%)
    WS_UNIFORM_OPERATOR(==)
    WS_UNIFORM_OPERATOR(!=)
    WS_UNIFORM_OPERATOR(<)
    WS_UNIFORM_OPERATOR(<=)
    WS_UNIFORM_OPERATOR(>)
    WS_UNIFORM_OPERATOR(>=)
#undef WS_UNIFORM_OPERATOR

private:
    struct computed {};
    WS_DEVICE uniform(computed, T value) : value_(value) {}

    template<class U>
        requires std::is_arithmetic_v<U>
    friend class uniform;
    template<auto Value>
    friend __device__ uniform<decltype(Value)> constant();

    T value_;
};

/// A constant as a uniform value: `n / ws::constant<2>()`.
template<auto Value>
WS_DEVICE uniform<decltype(Value)> constant() {
    return uniform<decltype(Value)>(typename uniform<decltype(Value)>::computed{}, Value);
}

/// __syncthreads() where all threads of the block come to it or none.
WS_DEVICE void sync_if(uniform<bool> condition) {
    if (condition.get()) __syncthreads();
}

} // namespace ws

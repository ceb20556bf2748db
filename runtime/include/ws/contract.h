// WS_REQUIRES(clauses…): what a launch of a kernel must satisfy, at the top of the kernel.
//
//     __global__ void scale(ws::disjoint_span<float> y, int n) {
//         WS_REQUIRES(n > 0, y.size() >= n, blockDim.x % 32 == 0, ws::grid_covers(y));
//
// A kernel with a contract is compiled a second time into a variant that evaluates the clauses and
// returns; the runtime runs it before each launch, on whatever device. When a clause does not hold,
// nothing has run, and the report shows the clause and both of its sides. In the kernel itself a
// contract costs no instruction.
//
// A clause is a comparison or a condition. Write parentheses around one with && || ?: & | ^ or a
// comma. Clauses may use parameters, gridDim, blockDim and what launch_shape.h offers, but no
// memory, no threadIdx and no barrier.
#pragma once

#include "ws/contract_values.h"

// Answered by whoever evaluates a contract, like printf by the device.
extern "C" __device__ void __ws_contract_clause(const char* text, const char* file, unsigned line,
                                                unsigned holds, const char* comparison,
                                                unsigned left_kind, unsigned long long left,
                                                unsigned right_kind, unsigned long long right);

namespace ws::contract {

/// What became of one clause. `comparison` is empty for a condition.
struct result {
    bool holds;
    const char* comparison;
    value left, right;
    static constexpr bool is_part_of_clause = true;
};

/// What stands left of a comparison.
template<class A>
struct left_side {
    const A& a;
    static constexpr bool is_part_of_clause = true;

#define WS_COMPARISON(o)                                                                           \
    template<class B>                                                                              \
    WS_DEVICE result operator o(const B& b) const {                                                \
        bool holds = false;                                                                        \
        if constexpr (number<A> && number<B>) {                                                    \
            holds = order(a, b) o 0;                                                               \
        } else if constexpr (has_checked<A, B>) {                                                  \
            const checked_number x = as_checked(a), y = as_checked(b);                             \
            holds = !x.overflowed() && !y.overflowed() && x.value() o y.value();                   \
        } else {                                                                                   \
            holds = static_cast<bool>(a o b);                                                      \
        }                                                                                          \
        return {holds, #o, make_value(a), make_value(b)};                                          \
    }
    WS_COMPARISON(==)
    WS_COMPARISON(!=)
    WS_COMPARISON(<)
    WS_COMPARISON(<=)
    WS_COMPARISON(>)
    WS_COMPARISON(>=)
#undef WS_COMPARISON

    WS_DEVICE operator result() const {
        if constexpr (requires { a.clause(); }) {
            return a.clause();
        } else {
            const bool holds = static_cast<bool>(a);
            return {holds, "", make_value(holds), {kind::none, 0}};
        }
    }
};

/// Of a clause without the parentheses it needs.
template<class A>
concept part_of_clause = requires(const A& a) { a.is_part_of_clause; };

template<part_of_clause A, class B>
WS_DEVICE auto operator&&(const A&, const B&) {
    static_assert(sizeof(B) == 0,
                  "write parentheses around a clause with &&: WS_REQUIRES((a && b))");
    return result{};
}
template<part_of_clause A, class B>
WS_DEVICE auto operator||(const A&, const B&) {
    static_assert(sizeof(B) == 0,
                  "write parentheses around a clause with ||: WS_REQUIRES((a || b))");
    return result{};
}

/// Begins a clause. `<=` because everything that binds tighter belongs to the left side.
struct start {
    template<class A>
    WS_DEVICE left_side<A> operator<=(const A& a) const {
        return {a};
    }
};

WS_DEVICE void report(const result& r, const char* text, const char* file, unsigned line) {
    __ws_contract_clause(text, file, line, r.holds, r.comparison,
                         static_cast<unsigned>(r.left.what), r.left.bits,
                         static_cast<unsigned>(r.right.what), r.right.bits);
}

} // namespace ws::contract

#define WS_PP_PARENTHESES ()
#define WS_PP_EXPAND(...) WS_PP_E3(WS_PP_E3(WS_PP_E3(__VA_ARGS__)))
#define WS_PP_E3(...) WS_PP_E2(WS_PP_E2(WS_PP_E2(__VA_ARGS__)))
#define WS_PP_E2(...) WS_PP_E1(WS_PP_E1(WS_PP_E1(__VA_ARGS__)))
#define WS_PP_E1(...) __VA_ARGS__
#define WS_PP_EACH(macro, ...) __VA_OPT__(WS_PP_EXPAND(WS_PP_EACH_OF(macro, __VA_ARGS__)))
#define WS_PP_EACH_OF(macro, first, ...)                                                           \
    macro(first) __VA_OPT__(WS_PP_AGAIN WS_PP_PARENTHESES(macro, __VA_ARGS__))
#define WS_PP_AGAIN() WS_PP_EACH_OF

// 1 where -DWS_CONTRACT_PASS is on the command line, else 0. Looked up where it is used, so that
// precompiled headers serve both.
#define WS_PP_CONTRACT_1 ~, 1
#define WS_PP_SECOND(first, second, ...) second
#define WS_PP_SECOND_OF(...) WS_PP_SECOND(__VA_ARGS__)
#define WS_PP_JOIN(a, b) a##b
#define WS_PP_JOINED(a, b) WS_PP_JOIN(a, b)
#define WS_IS_CONTRACT_PASS WS_PP_SECOND_OF(WS_PP_JOINED(WS_PP_CONTRACT_, WS_CONTRACT_PASS), 0, 0)

#define WS_CLAUSE(clause)                                                                          \
    ::ws::contract::report(::ws::contract::start{} <= clause, #clause, __FILE__, __builtin_LINE());

// In the ordinary pass clauses are checked by the compiler and leave no code.
#define WS_REQUIRES(...)                                                                           \
    do {                                                                                           \
        if constexpr (WS_IS_CONTRACT_PASS) {                                                       \
            WS_PP_EACH(WS_CLAUSE, __VA_ARGS__)                                                     \
            return;                                                                                \
        }                                                                                          \
    } while (0)

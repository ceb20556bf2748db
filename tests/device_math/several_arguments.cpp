// The functions of several arguments, of an integer argument or of two results, and their sweep.
#include <quadmath.h>

#include <algorithm>
#include <functional>

#include "runtime/device/bessel.cu"
#include "runtime/device/norm.cu"
#include "runtime/device/power.cu"
#include "runtime/device/remainder.cu"
#include "runtime/device/trigonometric.cu"
#include "tests/device_math/measure.h"

namespace warpscope::device_math {
namespace {

template<class T>
struct Row {
    const char* name;
    int arguments;
    std::function<T(const T*)> function;
    std::function<Quad(const Quad*)> reference;
    double bound;
    double low, high;
    Measure measure = Measure::ulps;
    bool special = true; // whether special numbers and all bit patterns are tried
};

template<class T>
struct Measurement {
    const Row<T>& row;
    Outcome outcome;

    void measure(const T* x) {
        Quad wide[4];
        std::copy(x, x + row.arguments, wide);
        const T result = row.function(x);
        const Quad reference = row.reference(wide);
        const double error = row.measure == Measure::ulps ? ulps_between(result, reference)
                                                          : absolute_error(result, reference);
        ++outcome.samples;
        if (error > outcome.worst) {
            outcome.worst = error;
            std::copy(x, x + row.arguments, outcome.worst_at);
        }
        outcome.closeness = std::max(outcome.closeness, ulps_from_exact(result, reference));
    }

    /// All pairs of special numbers in the first two places.
    void measure_special() {
        const std::vector<T> numbers = special_numbers<T>();
        for (const T a : numbers) {
            for (const T b : numbers) {
                const T x[4] = {a, b, T(1), T(0)};
                measure(x);
            }
        }
    }
};

/// A base and an exponent whose power is near one of the ends of the range.
template<class T>
void take_large_power(Arguments<T>& arguments, T* x) {
    x[0] = std::fabs(arguments.from_range()) + std::numeric_limits<T>::min();
    const T share = arguments.from_range() / 4;
    x[1] = static_cast<T>(std::log(std::numeric_limits<T>::max()) / std::log(x[0])) *
           (share - std::trunc(share));
}

/// By turns: every argument of its own exponent, all from the range, any bits, and arguments of
/// about one magnitude.
template<class T>
void take_arguments(Arguments<T>& arguments, const Row<T>& row, std::uint64_t turn, T* x) {
    for (int k = 0; k < row.arguments; ++k) {
        if (!row.special || turn % 4 == 1)
            x[k] = arguments.from_range();
        else if (turn % 4 == 0 && k == 0)
            x[k] = arguments.of_next_exponent();
        else if (turn % 4 == 3 && k > 0)
            x[k] = arguments.beside(x[0]);
        else
            x[k] = arguments.of_any_bits();
    }
}

template<class T>
Outcome sweep(const Row<T>& row, std::uint64_t samples) {
    Measurement<T> measurement{row, Outcome{.name = row.name,
                                            .measure = row.measure,
                                            .bound = row.bound,
                                            .range = {},
                                            .arguments = row.arguments,
                                            .is_float = sizeof(T) == sizeof(float)}};
    if (row.special) measurement.measure_special();
    Arguments<T> arguments(row.low, row.high, 11);
    const bool is_power = std::string(row.name) == "pow";
    for (std::uint64_t i = 0; i < 2 * samples; ++i) {
        T x[4];
        take_arguments(arguments, row, i, x);
        if (is_power && i % 4) take_large_power(arguments, x);
        measurement.measure(x);
    }
    return measurement.outcome;
}

Quad norm_reference(const Quad* x, int n) {
    Quad sum = 0;
    bool infinite = false;
    for (int i = 0; i < n; ++i) {
        infinite = infinite || isinfq(x[i]);
        sum += x[i] * x[i];
    }
    return infinite ? __builtin_infq() : sqrtq(sum);
}

/// The last three bits of the quotient and its sign; zero where there is no remainder.
Quad quotient_reference(Quad x, Quad y) {
    if (!finiteq(x) || !finiteq(y) || y == 0) return 0;
    int quotient = 0;
    remquoq(x, y, &quotient);
    return quotient < 0 ? -(-quotient & 7) : quotient & 7;
}

template<class T>
void add_norms(std::vector<Row<T>>& rows) {
    constexpr bool single = sizeof(T) == sizeof(float);
    const double bound = single ? 3 : 2, reciprocal_bound = single ? 2 : 1;
#define WS_CALL(name, ...)                                                                         \
    [](const T* x) -> T {                                                                          \
        if constexpr (single)                                                                      \
            return __nv_##name##f(__VA_ARGS__);                                                    \
        else                                                                                       \
            return __nv_##name(__VA_ARGS__);                                                       \
    }
#define WS_NORM_ROWS(name, n, ...)                                                                 \
    rows.push_back({#name, n, WS_CALL(name, __VA_ARGS__),                                          \
                    [](const Quad* x) { return norm_reference(x, n); }, bound, -4, 4});            \
    rows.push_back({"r" #name, n, WS_CALL(r##name, __VA_ARGS__),                                   \
                    [](const Quad* x) { return 1 / norm_reference(x, n); }, reciprocal_bound, -4,  \
                    4});
    WS_NORM_ROWS(hypot, 2, x[0], x[1])
    WS_NORM_ROWS(norm3d, 3, x[0], x[1], x[2])
    WS_NORM_ROWS(norm4d, 4, x[0], x[1], x[2], x[3])
    WS_NORM_ROWS(norm, 4, 4, x)
#undef WS_NORM_ROWS
}

template<class T>
std::vector<Row<T>> rows() {
    constexpr bool single = sizeof(T) == sizeof(float);
    const double far_bound = single ? 2.2e-6 : 5e-12;
    std::vector<Row<T>> rows = {
        {"pow", 2, WS_CALL(pow, x[0], x[1]), [](const Quad* x) { return powq(x[0], x[1]); },
         single ? 4.0 : 2.0, -4, 4},
        {"atan2", 2, WS_CALL(atan2, x[0], x[1]), [](const Quad* x) { return atan2q(x[0], x[1]); },
         single ? 3.0 : 2.0, -4, 4},
        {"fmod", 2, WS_CALL(fmod, x[0], x[1]), [](const Quad* x) { return fmodq(x[0], x[1]); }, 0,
         -100, 100},
        {"remainder", 2, WS_CALL(remainder, x[0], x[1]),
         [](const Quad* x) { return remainderq(x[0], x[1]); }, 0, -100, 100},
        {"remquo (quotient)", 2,
         [](const T* x) {
             int quotient;
             if constexpr (single)
                 __nv_remquof(x[0], x[1], &quotient);
             else
                 __nv_remquo(x[0], x[1], &quotient);
             return T(quotient);
         },
         [](const Quad* x) { return quotient_reference(x[0], x[1]); }, 0, -100, 100},
        {"sincos (sine)", 1,
         [](const T* x) {
             T s, c;
             if constexpr (single)
                 __nv_sincosf(*x, &s, &c);
             else
                 __nv_sincos(*x, &s, &c);
             return s;
         },
         [](const Quad* x) { return sinq(*x); }, 2, -100, 100},
        {"sincos (cosine)", 1,
         [](const T* x) {
             T s, c;
             if constexpr (single)
                 __nv_sincosf(*x, &s, &c);
             else
                 __nv_sincos(*x, &s, &c);
             return c;
         },
         [](const Quad* x) { return cosq(*x); }, 2, -100, 100},
        {"jn (n = 128)", 1, WS_CALL(jn, 128, x[0]),
         [](const Quad* x) { return bessel_j_reference(128, x[0]); }, far_bound, 0, 400,
         Measure::absolute, false},
        {"jn (n = 3)", 1, WS_CALL(jn, 3, x[0]),
         [](const Quad* x) { return bessel_j_reference(3, x[0]); }, far_bound, -30, 30,
         Measure::absolute, false},
        {"yn (n = 20, x > 1.5 n)", 1, WS_CALL(yn, 20, x[0]),
         [](const Quad* x) { return bessel_y_reference(20, x[0]); }, far_bound, 30, 400,
         Measure::absolute, false},
    };
    if (single)
        rows.push_back({"yn (n = 20, x < n)", 1, WS_CALL(yn, 20, x[0]),
                        [](const Quad* x) { return bessel_y_reference(20, x[0]); }, 52, 0, 20,
                        Measure::ulps, false});
#undef WS_CALL
    add_norms(rows);
    return rows;
}

template<class T>
void add_sweeps(std::vector<Sweep>& sweeps, std::uint64_t samples, const std::string& only) {
    for (const Row<T>& row : rows<T>())
        if (only.empty() || only == row.name)
            sweeps.push_back([row, samples] { return sweep(row, samples); });
}

} // namespace

std::vector<Sweep> sweeps_of_several_arguments(std::uint64_t samples, const std::string& only) {
    std::vector<Sweep> sweeps;
    add_sweeps<float>(sweeps, samples, only);
    add_sweeps<double>(sweeps, samples, only);
    return sweeps;
}

} // namespace warpscope::device_math

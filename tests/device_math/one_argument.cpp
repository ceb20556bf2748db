// The functions of one argument: CUDA's documented bounds, and the sweep over them.
//
// The bounds are those of the CUDA C++ Programming Guide, "Mathematical Functions", tables of
// standard functions with maximum ulp error.
#include <quadmath.h>

#include <algorithm>
#include <functional>

#include "runtime/device/bessel.cu"
#include "runtime/device/cube_root.cu"
#include "runtime/device/error_function.cu"
#include "runtime/device/exponential.cu"
#include "runtime/device/gamma.cu"
#include "runtime/device/hyperbolic.cu"
#include "runtime/device/inverse_error_function.cu"
#include "runtime/device/logarithm.cu"
#include "runtime/device/parts.cu"
#include "runtime/device/power.cu"
#include "runtime/device/trigonometric.cu"
#include "tests/device_math/measure.h"

namespace warpscope::device_math {
namespace {

/// Where a bound holds, and where the arguments are taken from. The interval outside which a
/// function only overflows is left to the bit patterns.
struct Domain {
    double low, high;                       // half of the arguments lie here
    double from = -HUGE_VAL, to = HUGE_VAL; // others are not measured
    double not_from = 1, not_to = 0;        // nor are those between
};

template<class T>
struct Row {
    const char* name;
    T (*function)(T);
    std::function<Quad(Quad)> reference;
    double bound;
    Domain domain;
    Measure measure = Measure::ulps;
};

std::string text_of(const Domain& domain) {
    char text[80] = "";
    if (domain.from != -HUGE_VAL || domain.to != HUGE_VAL)
        std::snprintf(text, sizeof text, "%g ... %g", domain.from, domain.to);
    else if (domain.not_from <= domain.not_to)
        std::snprintf(text, sizeof text, "outside %g ... %g", domain.not_from, domain.not_to);
    return text;
}

template<class T>
Outcome sweep(const Row<T>& row, std::uint64_t samples) {
    const Domain& domain = row.domain;
    Outcome outcome{.name = row.name,
                    .measure = row.measure,
                    .bound = row.bound,
                    .range = text_of(domain),
                    .is_float = sizeof(T) == sizeof(float)};
    const auto measure = [&](T x) {
        if (x < domain.from || x > domain.to) return;
        if (x >= domain.not_from && x <= domain.not_to) return;
        const Quad reference = row.reference(Quad(x));
        const T result = row.function(x);
        const double error = row.measure == Measure::ulps ? ulps_between(result, reference)
                                                          : absolute_error(result, reference);
        ++outcome.samples;
        if (error > outcome.worst) {
            outcome.worst = error;
            outcome.worst_at[0] = x;
        }
        outcome.closeness = std::max(outcome.closeness, ulps_from_exact(result, reference));
    };
    for (const T x : special_numbers<T>())
        measure(x);
    for (const T x : edges_of_exponents<T>())
        measure(x);
    for (const T x : beside_quarter_turns<T>())
        measure(x);
    for (const double end :
         {domain.low, domain.high, domain.from, domain.to, domain.not_from, domain.not_to})
        for (const T x : neighbourhood(static_cast<T>(end)))
            measure(x);
    Arguments<T> arguments(domain.low, domain.high, 7);
    for (std::uint64_t i = 0; i < samples; ++i) {
        measure(arguments.of_next_exponent());
        measure(arguments.from_range());
    }
    return outcome;
}

const Domain everywhere{-100, 100};
const Domain below_8{-8, 8, -8, 8}, beyond_8{8, 1e4, 8};
const Domain y_below_8{0, 8, -1, 8}, y_beyond_8{8, 1e4, 8};

Quad j0_of(Quad x) {
    return bessel_j_reference(0, x);
}
Quad j1_of(Quad x) {
    return bessel_j_reference(1, x);
}
Quad y0_of(Quad x) {
    return bessel_y_reference(0, x);
}
Quad y1_of(Quad x) {
    return bessel_y_reference(1, x);
}
Quad i0_of(Quad x) {
    return bessel_i_reference(0, x);
}
Quad i1_of(Quad x) {
    return bessel_i_reference(1, x);
}

// One line a function: bound of float and of double, and where.
template<class T>
std::vector<Row<T>> rows() {
    constexpr bool single = sizeof(T) == sizeof(float);
    constexpr double far_bound = single ? 2.2e-6 : 5e-12;
    const Domain gamma = single ? Domain{-40, 36} : Domain{-185, 172};
    const Domain lgamma = single ? Domain{-20, 40, -HUGE_VAL, HUGE_VAL, -10.001, -2.264}
                                 : Domain{-40, 40, -HUGE_VAL, HUGE_VAL, -23.0001, -2.2637};
    const double e = single ? 90 : 710;
#define WS_ROW(name, ...)                                                                          \
    Row<T> {                                                                                       \
        #name,                                                                                     \
            [](T x) -> T {                                                                         \
                if constexpr (single)                                                              \
                    return __nv_##name##f(x);                                                      \
                else                                                                               \
                    return __nv_##name(x);                                                         \
            },                                                                                     \
            __VA_ARGS__                                                                            \
    }
    return {
        WS_ROW(exp, expq, single ? 2 : 1, {-e * 1.2, e}),
        WS_ROW(exp2, exp2q, single ? 2 : 1, {-e * 1.7, e * 1.45}),
        WS_ROW(exp10, exp10_reference, single ? 2 : 1, {-e * 0.5, e * 0.435}),
        WS_ROW(expm1, expm1q, 1, {-40, 40}),
        WS_ROW(log, logq, 1, {0, 4}),
        WS_ROW(log2, log2q, 1, {0, 4}),
        WS_ROW(log10, log10q, single ? 2 : 1, {0, 4}),
        WS_ROW(log1p, log1pq, 1, {-1, 4}),
        WS_ROW(sin, sinq, 2, everywhere),
        WS_ROW(cos, cosq, 2, everywhere),
        WS_ROW(tan, tanq, single ? 4 : 2, everywhere),
        WS_ROW(sinpi, sinpi_reference, single ? 1 : 2, {-5, 5}),
        WS_ROW(cospi, cospi_reference, single ? 1 : 2, {-5, 5}),
        WS_ROW(asin, asinq, 2, {-1, 1}),
        WS_ROW(acos, acosq, 2, {-1, 1}),
        WS_ROW(atan, atanq, 2, {-10, 10}),
        WS_ROW(sinh, sinhq, single ? 3 : 2, {-e, e}),
        WS_ROW(cosh, coshq, single ? 2 : 1, {-e, e}),
        WS_ROW(tanh, tanhq, single ? 2 : 1, {-10, 10}),
        WS_ROW(asinh, asinhq, 3, {-10, 10}),
        WS_ROW(acosh, acoshq, single ? 4 : 3, {1, 10}),
        WS_ROW(atanh, atanhq, single ? 3 : 2, {-1, 1}),
        WS_ROW(cbrt, cbrtq, 1, everywhere),
        WS_ROW(rcbrt, rcbrt_reference, 1, everywhere),
        WS_ROW(rsqrt, rsqrt_reference, single ? 2 : 1, {0, 100}),
        WS_ROW(erf, erfq, 2, {-6, 6}),
        WS_ROW(erfc, erfcq, single ? 4 : 5, single ? Domain{-4, 10.1} : Domain{-6, 27}),
        WS_ROW(erfcx, erfcx_reference, 4, single ? Domain{-10, 12} : Domain{-27, 30}),
        WS_ROW(erfinv, erfinv_reference, single ? 2 : 5, {-1, 1}),
        WS_ROW(erfcinv, erfcinv_reference, single ? 4 : 6, {0, 2}),
        WS_ROW(normcdf, normcdf_reference, 5, single ? Domain{-15, 6} : Domain{-39, 9}),
        WS_ROW(normcdfinv, normcdfinv_reference, single ? 5 : 8, {0, 1}),
        WS_ROW(tgamma, tgamma_reference, single ? 5 : 10, gamma),
        WS_ROW(lgamma, lgamma_reference, single ? 6 : 4, lgamma),
        WS_ROW(j0, j0_of, single ? 9 : 7, below_8),
        WS_ROW(j0, j0_of, far_bound, beyond_8, Measure::absolute),
        WS_ROW(j1, j1_of, single ? 9 : 7, below_8),
        WS_ROW(j1, j1_of, far_bound, beyond_8, Measure::absolute),
        WS_ROW(y0, y0_of, single ? 9 : 7, y_below_8),
        WS_ROW(y0, y0_of, far_bound, y_beyond_8, Measure::absolute),
        WS_ROW(y1, y1_of, single ? 9 : 7, y_below_8),
        WS_ROW(y1, y1_of, far_bound, y_beyond_8, Measure::absolute),
        WS_ROW(cyl_bessel_i0, i0_of, 6, {-e, e}),
        WS_ROW(cyl_bessel_i1, i1_of, 6, {-e, e}),
        WS_ROW(logb, logb_reference, 0, everywhere),
    };
#undef WS_ROW
}

template<class T>
void add_sweeps(std::vector<Sweep>& sweeps, std::uint64_t samples, const std::string& only) {
    for (const Row<T>& row : rows<T>())
        if (only.empty() || only == row.name)
            sweeps.push_back([row, samples] { return sweep(row, samples); });
}

} // namespace

std::vector<Sweep> sweeps_of_one_argument(std::uint64_t samples, const std::string& only) {
    std::vector<Sweep> sweeps;
    add_sweeps<float>(sweeps, samples, only);
    add_sweeps<double>(sweeps, samples, only);
    return sweeps;
}

} // namespace warpscope::device_math

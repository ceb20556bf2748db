// The device library's own functions, compiled for the host, against functions of higher precision.
#include "tests/catch.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "runtime/device/cube_root.cu"
#include "runtime/device/error_function.cu"
#include "runtime/device/exponential.cu"
#include "runtime/device/hyperbolic.cu"
#include "runtime/device/logarithm.cu"
#include "runtime/device/norm.cu"
#include "runtime/device/parts.cu"
#include "runtime/device/power.cu"
#include "runtime/device/remainder.cu"
#include "runtime/device/trigonometric.cu"

namespace {

template<class T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;

/// The distance between result and reference in units of the last place of the reference.
template<class T>
double ulps(T result, Wide<T> reference) {
    const T nearest = static_cast<T>(reference);
    if (std::isnan(nearest) || std::isnan(result))
        return std::isnan(nearest) && std::isnan(result) ? 0 : 1e30;
    if (std::isinf(nearest) || std::isinf(result)) return nearest == result ? 0 : 1e30;
    const T magnitude = std::max(std::fabs(nearest), std::numeric_limits<T>::min());
    const int exponent = std::ilogb(magnitude) - (std::numeric_limits<T>::digits - 1);
    const Wide<T> unit = std::ldexp(Wide<T>(1), exponent);
    return static_cast<double>(std::fabs(Wide<T>(result) - reference) / unit);
}

/// Numbers of a range, half of them spread evenly, half by magnitude; always the same.
template<class T>
class Samples {
public:
    Samples(double low, double high) : low_(low), high_(high) {}

    T next() {
        if (std::uniform_int_distribution<int>(0, 1)(random_))
            return static_cast<T>(std::uniform_real_distribution<double>(low_, high_)(random_));
        const double limit = std::log2(std::max(std::fabs(low_), std::fabs(high_)));
        while (true) {
            const double exponent = std::uniform_real_distribution<double>(-40, limit)(random_);
            const bool negative = low_ < 0 && std::uniform_int_distribution<int>(0, 1)(random_);
            const double x = negative ? -std::exp2(exponent) : std::exp2(exponent);
            if (x >= low_ && x <= high_) return static_cast<T>(x);
        }
    }

private:
    double low_, high_;
    std::mt19937_64 random_{7};
};

template<class T>
struct Row {
    const char* name;
    T (*function)(T);
    Wide<T> (*reference)(Wide<T>);
    double low, high;
    double bound; // in ulps
};

constexpr int sample_count = 200000;

template<class T>
void check(const Row<T>& row) {
    Samples<T> samples(row.low, row.high);
    double worst = 0;
    T worst_at = 0;
    for (int i = 0; i < sample_count; ++i) {
        const T x = samples.next();
        const double error = ulps<T>(row.function(x), row.reference(x));
        if (error > worst) {
            worst = error;
            worst_at = x;
        }
    }
    CAPTURE(row.name, worst, worst_at, row.bound);
    CHECK(worst <= row.bound);
}

template<class R>
R exp10_reference(R x) {
    return std::pow(R(10), x);
}

template<class R>
R rcbrt_reference(R x) {
    return 1 / std::cbrt(x);
}

template<class R>
R normcdf_reference(R x) {
    return std::erfc(-x / std::sqrt(R(2))) / 2;
}

/// The sine of a half turn times x, reduced exactly first.
template<class R>
R sinpi_reference(R x) {
    const R turns = std::remainder(x, R(2));
    const R near = std::fabs(turns) > R(0.5) ? std::copysign(R(1), turns) - turns : turns;
    return std::sin(near * static_cast<R>(3.14159265358979323846264338327950288L));
}

#define WS_ROW(T, suffix, name, reference, low, high, bound)                                       \
    Row<T> {                                                                                       \
        #name #suffix, __nv_##name##suffix, [](Wide<T> x) -> Wide<T> { return reference(x); },     \
            low, high, bound                                                                       \
    }

} // namespace

TEST_CASE("float functions stay within their stated error", "[device_math]") {
    const auto row = GENERATE(values<Row<float>>({
        WS_ROW(float, f, exp, std::exp, -104, 89, 1.1),
        WS_ROW(float, f, exp2, std::exp2, -150, 128, 2.5),
        WS_ROW(float, f, exp10, exp10_reference, -46, 38.6, 1.5),
        WS_ROW(float, f, expm1, std::expm1, -20, 89, 1.5),
        WS_ROW(float, f, log, std::log, 1e-12, 1e12, 1.0),
        WS_ROW(float, f, log2, std::log2, 1e-12, 1e12, 1.5),
        WS_ROW(float, f, log10, std::log10, 1e-12, 1e12, 1.5),
        WS_ROW(float, f, log1p, std::log1p, -0.999, 1e6, 1.5),
        WS_ROW(float, f, sin, std::sin, -1000, 1000, 1.75),
        WS_ROW(float, f, cos, std::cos, -1000, 1000, 1.75),
        WS_ROW(float, f, tan, std::tan, -1000, 1000, 3.5),
        WS_ROW(float, f, sin, std::sin, -1e30, 1e30, 1.75),
        WS_ROW(float, f, cos, std::cos, 47000, 49000, 1.75),
        WS_ROW(float, f, asin, std::asin, -1, 1, 2.5),
        WS_ROW(float, f, acos, std::acos, -1, 1, 1.5),
        WS_ROW(float, f, atan, std::atan, -100, 100, 1.5),
        WS_ROW(float, f, sinh, std::sinh, -89, 89, 2.5),
        WS_ROW(float, f, cosh, std::cosh, -89, 89, 2.5),
        WS_ROW(float, f, tanh, std::tanh, -12, 12, 2.5),
        WS_ROW(float, f, asinh, std::asinh, -1e6, 1e6, 2.5),
        WS_ROW(float, f, acosh, std::acosh, 1, 1e6, 2.5),
        WS_ROW(float, f, atanh, std::atanh, -0.999, 0.999, 2.5),
        WS_ROW(float, f, cbrt, std::cbrt, -1e10, 1e10, 1.25),
        WS_ROW(float, f, rcbrt, rcbrt_reference, 1e-6, 1e10, 1.75),
        WS_ROW(float, f, erf, std::erf, -5, 5, 1.5),
        WS_ROW(float, f, erfc, std::erfc, -5, 9, 4),
        WS_ROW(float, f, normcdf, normcdf_reference, -12, 8, 1.0),
        WS_ROW(float, f, sinpi, sinpi_reference, -100, 100, 1.75),
    }));
    check(row);
}

TEST_CASE("double functions stay within their stated error", "[device_math]") {
    const auto row = GENERATE(values<Row<double>>({
        WS_ROW(double, , exp, std::exp, -745, 709.7, 1.1),
        WS_ROW(double, , exp2, std::exp2, -1074, 1023.9, 1.1),
        WS_ROW(double, , exp10, exp10_reference, -323, 308.2, 1.5),
        WS_ROW(double, , expm1, std::expm1, -40, 709, 1.75),
        WS_ROW(double, , log, std::log, 1e-12, 1e12, 1.25),
        WS_ROW(double, , log2, std::log2, 1e-12, 1e12, 1.5),
        WS_ROW(double, , log10, std::log10, 1e-12, 1e12, 1.5),
        WS_ROW(double, , log1p, std::log1p, -0.999, 1e6, 1.75),
        WS_ROW(double, , sin, std::sin, -1000, 1000, 1.75),
        WS_ROW(double, , cos, std::cos, -1000, 1000, 1.75),
        WS_ROW(double, , tan, std::tan, -1000, 1000, 3.5),
        WS_ROW(double, , sin, std::sin, 9e4, 2e15, 2.5),
        WS_ROW(double, , asin, std::asin, -1, 1, 2.5),
        WS_ROW(double, , acos, std::acos, -1, 1, 1.5),
        WS_ROW(double, , atan, std::atan, -100, 100, 1.5),
        WS_ROW(double, , sinh, std::sinh, -709, 709, 2.5),
        WS_ROW(double, , cosh, std::cosh, -709, 709, 2.5),
        WS_ROW(double, , tanh, std::tanh, -20, 20, 2.5),
        WS_ROW(double, , asinh, std::asinh, -1e6, 1e6, 2.5),
        WS_ROW(double, , acosh, std::acosh, 1, 1e6, 2.5),
        WS_ROW(double, , atanh, std::atanh, -0.999, 0.999, 2.5),
        WS_ROW(double, , cbrt, std::cbrt, -1e10, 1e10, 1.25),
        WS_ROW(double, , erf, std::erf, -6, 6, 1.5),
        WS_ROW(double, , erfc, std::erfc, -6, 26, 4),
        WS_ROW(double, , sinpi, sinpi_reference, -100, 100, 1.75),
    }));
    check(row);
}
#undef WS_ROW

namespace {

template<class T>
void check_powers(T (*pow)(T, T), double bound) {
    Samples<T> bases(1e-6, 1e6), exponents(-8, 8);
    double worst = 0;
    for (int i = 0; i < sample_count; ++i) {
        const T x = bases.next(), y = exponents.next();
        worst = std::max(worst, ulps<T>(pow(x, y), std::pow(Wide<T>(x), Wide<T>(y))));
    }
    // Large results are where an error of the logarithm counts most.
    for (int i = 0; i < sample_count; ++i) {
        const T x = bases.next();
        const T y = static_cast<T>(std::log(std::numeric_limits<T>::max()) / std::log(x) * 0.99);
        worst = std::max(worst, ulps<T>(pow(x, y), std::pow(Wide<T>(x), Wide<T>(y))));
    }
    CAPTURE(worst);
    CHECK(worst <= bound);
}

template<class T>
void check_pow_cases(T (*pow)(T, T)) {
    const T special[] = {0,
                         -T(0.0),
                         1,
                         -1,
                         2,
                         -2,
                         T(0.5),
                         -3,
                         3,
                         T(2.5),
                         T(-2.5),
                         T(1e30),
                         T(-1e30),
                         std::numeric_limits<T>::infinity(),
                         -std::numeric_limits<T>::infinity(),
                         std::numeric_limits<T>::quiet_NaN()};
    for (const T x : special) {
        for (const T y : special) {
            const T expected = static_cast<T>(std::pow(Wide<T>(x), Wide<T>(y)));
            const T result = pow(x, y);
            CAPTURE(x, y, expected, result);
            CHECK(ulps<T>(result, expected) <= 2);
            if (!std::isnan(expected)) CHECK(std::signbit(result) == std::signbit(expected));
        }
    }
}

template<class T>
void check_remainders(T (*fmod)(T, T), T (*remainder)(T, T)) {
    Samples<T> dividends(-1e18, 1e18), divisors(-1e6, 1e6);
    for (int i = 0; i < 20000; ++i) {
        const T x = dividends.next(), y = divisors.next();
        CAPTURE(x, y);
        REQUIRE(fmod(x, y) == std::fmod(x, y));
        REQUIRE(remainder(x, y) == std::remainder(x, y));
    }
    const T tiny = std::numeric_limits<T>::denorm_min();
    CHECK(fmod(std::numeric_limits<T>::max(), 3 * tiny) ==
          std::fmod(std::numeric_limits<T>::max(), 3 * tiny));
    CHECK(remainder(T(5), T(2)) == 1);
    CHECK(remainder(T(7), T(2)) == -1);
    CHECK(std::isnan(fmod(T(1), T(0))));
    CHECK(fmod(T(-1), std::numeric_limits<T>::infinity()) == -1);
}

template<class T>
void check_scaling(T (*ldexp)(T, int), T (*frexp)(T, int*), T (*nextafter)(T, T)) {
    std::mt19937_64 random(3);
    std::uniform_int_distribution<int> shifts(-2200, 2200);
    for (int i = 0; i < 100000; ++i) {
        const auto bits = static_cast<typename Real<T>::Bits>(random());
        const T x = real_of(bits);
        if (std::isnan(x)) continue;
        const int k = shifts(random) / (i % 3 + 1);
        CAPTURE(x, k);
        REQUIRE(ldexp(x, k) == std::ldexp(x, k));
        int exponent = 0, expected = 0;
        REQUIRE(frexp(x, &exponent) == std::frexp(x, &expected));
        if (std::isfinite(x)) REQUIRE(exponent == expected);
        REQUIRE(nextafter(x, T(1)) == std::nextafter(x, T(1)));
    }
}

} // namespace

TEST_CASE("powers stay within their stated error and follow C in every special case",
          "[device_math]") {
    check_powers<float>(__nv_powf, 1.5);
    check_powers<double>(__nv_pow, 1.5);
    check_pow_cases<float>(__nv_powf);
    check_pow_cases<double>(__nv_pow);
    CHECK(__nv_powif(3.0f, 4) == 81.0f);
    CHECK(__nv_powi(2.0, -3) == 0.125);
}

TEST_CASE("remainders and scalings are exact", "[device_math]") {
    check_remainders<float>(__nv_fmodf, __nv_remainderf);
    check_remainders<double>(__nv_fmod, __nv_remainder);
    check_scaling<float>(__nv_ldexpf, __nv_frexpf, __nv_nextafterf);
    check_scaling<double>(__nv_ldexp, __nv_frexp, __nv_nextafter);
    CHECK(__nv_ilogbf(0x1p-140f) == -140);
    CHECK(__nv_logb(0x1p-1060) == -1060);
}

TEST_CASE("special values of device functions are C's", "[device_math]") {
    const float infinity = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float specials[] = {0.0f,   -0.0f, 1.0f,   -1.0f,    2.0f,      -2.0f,
                              1e-40f, 3e38f, -3e38f, infinity, -infinity, nan};
    struct {
        float (*function)(float);
        float (*reference)(float);
    } const rows[] = {
        {__nv_expf, std::exp},     {__nv_exp2f, std::exp2},   {__nv_expm1f, std::expm1},
        {__nv_logf, std::log},     {__nv_log2f, std::log2},   {__nv_log10f, std::log10},
        {__nv_log1pf, std::log1p}, {__nv_sinf, std::sin},     {__nv_cosf, std::cos},
        {__nv_tanf, std::tan},     {__nv_asinf, std::asin},   {__nv_acosf, std::acos},
        {__nv_atanf, std::atan},   {__nv_sinhf, std::sinh},   {__nv_coshf, std::cosh},
        {__nv_tanhf, std::tanh},   {__nv_asinhf, std::asinh}, {__nv_acoshf, std::acosh},
        {__nv_atanhf, std::atanh}, {__nv_cbrtf, std::cbrt},   {__nv_erff, std::erf},
        {__nv_erfcf, std::erfc},   {__nv_logbf, std::logb}};
    int index = 0;
    for (const auto& row : rows) {
        for (const float x : specials) {
            const float expected = row.reference(x), result = row.function(x);
            CAPTURE(index, x, expected, result);
            CHECK(ulps<float>(result, expected) <= 3);
            if (!std::isnan(expected)) CHECK(std::signbit(result) == std::signbit(expected));
        }
        ++index;
    }
    CHECK(__nv_log2f(8.0f) == 3.0f);
    CHECK(__nv_log10f(1000.0f) == 3.0f);
    CHECK(__nv_log10(1000.0) == 3.0);
    CHECK(__nv_exp2f(-149.0f) == 0x1p-149f);
    CHECK(__nv_hypotf(3e30f, 4e30f) == 5e30f);
    CHECK(__nv_hypot(3e-200, 4e-200) == 5e-200);
}

TEST_CASE("angles of two arguments point into the right quadrant", "[device_math]") {
    const float coordinates[] = {0.0f,
                                 -0.0f,
                                 1.0f,
                                 -1.0f,
                                 0.3f,
                                 -7.0f,
                                 1e-20f,
                                 std::numeric_limits<float>::infinity(),
                                 -std::numeric_limits<float>::infinity()};
    for (const float y : coordinates) {
        for (const float x : coordinates) {
            CAPTURE(y, x);
            CHECK(ulps<float>(__nv_atan2f(y, x), std::atan2(double(y), double(x))) <= 2);
            CHECK(ulps<double>(__nv_atan2(y, x), std::atan2(static_cast<long double>(y),
                                                            static_cast<long double>(x))) <= 2);
            CHECK(std::signbit(__nv_atan2f(y, x)) == std::signbit(y));
        }
    }
}

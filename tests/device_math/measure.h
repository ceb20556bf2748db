// How far a result is from the correctly rounded one, and which arguments are tried.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "runtime/device/real.h"
#include "tests/device_math/references.h"

namespace warpscope::device_math {

/// How the documentation bounds an error.
enum class Measure { ulps, absolute };

/// What a function's sweep found.
struct Outcome {
    std::string name;
    Measure measure = Measure::ulps;
    double bound = 0; // as CUDA documents it
    std::string range;
    double worst = 0;
    double worst_at[4] = {};
    double closeness = 0; // the largest distance in ulps from the exact value, not the rounded one
    int arguments = 1;
    std::uint64_t samples = 0;
    bool is_float = false;
};

inline constexpr double wrong = 1e30; // a NaN, an infinity or a sign where another value is due

/// The distance between a result and the correctly rounded reference in units of the last place of
/// the latter; the first number beyond the range counts as the infinity.
template<class T>
double ulps_between(T result, Quad reference) {
    using Limits = std::numeric_limits<T>;
    const T rounded = static_cast<T>(reference);
    if (std::isnan(rounded) || std::isnan(result))
        return std::isnan(rounded) && std::isnan(result) ? 0 : wrong;
    if (rounded == result)
        return rounded == 0 && std::signbit(rounded) != std::signbit(result) ? wrong : 0;
    if (std::isinf(rounded) && std::isinf(result)) return wrong;
    const auto finite = [](T x) {
        return std::isinf(x) ? (x < 0 ? -Quad(Limits::max()) : Quad(Limits::max())) : Quad(x);
    };
    const T base = std::isinf(rounded) ? Limits::max() : std::fabs(rounded);
    const int exponent = std::ilogb(std::max(base, Limits::min())) - (Limits::digits - 1);
    const double extra = std::isinf(rounded) || std::isinf(result) ? 1 : 0;
    const Quad distance = finite(result) - finite(rounded);
    const double units = static_cast<double>(distance < 0 ? -distance : distance);
    return std::ldexp(units, -exponent) + extra;
}

/// The distance to the exact value in the same units, for results of which both are finite: it
/// shows how near a function comes to the next whole unit. A correctly rounded function stays below
/// 0.5.
template<class T>
double ulps_from_exact(T result, Quad reference) {
    using Limits = std::numeric_limits<T>;
    const T rounded = static_cast<T>(reference);
    if (!std::isfinite(rounded) || !std::isfinite(result)) return 0;
    const T base = std::max(std::fabs(rounded), Limits::min());
    const Quad distance = Quad(result) - reference;
    const double units = static_cast<double>(distance < 0 ? -distance : distance);
    return std::ldexp(units, Limits::digits - 1 - std::ilogb(base));
}

template<class T>
double absolute_error(T result, Quad reference) {
    const bool nan = std::isnan(static_cast<T>(reference));
    if (nan || std::isnan(result)) return nan && std::isnan(result) ? 0 : wrong;
    if (std::isinf(static_cast<T>(reference)) || std::isinf(result))
        return static_cast<T>(reference) == result ? 0 : wrong;
    const Quad distance = Quad(result) - reference;
    return static_cast<double>(distance < 0 ? -distance : distance);
}

/// Zeros, ones, both ends of the normal and subnormal numbers, infinities, a NaN and neighbours.
template<class T>
std::vector<T> special_numbers() {
    using Limits = std::numeric_limits<T>;
    std::vector<T> numbers;
    for (const T magnitude : {T(0), Limits::denorm_min(), Limits::min(), T(0.5), T(1), T(1.5), T(2),
                              T(3), T(8), T(10), T(1) + Limits::epsilon(), Limits::max(),
                              T(1) - Limits::epsilon() / 2, Limits::infinity()}) {
        numbers.push_back(magnitude);
        numbers.push_back(-magnitude);
    }
    numbers.push_back(Limits::min() - Limits::denorm_min());
    numbers.push_back(Limits::quiet_NaN());
    return numbers;
}

/// For every exponent and sign the first two and the last fraction.
template<class T>
std::vector<T> edges_of_exponents() {
    using Bits = typename Real<T>::Bits;
    constexpr int fraction_bits = Real<T>::mantissa_bits;
    constexpr int patterns = 4 * (Real<T>::bias + 1); // of sign and exponent
    std::vector<T> numbers;
    for (int upper = 0; upper < patterns; ++upper) {
        const Bits first = static_cast<Bits>(upper) << fraction_bits;
        const Bits last = first | ((Bits(1) << fraction_bits) - 1);
        for (const Bits bits : {first, static_cast<Bits>(first + 1), last})
            numbers.push_back(real_of(bits));
    }
    return numbers;
}

/// A number and its neighbours, four on each side.
template<class T>
std::vector<T> neighbourhood(T centre) {
    std::vector<T> numbers = {centre};
    T below = centre, above = centre;
    for (int i = 0; i < 4; ++i) {
        below = std::nextafter(below, -std::numeric_limits<T>::infinity());
        above = std::nextafter(above, std::numeric_limits<T>::infinity());
        numbers.push_back(below);
        numbers.push_back(above);
    }
    return numbers;
}

/// The numbers beside whole quarter turns, where reductions of angles lose most.
template<class T>
std::vector<T> beside_quarter_turns() {
    std::vector<T> numbers;
    for (double turns = 1; turns < 0x1p24; turns += std::max(1.0, std::floor(turns / 64)))
        for (const T x : neighbourhood(static_cast<T>(turns * M_PI_2)))
            numbers.push_back(x);
    return numbers;
}

/// The same arguments in every run.
template<class T>
class Arguments {
public:
    Arguments(double low, double high, std::uint64_t seed) : range_(low, high), random_(seed) {}

    /// All signs and exponents in turn, each with a random fraction.
    T of_next_exponent() {
        using Bits = typename Real<T>::Bits;
        constexpr int fraction_bits = Real<T>::mantissa_bits;
        const Bits upper = static_cast<Bits>(next_++) << fraction_bits;
        return real_of(upper | (static_cast<Bits>(random_()) & ((Bits(1) << fraction_bits) - 1)));
    }

    /// Any bit pattern.
    T of_any_bits() { return real_of(static_cast<typename Real<T>::Bits>(random_())); }

    /// Evenly from the range.
    T from_range() { return static_cast<T>(range_(random_)); }

    /// A number of about the magnitude of another: at most eight times as far from zero or as near.
    T beside(T other) {
        using Bits = typename Real<T>::Bits;
        constexpr int fraction_bits = Real<T>::mantissa_bits;
        const Bits exponent = bits_of(std::fabs(other)) >> fraction_bits;
        const Bits moved = exponent + static_cast<Bits>(random_() % 7) - 3;
        if (moved > 2 * Real<T>::bias + 1) return other; // below zero as well
        const Bits fraction = static_cast<Bits>(random_()) & ((Bits(1) << fraction_bits) - 1);
        const T magnitude = real_of(moved << fraction_bits | fraction);
        return random_() & 1 ? magnitude : -magnitude;
    }

private:
    std::uniform_real_distribution<double> range_;
    std::mt19937_64 random_;
    unsigned next_ = 0; // only the bits that fit above the fraction count
};

/// The sweep of one function, to be run on any thread.
using Sweep = std::function<Outcome()>;

/// The sweeps of every function, or of those named `only`. With `samples` N, a function of one
/// argument gets N arguments spread over all exponents, N from the range where it is interesting,
/// the edges of every exponent and what lies beside quarter turns; one of several gets 2 N
/// combinations, and all of special numbers.
std::vector<Sweep> sweeps_of_one_argument(std::uint64_t samples, const std::string& only);
std::vector<Sweep> sweeps_of_several_arguments(std::uint64_t samples, const std::string& only);

} // namespace warpscope::device_math

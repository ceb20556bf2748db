// How far a result is from the correctly rounded one, and which arguments are tried.
#pragma once

#include <cmath>
#include <cstdint>
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

/// The same arguments in every run: a half of all bit patterns alike, a half evenly from a range.
template<class T>
class Arguments {
public:
    Arguments(double low, double high, std::uint64_t seed) : range_(low, high), random_(seed) {}

    T next() {
        const std::uint64_t bits = random_();
        if (bits & 1) return static_cast<T>(range_(random_));
        return real_of(static_cast<typename Real<T>::Bits>(random_()));
    }

    /// Where two numbers have to match, such as a base and an exponent.
    T from_range() { return static_cast<T>(range_(random_)); }

private:
    std::uniform_real_distribution<double> range_;
    std::mt19937_64 random_;
};

/// Runs every function over `samples` arguments each.
std::vector<Outcome> sweep_one_argument(std::uint64_t samples, const std::string& only);
std::vector<Outcome> sweep_several_arguments(std::uint64_t samples, const std::string& only);

} // namespace warpscope::device_math

// Euclidean norms and their reciprocals.
//
// Everything is scaled by a power of two so that no square leaves the range. The norm of a few
// numbers is a root of fused squares. Elsewhere the squares are summed in two parts: the root of
// the high part is then corrected by what is missing under it.
#include "approximate.h"
#include "real.h"

namespace {

/// Powers of two that take a number's exponent away and give it back; beside the ends of the range
/// those of a neighbour, so that both are normal numbers.
template<class T>
struct Exponent {
    T down, up;
};

template<class T>
WS_HELPER Exponent<T> exponents_for(T largest) {
    using Bits = typename Real<T>::Bits;
    constexpr Bits unit = (Bits)1 << Real<T>::mantissa_bits, last = (2 * Real<T>::bias - 1) * unit;
    const Bits exponent = bits_of(largest) & (2 * Real<T>::bias + 1) * unit;
    const Bits kept = exponent < unit ? unit : exponent > last ? last : exponent;
    return {real_of((Bits)(last + unit - kept)), real_of(kept)};
}

/// Two magnitudes, the larger first, and the scale that fits it.
template<class T>
struct Ordered {
    T larger, smaller;
    Exponent<T> exponent;
    bool is_nan; // an infinity counts more than a NaN
};

template<class T>
WS_HELPER Ordered<T> order(T a, T b) {
    const T larger = max_of(abs_of(a), abs_of(b)), smaller = min_of(abs_of(a), abs_of(b));
    const Exponent<T> exponent = exponents_for(larger);
    return {mul_of(larger, exponent.down), mul_of(smaller, exponent.down), exponent,
            __builtin_isunordered(a, b) && larger != Real<T>::infinity};
}

template<class T>
WS_HELPER T hypot_of(T a, T b) {
    const Ordered<T> pair = order(a, b);
    const T sum = fma_of(pair.larger, pair.larger, mul_of(pair.smaller, pair.smaller));
    return pair.is_nan ? Real<T>::not_a_number : mul_of(sqrt_of(sum), pair.exponent.up);
}

WS_HELPER float rhypot_of(float a, float b) {
    const Ordered<float> pair = order(a, b);
    const float sum = fma_of(pair.larger, pair.larger, mul_of(pair.smaller, pair.smaller));
    const float root = mul_of(reciprocal_of(sqrt_of(sum)), pair.exponent.down);
    return pair.is_nan ? Real<float>::not_a_number : root;
}

/// Double may be off by one unit only, which takes the sum of squares in two parts and a step of
/// Newton's method.
WS_HELPER double rhypot_of(double a, double b) {
    const Ordered<double> pair = order(a, b);
    const Pair<double> x = exact_product(pair.larger, pair.larger),
                       y = exact_product(pair.smaller, pair.smaller);
    const Pair<double> sum = ordered_sum(x.high, y.high);
    const double low = add_of(add_of(x.low, y.low), sum.low);
    const double guess = approximate_rsqrt(sum.high);
    const double of_high = fma_of(mul_of(sum.high, -guess), guess, 1.0);
    const double missing = fma_of(mul_of(low, -guess), guess, of_high);
    const double root = fma_of(mul_of(guess, 0.5), missing, guess);
    // The guess for zero is infinite, that for infinity zero: neither number is below its double.
    const bool regular = add_of(sum.high, sum.high) > sum.high;
    return pair.is_nan ? Real<double>::not_a_number
                       : mul_of(regular ? root : guess, pair.exponent.down);
}

/// The root of three or four squares; the scale fits the largest number.
template<class T>
WS_HELPER T norm_of_four(T a, T b, T c, T d) {
    const T largest = max_of(max_of(abs_of(a), abs_of(b)), max_of(abs_of(c), abs_of(d)));
    const Exponent<T> exponent = exponents_for(largest);
    a = mul_of(a, exponent.down);
    b = mul_of(b, exponent.down);
    c = mul_of(c, exponent.down);
    d = mul_of(d, exponent.down);
    const T sum = fma_of(a, a, fma_of(b, b, fma_of(c, c, mul_of(d, d))));
    return largest == Real<T>::infinity ? largest : mul_of(sqrt_of(sum), exponent.up);
}

/// What the numbers are multiplied by: near the ends of the range a power of two towards one.
template<class T>
WS_HELPER int scale_for_squares(T largest) {
    constexpr int far = sizeof(T) == 4 ? 50 : 450, step = sizeof(T) == 4 ? 100 : 600;
    return largest > power_of_two<T>(far) ? -step : largest < power_of_two<T>(-far) ? step : 0;
}

/// a + b with its rounding error added to low.
template<class T>
WS_HELPER Pair<T> accumulate(Pair<T> sum, T value) {
    const Pair<T> square = exact_product(value, value);
    const bool ordered = sum.high >= square.high;
    const Pair<T> high =
        ordered_sum(ordered ? sum.high : square.high, ordered ? square.high : sum.high);
    return {high.high, add_of(add_of(sum.low, square.low), high.low)};
}

/// sqrt(sum) 2^-k.
template<class T>
WS_HELPER T root_of(Pair<T> sum, int k) {
    const T root = sqrt_of(sum.high);
    const T missing = add_of(fma_of(-root, root, sum.high), sum.low);
    const T corrected = add_of(root, div_of(mul_of(T(0.5), missing), root));
    return mul_of(corrected, power_of_two<T>(-k));
}

/// 2^k / sqrt(sum).
template<class T>
WS_HELPER T reciprocal_root_of(Pair<T> sum, int k) {
    const T root = sqrt_of(sum.high);
    const T missing = add_of(fma_of(-root, root, sum.high), sum.low);
    const T y = div_of(T(1), root);
    const T error = fma_of(mul_of(mul_of(T(-0.5), missing), y), y, fma_of(-y, root, T(1)));
    return mul_of(fma_of(y, error, y), power_of_two<T>(k));
}

template<class T>
struct Squares {
    Pair<T> sum;
    int scale;
    T special; // not zero: the norm itself, without a root
};

template<class T>
WS_HELPER Squares<T> squares_of(T a, T b, T c, T d) {
    a = abs_of(a);
    b = abs_of(b);
    c = abs_of(c);
    d = abs_of(d);
    const T infinity = Real<T>::infinity;
    if (a == infinity || b == infinity || c == infinity || d == infinity) return {{}, 0, infinity};
    const T sum = add_of(add_of(a, b), add_of(c, d));
    if (sum != sum) return {{}, 0, sum};
    T largest = a > b ? a : b;
    largest = c > largest ? c : largest;
    largest = d > largest ? d : largest;
    const int k = scale_for_squares(largest);
    const T f = power_of_two<T>(k);
    Pair<T> squares = exact_product(mul_of(a, f), mul_of(a, f));
    squares = accumulate(squares, mul_of(b, f));
    squares = accumulate(squares, mul_of(c, f));
    squares = accumulate(squares, mul_of(d, f));
    return {squares, k, T(0)};
}

template<class T>
WS_HELPER Squares<T> squares_of_array(int n, const T* p) {
    T largest = T(0), sum = T(0);
    for (int i = 0; i < n; ++i) {
        const T a = abs_of(p[i]);
        if (a == Real<T>::infinity) return {{}, 0, a};
        sum = a != a ? a : sum;
        largest = a > largest ? a : largest;
    }
    if (sum != sum) return {{}, 0, sum};
    const int k = scale_for_squares(largest);
    Pair<T> squares = {T(0), T(0)};
    for (int i = 0; i < n; ++i)
        squares = accumulate(squares, mul_of(p[i], power_of_two<T>(k)));
    return {squares, k, T(0)};
}

template<class T>
WS_HELPER T norm_of(Squares<T> squares) {
    if (squares.special != T(0)) return squares.special;
    return squares.sum.high == T(0) ? T(0) : root_of(squares.sum, squares.scale);
}

template<class T>
WS_HELPER T reciprocal_norm_of(Squares<T> squares) {
    if (squares.special != T(0)) return div_of(T(1), squares.special);
    return squares.sum.high == T(0) ? Real<T>::infinity
                                    : reciprocal_root_of(squares.sum, squares.scale);
}

} // namespace

#define WS_NORM(suffix, T)                                                                         \
    WS_LIBRARY T __nv_hypot##suffix(T a, T b) {                                                    \
        return hypot_of(a, b);                                                                     \
    }                                                                                              \
    WS_LIBRARY T __nv_rhypot##suffix(T a, T b) {                                                   \
        return rhypot_of(a, b);                                                                    \
    }                                                                                              \
    WS_LIBRARY T __nv_norm3d##suffix(T a, T b, T c) {                                              \
        return norm_of_four(a, b, c, T(0));                                                        \
    }                                                                                              \
    WS_LIBRARY T __nv_rnorm3d##suffix(T a, T b, T c) {                                             \
        return reciprocal_norm_of(squares_of(a, b, c, T(0)));                                      \
    }                                                                                              \
    WS_LIBRARY T __nv_norm4d##suffix(T a, T b, T c, T d) {                                         \
        return norm_of_four(a, b, c, d);                                                           \
    }                                                                                              \
    WS_LIBRARY T __nv_rnorm4d##suffix(T a, T b, T c, T d) {                                        \
        return reciprocal_norm_of(squares_of(a, b, c, d));                                         \
    }                                                                                              \
    WS_LIBRARY T __nv_norm##suffix(int n, const T* p) {                                            \
        return norm_of(squares_of_array(n, p));                                                    \
    }                                                                                              \
    WS_LIBRARY T __nv_rnorm##suffix(int n, const T* p) {                                           \
        return reciprocal_norm_of(squares_of_array(n, p));                                         \
    }
WS_NORM(f, float)
WS_NORM(, double)
#undef WS_NORM

// References by libquadmath where it has the function; else by series and Newton's method.
#include "tests/device_math/references.h"

#include <quadmath.h>

namespace warpscope::device_math {
namespace {

const Quad infinity = __builtin_infq();
const Quad not_a_number = __builtin_nanq("");

/// The root of `value(y) = target` near y by Halley's method, where value is erf or erfc.
Quad inverse(Quad (*value)(Quad), int sign, Quad target, Quad y) {
    for (int i = 0; i < 200; ++i) {
        const Quad slope = sign * M_2_SQRTPIq * expq(-y * y);
        const Quad newton = (value(y) - target) / slope;
        const Quad step = newton / (1 + newton * y);
        y -= step;
        if (fabsq(step) <= fabsq(y) * 1e-31Q) break;
    }
    return y;
}

/// erfcinv of a small q: y sits below sqrt(-ln q) by a part that the iteration finds.
Quad erfcinv_of_tail(Quad q) {
    const Quad w = -logq(q);
    Quad y = sqrtq(w);
    for (int i = 0; i < 5; ++i) {
        const Quad next = w - logq(y * sqrtq(M_PIq));
        y = next > 0.01Q ? sqrtq(next) : 0.1Q;
    }
    return inverse(erfcq, -1, q, y);
}

} // namespace

Quad exp10_reference(Quad x) {
    return powq(10, x);
}

Quad sinpi_reference(Quad x) {
    if (!finiteq(x)) return not_a_number;
    if (x == 0) return x;
    const Quad turns = remainderq(x, 2), magnitude = fabsq(turns);
    // Up to a quarter turn by the sine, from there by the cosine, which is exact where it is one.
    const Quad folded = magnitude > 0.5Q ? 1 - magnitude : magnitude;
    const Quad value = folded > 0.25Q ? cosq((0.5Q - folded) * M_PIq) : sinq(folded * M_PIq);
    // Whole turns give a zero of the argument's sign.
    return copysignq(value, value == 0 ? x : turns);
}

Quad cospi_reference(Quad x) {
    if (!finiteq(x)) return not_a_number;
    const Quad magnitude = fabsq(remainderq(x, 2));
    if (magnitude <= 0.25Q) return cosq(magnitude * M_PIq);
    return magnitude < 0.75Q ? sinq((0.5Q - magnitude) * M_PIq) : -cosq((1 - magnitude) * M_PIq);
}

Quad rsqrt_reference(Quad x) {
    return 1 / sqrtq(x);
}

Quad rcbrt_reference(Quad x) {
    return 1 / cbrtq(x);
}

Quad erfcx_reference(Quad x) {
    if (x < 100) return expq(x * x) * erfcq(x);
    const Quad u = 1 / (2 * x * x);
    Quad term = 1, sum = 0;
    for (int k = 1; k < 12; ++k) {
        sum += term;
        term *= -u * (2 * k - 1);
    }
    return sum / x * (M_2_SQRTPIq / 2);
}

Quad normcdf_reference(Quad x) {
    return erfcq(-x * M_SQRT1_2q) / 2;
}

Quad erfinv_reference(Quad x) {
    const Quad magnitude = fabsq(x);
    if (!(magnitude <= 1)) return not_a_number;
    if (magnitude == 1) return copysignq(infinity, x);
    if (magnitude < 1e-20Q) return x / M_2_SQRTPIq;
    if (magnitude <= 0.5Q) return inverse(erfq, 1, x, x / M_2_SQRTPIq);
    return copysignq(erfcinv_of_tail(1 - magnitude), x);
}

Quad erfcinv_reference(Quad x) {
    if (!(x >= 0 && x <= 2)) return not_a_number;
    if (x == 0 || x == 2) return x == 0 ? infinity : -infinity;
    if (x >= 0.5Q && x <= 1.5Q) return erfinv_reference(1 - x);
    return x < 1 ? erfcinv_of_tail(x) : -erfcinv_of_tail(2 - x);
}

Quad normcdfinv_reference(Quad x) {
    return -M_SQRT2q * erfcinv_reference(2 * x);
}

Quad tgamma_reference(Quad x) {
    if (x < 0 && floorq(x) == x) return not_a_number;
    if (x < -1800 || (x < 0 && !finiteq(x))) {
        if (!finiteq(x)) return not_a_number;
        return fmodq(floorq(x), 2) == 0 ? Quad(0) : -Quad(0);
    }
    return tgammaq(x);
}

Quad lgamma_reference(Quad x) {
    if (x <= 0 && floorq(x) == x) return infinity;
    return lgammaq(x);
}

Quad bessel_j_reference(int n, Quad x) {
    return jnq(n, x);
}

Quad bessel_y_reference(int n, Quad x) {
    if (x < 0) return not_a_number;
    return ynq(n, x);
}

Quad bessel_i_reference(int n, Quad x) {
    if (isnanq(x)) return x;
    const Quad magnitude = fabsq(x);
    if (magnitude > 12000) return n % 2 && x < 0 ? -infinity : infinity;
    if (magnitude > 50) {
        // Hankel's expansion, whose terms fall below e^(-2 x) before they grow again.
        Quad term = 1, sum = 1;
        for (int k = 1; k < 100 && fabsq(term) > 1e-36Q; ++k) {
            const int odd = 2 * k - 1;
            term *= -Quad(4 * n * n - odd * odd) / (8 * k * magnitude);
            sum += term;
        }
        const Quad value = expq(magnitude) / sqrtq(2 * M_PIq * magnitude) * sum;
        return n % 2 && x < 0 ? -value : value;
    }
    const Quad quarter = x * x / 4;
    Quad term = n ? x / 2 : Quad(1), sum = term;
    for (int k = 1; k < 200; ++k) {
        term *= quarter / k / (k + n);
        sum += term;
        if (fabsq(term) <= fabsq(sum) * 1e-36Q) break;
    }
    return sum;
}

Quad logb_reference(Quad x) {
    if (x == 0) return -infinity;
    return finiteq(x) ? Quad(ilogbq(x)) : fabsq(x);
}

} // namespace warpscope::device_math

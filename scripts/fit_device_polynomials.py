#!/usr/bin/env python3
"""Fits polynomials of the device math library (runtime/device): minimax by Remez exchange in 200-bit arithmetic.

Each entry of FITS is what a row of coefficients approximates, weighted so that the error counts relative to the final
result. Needs mpmath (Debian: python3-mpmath).

    fit_device_polynomials.py [NAME...]     prints the coefficients, lowest power first, and log2 of the largest error
"""

import functools
import sys

from mpmath import (besseli, besselj, besseljzero, bessely, cos, erfc, erfinv, exp, expm1, fabs, frexp, ldexp, log,
                    loggamma, lu_solve, matrix, mp, mpf, nint, nstr, pi, power, psi, sin, sqrt)

mp.prec = 200
TINY = mpf(2) ** -80


def values(coefficients, x):
    result = mpf(0)
    for c in reversed(coefficients):
        result = result * x + c
    return result


def interpolant(function, weight, points):
    """The polynomial whose weighted error has one size and alternating signs at the points."""
    size = len(points)
    left, right = matrix(size, size), matrix(size, 1)
    for i, x in enumerate(points):
        for j in range(size - 1):
            left[i, j] = x ** j
        left[i, size - 1] = (-1) ** i / weight(x)
        right[i] = function(x)
    solution = lu_solve(left, right)
    return [solution[j] for j in range(size - 1)], fabs(solution[size - 1])


def extremes(errors, grid):
    """(place, size) of the largest error of each run of one sign, between grid points by a parabola."""
    found, start = [], 0
    for i in range(1, len(grid) + 1):
        if i < len(grid) and (errors[i] > 0) == (errors[start] > 0):
            continue
        k = max(range(start, i), key=lambda q: fabs(errors[q]))
        x = grid[k]
        if 0 < k < len(grid) - 1:
            (a, b, c), (u, v, w) = grid[k - 1:k + 2], errors[k - 1:k + 2]
            divisor = (b - a) * (v - w) - (b - c) * (v - u)
            place = b - ((b - a) ** 2 * (v - w) - (b - c) ** 2 * (v - u)) / divisor / 2 if divisor else b
            x = place if a < place < c else b
        found.append((x, fabs(errors[k])))
        start = i
    return found


def fit(function, weight, low, high, degree):
    """Coefficients, lowest power first, and the largest weighted error."""
    low, high, size = mpf(low), mpf(high), degree + 2
    middle, half, steps = (low + high) / 2, (high - low) / 2, 400
    points = [middle - half * cos(pi * k / (size - 1)) for k in range(size)]
    grid = [middle - half * cos(pi * k / steps) for k in range(steps + 1)]
    known = [(function(x), weight(x)) for x in grid]
    for _ in range(30):
        coefficients, level = interpolant(function, weight, points)
        found = extremes([w * (f - values(coefficients, x)) for x, (f, w) in zip(grid, known)], grid)
        while len(found) > size:
            found.pop(0 if found[0][1] < found[-1][1] else -1)
        if len(found) < size:
            sys.exit(f"degree {degree}: fewer alternations than a best polynomial has; try another degree")
        points = [x for x, _ in found]
        worst = max(size_of_error for _, size_of_error in found)
        if worst < level * mpf("1.0005"):
            break
    return coefficients, worst


def rounded(x, bits):
    significand, exponent = frexp(x)
    return float(ldexp(nint(ldexp(significand, bits)), exponent - bits))


def relative(function):
    return lambda x: 1 / function(x)


def erfcinv(q):
    """By Halley's method."""
    y = erfinv(1 - mpf(float(q))) if q > 0.1 else sqrt(-log(q * sqrt(pi) * sqrt(-log(q))))
    for _ in range(60):
        newton = (erfc(y) - q) / (2 / sqrt(pi) * exp(-y * y))
        step = newton / (1 - newton * y)
        y += step
        if fabs(step) < fabs(y) * mpf(2) ** -190:
            break
    return y


@functools.lru_cache(None)
def erfinv_ratio(t):
    """erfinv(x) / x at t = 1 - x^2."""
    if t > 1 - TINY:
        return sqrt(pi) / 2
    x = sqrt(1 - t)
    return erfcinv(t / (1 + x)) / x


def divided(function, at_zero):
    """function(x) / x with its limit."""
    return lambda x: at_zero if fabs(x) < TINY else function(x) / x


def sin_pi(z):
    r = sqrt(z)
    return (sin(pi * r) / r - pi) / z


def around_zero(order, number, middle):
    zero, middle = besseljzero(order, number), mpf(middle)

    def quotient(t):
        x = t + middle
        return besselj(order, zero, derivative=1) if fabs(x - zero) < TINY else besselj(order, x) / (x - zero)
    return quotient


def modulus_and_phase(order, z):
    x = 1 / sqrt(z)
    chi = x - (2 * order + 1) * pi / 4
    j, y, root = besselj(order, x), bessely(order, x), sqrt(pi * x / 2)
    return root * (j * cos(chi) + y * sin(chi)), root * (y * cos(chi) - j * sin(chi)) * x


def modified_far(order, u):
    """e^-x sqrt(x) I(x) at u = 1 / x; from its series where x is large."""
    x, term, total = 1 / u, mpf(1), mpf(1)
    if x < 600:
        return exp(-x) * sqrt(x) * besseli(order, x)
    for k in range(1, 60):
        term *= -mpf(4 * order * order - (2 * k - 1) ** 2) / (8 * k * x)
        total += term
    return total / sqrt(2 * pi)


def stirling(z):
    x = 1 / sqrt(z)
    return x * (loggamma(x) - (x - mpf(1) / 2) * log(x) + x - log(2 * pi) / 2)


def fits():
    """name: (bits of a coefficient, function, weight, low, high, degree)"""
    ln10, sixteenth = log(10), mpf(1) / 16
    power_of_ten = divided(lambda r: expm1(r * ln10), ln10)
    log_gamma = divided(lambda f: loggamma(2 + f), psi(0, 2))
    i0, i1 = (lambda z: besseli(0, sqrt(z))), divided(lambda x: besseli(1, x), mpf(1) / 2)
    j0, j1 = (lambda z: besselj(0, sqrt(z))), divided(lambda x: besselj(1, x), mpf(1) / 2)
    table = {
        "exp10_tail": (24, power_of_ten, lambda r: max(fabs(r), mpf(2) ** -12) / power(10, r), -log(2, 10) / 2,
                       log(2, 10) / 2, 5),
        "erfinv_central float": (24, lambda w: erfinv_ratio(power(2, w)),
                                 relative(lambda w: erfinv_ratio(power(2, w))), -6, 0, 9),
        "erfinv_central double": (53, lambda w: erfinv_ratio(exp(w)), relative(lambda w: erfinv_ratio(exp(w))), -5, 0,
                                  22),
        "log_gamma_of_two_short": (53, log_gamma, relative(log_gamma), mpf(-3) / 4, mpf(1) / 2, 12),
        "stirling_short": (53, stirling, lambda z: sqrt(z) / loggamma(1 / sqrt(z)), mpf(10) ** -6, sixteenth, 2),
        "i0_near": (53, i0, relative(i0), 0, 256, 21),
        "i1_near": (53, lambda z: i1(sqrt(z)), relative(lambda z: i1(sqrt(z))), 0, 256, 20),
        "short j0_near": (53, j0, relative(j0), 0, mpf("1.96"), 5),
        "short j1_near": (53, lambda z: j1(sqrt(z)), relative(lambda z: j1(sqrt(z))), 0, 4, 5),
    }
    for bits, kind, sine, cosine in ((24, "float", 2, 3), (53, "double", 5, 6)):
        table[f"sinpi_tail {kind}"] = (bits, sin_pi, lambda z: z / pi, sixteenth / 1000, sixteenth, sine)
        table[f"cospi_tail {kind}"] = (bits, lambda z: (cos(pi * sqrt(z)) - 1) / z, lambda z: z / cos(pi * sqrt(z)),
                                       sixteenth / 1000, sixteenth, cosine)
    for name, order, number, middle, low, high, degree in (
            ("j0_1", 0, 1, "2.6875", "1.4", 4, 9), ("j0_2", 0, 2, "5.5625", 4, "7.1", 10),
            ("j0_3", 0, 3, "7.5625", "7.1", 8, 7), ("j1_1", 1, 1, "3.6875", 2, "5.4", 10),
            ("j1_2", 1, 2, "6.6875", "5.4", 8, 10)):
        function = around_zero(order, number, middle)
        table[f"short {name}"] = (53, function, relative(function), mpf(low) - mpf(middle), mpf(high) - mpf(middle),
                                  degree)
    for order in (0, 1):
        table[f"i{order}_far"] = (53, functools.partial(modified_far, order),
                                  relative(functools.partial(modified_far, order)), mpf(10) ** -6, sixteenth, 13)
        table[f"short far_p{order}"] = (53, lambda z, n=order: modulus_and_phase(n, z)[0], lambda z: mpf(1),
                                        mpf(10) ** -4, mpf(1) / 64, 4)
        table[f"short far_q{order}"] = (53, lambda z, n=order: modulus_and_phase(n, z)[1], sqrt, mpf(10) ** -4,
                                        mpf(1) / 64, 3)
    return table


def main(names):
    table = fits()
    for name in names:
        if name not in table:
            sys.exit(f"no fit is called {name}; there are: {', '.join(table)}")
    for name in names or table:
        bits, function, weight, low, high, degree = table[name]
        coefficients, worst = fit(function, weight, low, high, degree)
        print(f"{name}: 2^{nstr(log(worst, 2), 4)}")
        print("    " + ", ".join(rounded(c, bits).hex() for c in coefficients))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

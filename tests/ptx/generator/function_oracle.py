"""Elementary functions to sixty digits, rounded once: the reference for the approximate instructions."""

from decimal import Decimal, getcontext
from fractions import Fraction

from generator.float_oracle import F32, F64

getcontext().prec = 80
LN2 = Decimal(2).ln()


def decimal_of(value):
    return Decimal(value.numerator) / Decimal(value.denominator)


def arctangent_of_inverse(n):
    """atan(1 / n) by its series."""
    total, power, k = Decimal(0), Decimal(1) / n, 0
    while abs(power) > Decimal(10) ** -90:
        total += power / (2 * k + 1) * (-1) ** k
        power /= n * n
        k += 1
    return total


PI = 4 * (4 * arctangent_of_inverse(5) - arctangent_of_inverse(239))  # Machin


def sine(x):
    x = x % (2 * PI)
    total, term, k = Decimal(0), x, 1
    while abs(term) > Decimal(10) ** -75:
        total += term
        term *= -x * x / ((k + 1) * (k + 2))
        k += 2
    return total


def tangent_h(x):
    if abs(x) < Decimal(10) ** -20:
        return x - x * x * x / 3
    e = (2 * x).exp()
    return (e - 1) / (e + 1)


FUNCTIONS = {
    "rcp": lambda x: 1 / x,
    "sqrt": lambda x: x.sqrt(),
    "rsqrt": lambda x: 1 / x.sqrt(),
    "sin": sine,
    "cos": lambda x: sine(x + PI / 2),
    "lg2": lambda x: x.ln() / LN2,
    "ex2": lambda x: (x * LN2).exp(),
    "tanh": tangent_h,
}


def evaluate(name, bits, f=F32):
    """The function of a finite operand, rounded to nearest."""
    return f.round(Fraction(FUNCTIONS[name](decimal_of(f.value(bits)))))


def of_upper_half(name, bits):
    """rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 ignore the lower 32 bits of their operand."""
    return evaluate(name, bits & 0xFFFFFFFF00000000, F64)

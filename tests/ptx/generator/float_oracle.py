"""Binary floating-point arithmetic in exact rationals: what IEEE 754 and the PTX ISA say a result must be."""

from fractions import Fraction
from math import isqrt

NEAREST, ZERO, DOWN, UP = "rn", "rz", "rm", "rp"
MODES = (NEAREST, ZERO, DOWN, UP)


class Format:
    """A binary format: `precision` bits of significand, least normal number 2^least."""

    def __init__(self, name, width, precision, canonical=None):
        """`canonical` is the one NaN of formats whose NaNs have no payloads."""
        self.name, self.width, self.precision, self.canonical = name, width, precision, canonical
        self.least = 2 - (1 << (width - precision - 1))
        self.sign = 1 << (width - 1)
        self.infinity = ((1 << (width - precision)) - 1) << (precision - 1)
        self.largest = self.infinity - 1
        self.quiet = 1 << (precision - 2)

    def is_nan(self, bits):
        return bits & ~self.sign > self.infinity

    def is_infinite(self, bits):
        return bits & ~self.sign == self.infinity

    def negative(self, bits):
        return bool(bits & self.sign)

    def value(self, bits):
        """The number that finite bits stand for."""
        exponent, fraction = divmod(bits & ~self.sign, 1 << (self.precision - 1))
        if exponent:
            fraction += 1 << (self.precision - 1)
        scale = Fraction(2) ** (self.least + max(exponent, 1) - self.precision)
        return -fraction * scale if self.negative(bits) else fraction * scale

    def round(self, value, mode=NEAREST):
        """The bits that a number other than zero rounds to."""
        magnitude, sign = abs(value), self.sign if value < 0 else 0
        exponent = max(exponent_of(magnitude), self.least)
        n = round_to_integer(magnitude / Fraction(2) ** (exponent - self.precision + 1), mode, value < 0)
        bits = ((exponent - self.least) << (self.precision - 1)) + n
        if bits > self.largest:
            toward_zero = mode == ZERO or mode == (DOWN if value > 0 else UP)
            bits = self.largest if toward_zero else self.infinity
        return sign | bits

    def is_tiny(self, value, mode):
        """Below the least normal number even after rounding, had exponents no end: what .ftz flushes."""
        quantum = Fraction(2) ** (exponent_of(abs(value)) - self.precision + 1)
        return round_to_integer(abs(value) / quantum, mode, value < 0) * quantum < Fraction(2) ** self.least

    def exact(self, value):
        """The bits of a number that the format has."""
        if value == 0:
            return 0
        bits = self.round(Fraction(value))
        assert self.value(bits) == value, value
        return bits


F32 = Format("f32", 32, 24, 0x7FFFFFFF)
F64 = Format("f64", 64, 53)


def exponent_of(magnitude):
    """floor(log2(magnitude))."""
    e = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    return e if magnitude >= Fraction(2) ** e else e - 1


def round_to_integer(q, mode, negative):
    n, rest = divmod(q, 1)
    if mode == NEAREST:
        return n + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and n % 2))
    away = mode == (DOWN if negative else UP)
    return n + (away and rest != 0)


def invalid(f):
    return f.canonical or 0xFFF8000000000000


def nan_of(f, operands, order):
    """Single precision and less have one NaN; in double precision the first NaN in `order` is passed on, made quiet."""
    nans = [operands[k] for k in order if f.is_nan(operands[k])]
    if not nans:
        return None
    return f.canonical or nans[0] | f.quiet


def zero(f, negative):
    return f.sign if negative else 0


def sum_of(f, terms, signs, mode):
    """An exact sum; `signs` are those of the terms, which matter when it is zero."""
    total = sum(terms)
    if total != 0:
        return total, None
    if signs[0] == signs[1]:
        return total, zero(f, signs[0])
    return total, zero(f, mode == DOWN)


def fused(f, a, b, c, mode):
    """a * b + c as (value, None) or (None, bits)."""
    negative = f.negative(a) != f.negative(b)
    if f.is_infinite(a) or f.is_infinite(b):
        zero_factor = a & ~f.sign == 0 or b & ~f.sign == 0
        if zero_factor or (f.is_infinite(c) and f.negative(c) != negative):
            return None, invalid(f)
        return None, f.infinity | zero(f, negative)
    if f.is_infinite(c):
        return None, c
    product = f.value(a) * f.value(b)
    return sum_of(f, (product, f.value(c)), (negative, f.negative(c)), mode)


def product(f, a, b, mode):
    negative_zero = f.sign if f.negative(a) != f.negative(b) else 0
    return fused(f, a, b, negative_zero, mode)


def add(f, a, b, mode):
    return fused(f, a, f.exact(1), b, mode)


def quotient(f, a, b, mode):
    sign = zero(f, f.negative(a) != f.negative(b))
    if f.is_infinite(a):
        return None, invalid(f) if f.is_infinite(b) else f.infinity | sign
    if f.is_infinite(b):
        return None, sign
    if f.value(b) == 0:
        return None, invalid(f) if f.value(a) == 0 else f.infinity | sign
    if f.value(a) == 0:
        return None, sign
    return f.value(a) / f.value(b), None


def root(f, a, mode):
    if a & ~f.sign == 0 or a == f.infinity:
        return None, a
    if f.negative(a):
        return None, invalid(f)
    # The integer root of a * 4^k, with a half for what is cut off: no rounding boundary lies in between.
    k = 2 * f.precision - f.least
    scaled = f.value(a) * Fraction(4) ** k
    whole = isqrt(int(scaled))
    return (whole + (Fraction(0) if whole * whole == scaled else Fraction(1, 2))) / Fraction(2) ** k, None


OPERATIONS = {
    # name: (function of (format, *operands, mode), order in which NaN operands are taken)
    "add": (add, (1, 0)),
    "sub": (lambda f, a, b, m: add(f, a, b ^ f.sign, m), (1, 0)),
    "mul": (product, (1, 0)),
    "fma": (fused, (1, 2, 0)),
    "mad": (fused, (1, 2, 0)),
    "div": (quotient, (0, 1)),
    "rcp": (lambda f, a, m: quotient(f, f.exact(1), a, m), (0,)),
    "sqrt": (root, (0,)),
}


def flush(f, bits):
    return bits & f.sign if bits & f.infinity == 0 else bits


def result(operation, f, operands, mode=NEAREST, ftz=False, sat=False):
    """The bits of operation.mode{.ftz}{.sat}."""
    function, order = OPERATIONS[operation]
    if ftz:
        operands = [flush(f, x) for x in operands]
    bits = nan_of(f, operands, order)
    if bits is None:
        value, bits = function(f, *operands, mode)
        if bits is None:
            if ftz and f.is_tiny(value, mode):
                bits = zero(f, value < 0)
            else:
                bits = f.round(value, mode)
    if not sat:
        return bits
    if f.is_nan(bits) or f.negative(bits):
        return 0
    return min(bits, f.exact(1))


def order_key(f, bits):
    return -(bits & ~f.sign) - 1 if f.negative(bits) else bits


def smaller(f, a, b, largest=False, nan=False, xorsign=False):
    """min and max; -0.0 < +0.0, a NaN loses against a number unless `nan`."""
    sign = (a ^ b) & f.sign
    if xorsign:
        a, b = a & ~f.sign, b & ~f.sign
    either, both = f.is_nan(a) or f.is_nan(b), f.is_nan(a) and f.is_nan(b)
    if both or (nan and either):
        return f.canonical or b | f.quiet
    if either:
        chosen = b if f.is_nan(a) else a
    else:
        chosen = (max if largest else min)(a, b, key=lambda x: order_key(f, x))
    return chosen & ~f.sign | sign if xorsign else chosen

"""Half, bfloat16, tf32 and 8-bit floating-point results in exact rationals."""

from fractions import Fraction

from .case_files import clamp, integral, width, wrap
from .float_oracle import F32, F64, NEAREST, Format, flush, result, smaller

F16 = Format("f16", 16, 11, 0x7FFF)
BF16 = Format("bf16", 16, 8, 0x7FFF)
E4M3 = Format("e4m3", 8, 4, 0x7F)
E5M2 = Format("e5m2", 8, 3, 0x7F)
TF32 = Format("tf32", 19, 11)
E4M3.largest, E4M3.infinity = 0x7E, 0x7F  # no infinity: only the bits 0x7f are no number
SCALARS = {"f16": F16, "bf16": BF16, "f32": F32, "f64": F64}
OUT_OF_BOUNDS = 0x7FF7  # of either sign


def halves(word):
    return word & 0xFFFF, word >> 16


def pair(function, *words):
    """A function of halves, applied to both halves of words."""
    low, high = zip(*(halves(w) for w in words))
    return function(*low) | function(*high) << 16


def relu(f, bits):
    return bits if f.is_nan(bits) or not f.negative(bits) else 0


def arithmetic(operation, f, operands, ftz=False, sat=False, clip=False):
    bits = result(operation, f, operands, NEAREST, ftz, sat)
    return relu(f, bits) if clip else bits


def fused_out_of_bounds(f, a, b, c, clip=False):
    return 0 if OUT_OF_BOUNDS in (a & 0x7FFF, b & 0x7FFF) else arithmetic("fma", f, (a, b, c), clip=clip)


def with_sign(f, operation, bits, ftz=False):
    if f.is_nan(bits):
        return f.canonical
    bits = flush(f, bits) if ftz else bits
    return bits & ~f.sign if operation == "abs" else bits ^ f.sign


def extreme(operation, f, a, b, ftz=False, nan=False, xorsign=False):
    if ftz:
        a, b = flush(f, a), flush(f, b)
    return smaller(f, a, b, operation == "max", nan, xorsign)


def compare(comparison, f, a, b, ftz=False):
    if ftz:
        a, b = flush(f, a), flush(f, b)
    unordered = f.is_nan(a) or f.is_nan(b)
    if comparison in ("num", "nan"):
        return unordered == (comparison == "nan")
    if unordered:
        return comparison.endswith("u")
    x, y = (number(f, v) for v in (a, b))
    return {"eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y}[comparison[:2]]


def number(f, bits):
    """Infinities count as numbers beyond all others."""
    if f.is_infinite(bits):
        return Fraction(2) ** 2000 * (-1 if f.negative(bits) else 1)
    return f.value(bits)


def saturated(f, bits):
    return 0 if f.is_nan(bits) or f.negative(bits) else min(bits, f.exact(1))


def to_format(d, s, bits, mode=NEAREST, ftz=False, sat=False, clip=False, finite=False):
    """cvt between floating-point formats of different kinds."""
    if ftz:
        bits = flush(s, bits)
    negative = d.sign if s.negative(bits) else 0
    if s.is_nan(bits):
        made = nan_to(d, s, bits)
    elif s.is_infinite(bits):
        made = d.infinity | negative
    elif s.value(bits) == 0:
        made = negative
    else:
        made = d.round(s.value(bits), mode)
    if finite and made & ~d.sign == d.infinity:
        made = d.largest | made & d.sign
    if clip:
        made = relu(d, made)
    return saturated(d, made) if sat else made


def nan_to(d, s, bits):
    """Doubles on either side keep sign and payload and make it quiet; between the others there is one NaN."""
    if F64 not in (d, s):
        return d.canonical
    shift = d.precision - s.precision
    payload = bits & ((1 << s.precision - 1) - 1)
    payload = payload << shift if shift > 0 else payload >> -shift
    return (d.sign if s.negative(bits) else 0) | d.infinity | d.quiet | payload


def to_byte(d, s, bits, clip=False):
    """cvt.rn.satfinite to an 8-bit format."""
    if s.is_nan(bits):
        return d.canonical
    sign = d.sign if s.negative(bits) else 0
    if sign and clip:
        return 0
    if s.is_infinite(bits):
        return sign | d.largest
    return sign | min(d.round(s.value(bits)) & ~d.sign, d.largest) if s.value(bits) else sign


def from_byte(s, byte, clip=False):
    if s is E4M3:
        nan, infinite = byte & 0x7F == 0x7F, False
    else:
        nan, infinite = s.is_nan(byte), s.is_infinite(byte)
    if nan:
        return F16.canonical
    sign = F16.sign if byte & 0x80 else 0
    made = sign | (F16.infinity if infinite else F16.exact(abs(s.value(byte))))
    return relu(F16, made) if clip else made


def to_integral(f, bits, rounding):
    """cvt between equal types with an integer rounding: zero keeps the sign of its source."""
    if f.is_nan(bits):
        return f.canonical
    if f.is_infinite(bits):
        return bits
    return f.exact(Fraction(integral(abs(f.value(bits)), opposite(rounding) if f.negative(bits) else rounding))) \
        | bits & f.sign


def opposite(rounding):
    return {"rmi": "rpi", "rpi": "rmi"}.get(rounding, rounding)


def to_integer(f, bits, d, rounding):
    if f.is_nan(bits):
        return wrap(1 << (width(d) - 1), d) if width(d) == 64 else 0
    if f.is_infinite(bits):
        return clamp(-1 << 70 if f.negative(bits) else 1 << 70, d)
    return clamp(int(integral(f.value(bits), rounding)), d)


def from_integer(f, value, mode, sat=False):
    bits = f.round(Fraction(value), mode) if value else 0
    return saturated(f, bits) if sat else bits


def to_tf32(bits, mode=NEAREST, clip=False):
    if F32.is_nan(bits):
        return 0x7FFFE000
    if clip and F32.negative(bits):
        return 0
    if F32.is_infinite(bits) or F32.value(bits) == 0:
        return bits
    return TF32.round(F32.value(bits), mode) << 13


def to_tf32_away(bits, finite=False):
    """.rna is integer arithmetic on the bits: half a unit is added to what is finite, and the rest cut off."""
    away = (bits + (0x1000 if bits & F32.infinity != F32.infinity else 0)) & 0xFFFFE000
    return away - 0x2000 if finite and away & F32.infinity == F32.infinity else away

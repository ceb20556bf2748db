"""Cases of arithmetic, signs, order and functions of half values."""

from fractions import Fraction

from .float_oracle import ZERO, flush, round_to_integer
from .function_oracle import FUNCTIONS, decimal_of
from .half_operands import TYPES, case, near_ties, packed, sampled, singles
from .half_oracle import BF16, F16, arithmetic, extreme, fused_out_of_bounds, pair, with_sign

COMMENTS = {"": "rounds to nearest even; a NaN is 0x7fff.",
            ".ftz": "takes subnormal operands for zeros and flushes subnormal results; signs stay.",
            ".sat": "clamps to [0, 1]: negative results and NaNs become +0.0.",
            ".ftz.sat": "with both .ftz and .sat.", ".relu": "makes negative results +0.0; a NaN stays one.",
            ".ftz.relu": "with both .ftz and .relu.", ".NaN": "gives NaN if either operand is one.",
            ".xorsign.abs": "compares magnitudes; the result has the exclusive or of the signs.",
            ".NaN.xorsign.abs": "compares magnitudes and passes NaNs on.",
            ".oob": "is zero where a factor is the NaN 0x7ff7 or 0xfff7.",
            ".oob.relu": "with .oob and .relu."}


def name_of(suffix):
    return suffix[1:].replace(".", "_").lower() or "values"


def both(function, is_pair):
    return (lambda *words: pair(function, *words)) if is_pair else function


def emit(operation, t, suffix, arity, tuples, function, comment=None):
    is_pair = TYPES[t][1]
    head = operation.split(".")[0]
    inputs = ", ".join(f"{r} .{t}" for r in "abc"[:arity])
    operands = ", ".join("abc"[:arity])
    row = f"{head}.approx.{t}" if ".approx" in operation else f"{head}.{t}"
    case(row, name_of(suffix), f"{operation}{suffix}.{t} {comment or COMMENTS[suffix]}", inputs, f"d .{t}",
         f"{operation}{suffix}.{t} d, {operands};", packed(tuples) if is_pair else tuples, both(function, is_pair))


# Products below the least normal f16 that round to it: .ftz flushes only those that 11 bits without an end of the
# exponents would keep below.
ROUNDED_TO_NORMAL = [(0x0400 + k, 0x3BFF - 2 * k - o) for k in range(5) for o in (0, 1)]
ROUNDED_TO_NORMAL += [(0x1403, 0x2BFB), (0x87FF, 0x3800)]


def sums_and_products():
    for t, (f, _) in TYPES.items():
        endings = ["", ".ftz", ".sat", ".ftz.sat"] if f is F16 else [""]
        for operation in ("add", "sub", "mul"):
            tuples = sampled(f, 2, 64, operation) + (ROUNDED_TO_NORMAL if operation == "mul" and f is F16 else [])
            for e in endings:
                emit(operation, t, e, 2, tuples,
                     lambda a, b, e=e, f=f, o=operation: arithmetic(o, f, (a, b), ".ftz" in e, ".sat" in e))
        tuples = sampled(f, 3, 64, "fma") + near_ties(f, 32)
        endings = ["", ".relu"] + ([".ftz", ".sat", ".ftz.sat", ".ftz.relu"] if f is F16 else [])
        for e in endings:
            emit("fma.rn", t, e, 3, tuples,
                 lambda a, b, c, e=e, f=f: arithmetic("fma", f, (a, b, c), ".ftz" in e, ".sat" in e, ".relu" in e))
        for e in (".oob", ".oob.relu"):
            emit("fma.rn", t, e, 3, tuples + OUT_OF_BOUNDS_TUPLES,
                 lambda a, b, c, e=e, f=f: fused_out_of_bounds(f, a, b, c, ".relu" in e))


OUT_OF_BOUNDS_TUPLES = [(a, b, c) for n in (0x7FF7, 0xFFF7) for a, b, c in
                        ((n, 0x4000, 0x4000), (0x4000, n, 0xC000), (n, n, 0x3F80), (n, 0, 0x8000), (0x4000, 0x3F80, n),
                         (n, 0x7FFF, 0), (0x7FFF, n, 0), (n, 0x4000, 0x7FFF), (n, 0x7C00, 0))]


def default_rounding():
    for t, (f, is_pair) in TYPES.items():
        for operation in ("add", "sub", "mul"):
            tuples = sampled(f, 2, 16, operation)
            case(f"{operation}.{t}", "rn", f"{operation}.rn.{t} is {operation}.{t}.", f"a .{t}, b .{t}", f"d .{t}",
                 f"{operation}.rn.{t} d, a, b;", packed(tuples) if is_pair else tuples,
                 both(lambda a, b, f=f, o=operation: arithmetic(o, f, (a, b)), is_pair))


def signs_and_order():
    for t, (f, _) in TYPES.items():
        flushes = ["", ".ftz"] if f is F16 else [""]
        for operation in ("neg", "abs"):
            for z in flushes:
                emit(operation, t, z, 1, singles(f), lambda a, o=operation, z=z, f=f: with_sign(f, o, a, bool(z)),
                     "makes every NaN 0x7fff." if not z else "flushes subnormals.")
        for operation in ("min", "max"):
            for z in flushes:
                for e in ("", ".NaN", ".xorsign.abs", ".NaN.xorsign.abs"):
                    emit(operation, t, z + e, 2, sampled(f, 2, 64, "order"),
                         lambda a, b, o=operation, z=z, e=e, f=f: extreme(o, f, a, b, bool(z), ".NaN" in e, "xor" in e),
                         "orders -0.0 < +0.0; " + ("subnormal operands are zeros; " if z else "")
                         + (COMMENTS[e] if e else "of a number and a NaN the number is taken."))


def exponential(f, bits):
    """2^a cut toward zero, of an argument cut to multiples of 2^-23; subnormal bfloat16 results are flushed."""
    if f.is_nan(bits):
        return f.canonical
    if f.is_infinite(bits):
        return 0 if f.negative(bits) else f.infinity
    a = f.value(bits)
    if a >= 1 - f.least + 1:
        return f.infinity
    if a < 2 * f.least:
        return 0
    cut = Fraction(round_to_integer(abs(a) * 2 ** 23, ZERO, False), 2 ** 23) * (-1 if a < 0 else 1)
    power = Fraction(2) ** int(cut) if cut.denominator == 1 else Fraction(FUNCTIONS["ex2"](decimal_of(cut)))
    made = f.round(power, ZERO)
    return flush(f, made) if f is BF16 else made


# Found on an H200 by trying all operands: where tanh is a last place off the exact value cut toward zero.
TANH_ABOVE = [0x29C6, 0x2C95, 0x2C96, 0x2E39, 0x2E9D, 0x3064, 0x323F, 0x32FF, 0x355B, 0x372D, 0x3824, 0x399A, 0x3CC9,
              0x3DE3, 0x3ED6, 0x4080]
TANH_BELOW = [0x2D3F, 0x39F8, 0x3C8E, 0x3C9D, 0x3DB8, 0x3E23, 0x3EAB, 0x4429]


def tangent(f, bits):
    if f.is_nan(bits):
        return f.canonical
    magnitude, sign = bits & ~f.sign, bits & f.sign
    if f.is_infinite(bits) or f.value(magnitude) >= 8:
        return sign | f.exact(1)
    if f.value(magnitude) <= (Fraction(1031, 1 << 18) if f is F16 else Fraction(1, 1 << 8)):
        return bits
    made = f.round(Fraction(FUNCTIONS["tanh"](decimal_of(f.value(magnitude)))), ZERO)
    if f is F16:
        made += (magnitude in TANH_ABOVE) - (magnitude in TANH_BELOW)
    elif magnitude == 0x3F3F:
        made -= 1
    return sign | made


def functions():
    for t, (f, _) in TYPES.items():
        one = f.exact(1)
        numbers = [(one + k * 37 - 700 | s,) for k in range(60) for s in (0, f.sign)]
        numbers += [(f.round(Fraction(k)) | s,) for k in (8, 9, 10, 14, 15, 16, 24, 25, 60, 125, 126, 127, 128, 149)
                    for s in (0, f.sign)]
        z = ".ftz" if f is BF16 else ""
        emit(f"ex2.approx{z}", t, "", 1, singles(f) + numbers, lambda a, f=f: exponential(f, a),
             "is cut toward zero; its argument is, to multiples of 2^-23.")
        special = [(v | s,) for v in ((TANH_ABOVE + TANH_BELOW + [0x1C07, 0x1C08, 0x47FF, 0x4800]) if f is F16 else
                                      [0x3F3F, 0x3F3E, 0x3F40, 0x3B80, 0x3B81, 0x40FF, 0x4100]) for s in (0, f.sign)]
        emit("tanh.approx", t, "", 1, singles(f) + numbers + special, lambda a, f=f: tangent(f, a),
             "is cut toward zero: the operand below 2^-8, 1 from 8 on.")


def write():
    functions()
    sums_and_products()
    default_rounding()
    signs_and_order()

#!/usr/bin/env python3
"""Writes the cases of f32 and f64 arithmetic and of the approximate functions.

    python3 tests/ptx/make_float_cases.py

Expected values are computed in exact rational arithmetic and rounded once (generator/float_oracle.py), those of
approximate functions to sixty digits (generator/function_oracle.py); never by the emulator. The tolerances are
the PTX ISA's bounds, in units in the last place of the results that a file holds.
"""

import pathlib
from fractions import Fraction

from generator.float_operands import Operands
from generator.float_oracle import F32, F64, MODES, NEAREST, flush, invalid, result, smaller
from generator.function_oracle import FUNCTIONS, decimal_of, evaluate, of_upper_half

HERE = pathlib.Path(__file__).resolve().parent
OPERANDS = {F32: Operands(F32), F64: Operands(F64)}
MODE_WORDS = {"rn": "to nearest even", "rz": "toward zero", "rm": "down", "rp": "up"}


def show(f, bits):
    """A value as a short decimal number where one stands for exactly these bits, else as hexadecimal bits."""
    if f is None:
        return str(int(bits))
    if bits & ~f.sign == f.infinity:
        return "-inf" if f.negative(bits) else "inf"
    if not f.is_nan(bits):
        if bits & ~f.sign == 0:
            return "-0.0" if bits else "0.0"
        text = repr(float(f.value(bits)))
        if len(text) <= 9 and f.round(Fraction(text)) == bits:
            return text
    return f"0x{bits:0{f.width // 4}x}"


def write(row, name, comment, inputs, outputs, code, tuples, tolerance=0, target=None):
    """Inputs and outputs are (register, format) pairs; a predicate's format is None."""
    assert len(tuples) >= 8, (row, name)
    lines = [f"// {line}" for line in comment.split("\n")] + [f"// row: {row}"]
    if target:
        lines.append(f"// target: {target}")
    if tolerance:
        lines.append(f"// tolerance: {tolerance} ulp")

    def declare(registers):
        return ", ".join(f"{register} .{f.name if f else 'pred'}" for register, f in registers)

    lines += [f"// in: {declare(inputs)}", f"// out: {declare(outputs)}"]
    lines += [f"    {line}" for line in code]
    for given, wanted in tuples:
        left = " ".join(show(f, x) for x, (_, f) in zip(given, inputs, strict=True))
        right = " ".join(show(f, x) for x, (_, f) in zip(wanted, outputs, strict=True))
        lines.append(f"// {left} -> {right}")
    folder = HERE / row
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.ptx").write_text("\n".join(lines) + "\n")


def names(f, count):
    return [(register, f) for register in "abc"[:count]]


def rounded(row, operation, f, tuples, name, comment, ftz=False, sat=False):
    """One file: the same operands in all four rounding modes, side by side."""
    suffixes = (".ftz" if ftz else "") + (".sat" if sat else "")
    arity = len(tuples[0])
    operands = ", ".join("abc"[:arity])
    code = [f"{operation}.{mode}{suffixes}.{f.name} {mode}, {operands};" for mode in MODES]
    rows = [(t, [result(operation, f, t, mode, ftz, sat) for mode in MODES]) for t in tuples]
    write(row, name, comment, names(f, arity), [(mode, f) for mode in MODES], code, rows)


def without_mode(row, operation, f, tuples):
    operands = ", ".join("abc"[:len(tuples[0])])
    write(row, "default_rounding", f"Without a rounding modifier, {operation} rounds to nearest even.",
          names(f, len(tuples[0])), [("d", f)], [f"{operation}.{f.name} d, {operands};"],
          [(t, [result(operation, f, t)]) for t in tuples])


def arithmetic():
    for f in (F32, F64):
        o = OPERANDS[f]
        single = f is F32
        lists = {"add": o.sums(), "sub": [(a, b ^ f.sign) for a, b in o.sums()], "mul": o.products(),
                 "fma": o.fused(), "mad": o.fused(), "div": o.quotients(), "rcp": o.one_number(),
                 "sqrt": o.one_number()}
        for operation, tuples in lists.items():
            row = f"{operation}{'.rnd' if operation in ('div', 'rcp', 'sqrt') else ''}.{f.name}"
            nans = "A NaN is 0x7fffffff." if single else "A NaN operand is passed on, made quiet."
            rounded(row, operation, f, tuples, "roundings",
                    f"The four rounding modes of {operation}.{f.name}: to nearest even, toward zero, down, up.\n"
                    f"Ties, cancellation, overflow, subnormals, zeros and infinities. {nans}")
            if operation in ("add", "sub", "mul", "mad"):
                # mad.f32 needs a rounding modifier since PTX 3.2, mad.f64 since 1.4.
                if operation != "mad":
                    without_mode(row, operation, f, tuples[:16])
            if single:
                rounded(row, operation, f, tuples, "ftz",
                        f"{operation}.ftz takes subnormal operands for zeros and flushes results that are below the\n"
                        "least normal number after rounding to 24 bits; signs stay.", ftz=True)
            if single and operation in ("add", "sub", "mul", "fma", "mad"):
                near = tuples + [t for t in o.tuples(o.some(8, len(tuples[0]), -2, 0))]
                rounded(row, operation, f, near, "sat",
                        f"{operation}.sat clamps to [0, 1]: negative results and NaNs become +0.0.", sat=True)
                rounded(row, operation, f, near, "ftz_sat",
                        f"{operation} with both .ftz and .sat.", ftz=True, sat=True)


def nan_payloads():
    f, o = F64, OPERANDS[F64]
    one, a, b, s = f.exact(1), o.nan, o.negative_nan, o.signaling
    pairs = [(a, b), (b, a), (a, s), (s, a), (s, b), (one, s), (s, one), (s, s), (o.inf, a), (b, o.ninf)]
    triples = [(a, b, s), (s, b, a), (a, one, b), (b, one, a), (one, a, b), (one, s, a), (a, b, one), (b, s, one),
               (o.inf, 0, s), (0, o.inf, b)]
    for operation, tuples, order in (("add", pairs, "b"), ("sub", pairs, "b"), ("mul", pairs, "b"),
                                     ("div", pairs, "a"), ("fma", triples, "b, then c"),
                                     ("mad", triples, "b, then c")):
        row = f"{operation}.rnd.f64" if operation == "div" else f"{operation}.f64"
        rounded(row, operation, f, tuples, "nan_payloads",
                "Double precision keeps NaN payloads and signs and sets the quiet bit. Of several NaNs GPUs take\n"
                f"{order}.")


def minimum_and_maximum():
    for f in (F32, F64):
        tuples = OPERANDS[f].order()
        for operation in ("min", "max"):
            for nan in (False, True) if f is F32 else (False,):
                for xorsign in (False, True) if f is F32 else (False,):
                    row = operation + (".nan" if nan else "") + (".xorsign" if xorsign else "") + f".{f.name}"
                    suffixes = (".NaN" if nan else "") + (".xorsign.abs" if xorsign else "")
                    comment = (f"{operation}{suffixes}: -0.0 < +0.0; "
                               + ("a NaN operand makes the result 0x7fffffff." if nan else
                                  "of a number and a NaN the number is taken."))
                    if xorsign:
                        comment += "\nMagnitudes are compared; the result has the exclusive or of the signs."
                    for ftz in (False, True) if f is F32 else (False,):
                        def expected(a, b):
                            if ftz:
                                a, b = flush(f, a), flush(f, b)
                            return [smaller(f, a, b, operation == "max", nan, xorsign)]
                        write(row, "ftz" if ftz else "values",
                              comment + ("\nSubnormal operands count as zeros." if ftz else ""),
                              names(f, 2), [("d", f)],
                              [f"{operation}{'.ftz' if ftz else ''}{suffixes}.{f.name} d, a, b;"],
                              [(t, expected(*t)) for t in tuples], target="sm_86" if xorsign else None)


def signs():
    for f in (F32, F64):
        o = OPERANDS[f]
        tuples = o.one_number()

        def changed(operation, bits, ftz=False):
            if f.is_nan(bits):
                return [invalid(f) if f is F32 else bits | f.quiet]
            bits = flush(f, bits) if ftz else bits
            return [bits & ~f.sign if operation == "abs" else bits ^ f.sign]

        nans = "every NaN becomes 0x7fffffff" if f is F32 else "a NaN keeps sign and payload and becomes quiet"
        for operation in ("abs", "neg"):
            row = f"{operation}.{f.name}"
            write(row, "values", f"{row}: {nans}.", names(f, 1), [("d", f)], [f"{row} d, a;"],
                  [(t, changed(operation, *t)) for t in tuples])
            if f is F32:
                write(row, "ftz", f"{operation}.ftz.f32 flushes subnormals.", names(f, 1), [("d", f)],
                      [f"{operation}.ftz.f32 d, a;"], [(t, changed(operation, *t, ftz=True)) for t in tuples])
        row = f"copysign.{f.name}"
        write(row, "values", f"{row} moves bits only: the sign of a, all else of b, NaNs too.", names(f, 2), [("d", f)],
              [f"{row} d, a, b;"],
              [((a, b), [a & f.sign | b & ~f.sign]) for a, b in o.order()])
        tests = {"finite": lambda m: m < f.infinity, "infinite": lambda m: m == f.infinity,
                 "number": lambda m: m <= f.infinity, "notanumber": lambda m: m > f.infinity,
                 "normal": lambda m: m == 0 or m >> (f.precision - 1) and m < f.infinity,
                 "subnormal": lambda m: m != 0 and not m >> (f.precision - 1)}
        for name, holds in tests.items():
            row = f"testp.{name}.{f.name}"
            write(row, "values", f"{row}: zeros count as normal.", names(f, 1), [("p", None)], [f"{row} p, a;"],
                  [(t, [bool(holds(t[0] & ~f.sign))]) for t in tuples])


def function(name, case, comment, operands, tolerance, ftz=None):
    """Approximate values with and without .ftz; `ftz` False leaves the second out."""
    row = f"{name}.approx.f32"
    outputs, code = [("d", F32)], [f"{row} d, a;"]
    if ftz is None:
        outputs.append(("z", F32))
        code.append(f"{name}.approx.ftz.f32 z, a;")
    rows = []
    for bits in operands:
        value = evaluate(name, bits)
        rows.append(((bits,), [value] * len(outputs)))
    write(row, case, comment, names(F32, 1), outputs, code, rows, tolerance)


def single(*numbers):
    return [F32.round(Fraction(x)) for x in numbers]


def spread(count, low, high):
    """Numbers whose exponents lie evenly in [low, high)."""
    o = OPERANDS[F32]
    return [F32.exact(abs(o.some(1, 1, e, e)[0][0]))
            for e in (low + (high - low) * k // count for k in range(count))]


def approximate_functions():
    positive = spread(24, -126, 128)
    function("rcp", "values", "Within 1 ulp over the full range.",
             [b | (F32.sign if k % 3 == 0 else 0) for k, b in enumerate(spread(24, -125, 126))], 1)
    function("sqrt", "values", "A relative error of 2^-23 is two units in the last place at most.", positive, 2)
    function("rsqrt", "values", "A relative error of 2^-22.9 is two units in the last place at most.", positive, 2)
    ex2 = single(0.5, -0.5, 1.5, -3.25, 10.1, -10.1, 0.001, -0.001, 100.7, -100.7, 127.99, -125.5, 3e-5, 1, -7, 23)
    function("ex2", "values", "Within 2 ulp.", ex2, 2)
    away = single(2, 3, 5.5, 10, 1000.1, 1e10, 3e38, 0.5, 0.3, 0.1, 0.01, 1e-10, 1.2e-38)
    function("lg2", "values", "Outside (0.5, 2) a relative error of 2^-22 is four units in the last place at most.",
             away, 4)
    function("lg2", "near_one", "In (0.5, 2) the absolute error is 2^-22: 32 units in the last place of results\n"
             "from 1/16 to 1/8 and fewer of larger ones.",
             single(1.05, 1.07, 1.09, 1.2, 1.5, 1.99, 0.95, 0.93, 0.8, 0.51), 32)
    angles = [x for k in range(-12, 13) for x in single(Fraction(k, 2) + Fraction(1, 16))]
    for name in ("sin", "cos"):
        def good(bits):
            return abs(F32.value(evaluate(name, bits))) >= Fraction(1, 2)
        function(name, "values", "In [-2pi, 2pi] the absolute error is 2^-20.5: 11 units in the last place of results\n"
                 "of at least 1/2.", [b for b in angles if good(b)], 11)
        large = [b for k in range(8, 312, 9) for b in single((-1) ** k * (k + Fraction(1, 3))) if good(b)]
        function(name, "large_angles", "In [-100pi, 100pi] the absolute error is 2^-14.7: 630 units in the last\n"
                 "place of results of at least 1/2.", large, 630)
    function("tanh", "values", "A relative error of 2^-11 is 8192 units in the last place at most.",
             single(0.001, 0.1, -0.3, 0.5, -0.9, 1, 1.5, -2, 3, -5, 7, 1e-5, 0.0625), 8192, ftz=False)


def special_values():
    o = OPERANDS[F32]
    inf, ninf, nz, nan = o.inf, o.ninf, o.nzero, 0x7FFFFFFF
    tiny, subnormal, least = 1, 0x007FFFFF, 0x00800000
    n = F32.sign

    def table(name, comment, rows, ftz=True):
        row = f"{name}.approx.f32"
        outputs, code = [("d", F32)], [f"{row} d, a;"]
        if ftz:
            outputs.append(("z", F32))
            code.append(f"{name}.approx.ftz.f32 z, a;")
        rows = rows + [(x, nan, nan) for x in (o.nan, o.negative_nan, o.signaling)]
        write(row, "special_values", comment, names(F32, 1), outputs, code,
              [((a,), [d, z][:len(outputs)]) for a, d, z in rows])

    one, two = F32.exact(1), F32.exact(2)
    table("rcp", "The ISA's table, and powers of two. With .ftz subnormal operands and results are zeros.",
          [(ninf, nz, nz), (nz, ninf, ninf), (0, inf, inf), (inf, 0, 0), (tiny, inf, inf), (n | tiny, ninf, ninf),
           (0x00400000, 0x7F000000, inf), (least, 0x7E800000, 0x7E800000), (0x7E800000, least, least),
           (0x7F000000, 0x00400000, 0), (n | 0x7F000000, n | 0x00400000, nz), (one, one, one)])
    table("sqrt", "The ISA's table, and powers of four. With .ftz subnormal operands are zeros.",
          [(ninf, nan, nan), (n | one, nan, nan), (n | tiny, nan, nz), (nz, nz, nz), (0, 0, 0), (inf, inf, inf),
           (one, one, one), (F32.exact(4), two, two), (least, 0x20000000, 0x20000000), (n | least, nan, nan)])
    table("rsqrt", "The ISA's table, and powers of four. With .ftz subnormal operands are zeros.",
          [(ninf, nan, nan), (n | one, nan, nan), (n | tiny, nan, ninf), (nz, ninf, ninf), (0, inf, inf), (inf, 0, 0),
           (one, one, one), (F32.exact(4), F32.exact(Fraction(1, 2)), F32.exact(Fraction(1, 2))),
           (least, 0x5F000000, 0x5F000000), (n | subnormal, nan, ninf)])
    for name, at_zero, negative in (("sin", 0, nz), ("cos", one, one)):
        table(name, "The ISA's table. Infinite angles give NaN; the sine of a subnormal is a zero of its sign.",
              [(ninf, nan, nan), (inf, nan, nan), (nz, negative, negative), (0, at_zero, at_zero),
               (tiny, at_zero, at_zero), (n | subnormal, negative, negative), (subnormal, at_zero, at_zero),
               (n | tiny, negative, negative)])
    table("lg2", "The ISA's table, and one exact value. With .ftz subnormal operands are zeros.",
          [(ninf, nan, nan), (n | one, nan, nan), (nz, ninf, ninf), (0, ninf, ninf), (inf, inf, inf), (one, 0, 0),
           (n | tiny, nan, ninf), (n | least, nan, nan)])
    write("lg2.approx.f32", "subnormals", "Subnormal operands count unless .ftz flushes them to zero.",
          names(F32, 1), [("d", F32), ("z", F32)], ["lg2.approx.f32 d, a;", "lg2.approx.ftz.f32 z, a;"],
          [((b,), [evaluate("lg2", b), ninf]) for b in (1, 2, 3, 0x100, 0x12345, 0x400000, 0x7FFFFE, subnormal)], 4)
    table("ex2", "The ISA's table, subnormal operands, overflow and underflow.",
          [(ninf, 0, 0), (nz, one, one), (0, one, one), (inf, inf, inf), (tiny, one, one), (n | subnormal, one, one),
           (F32.exact(129), inf, inf), (F32.exact(-160), 0, 0), (F32.exact(-2**100), 0, 0)])
    write("ex2.approx.f32", "subnormal_results", "Results below the least normal number are kept, or zero with .ftz.",
          names(F32, 1), [("d", F32), ("z", F32)], ["ex2.approx.f32 d, a;", "ex2.approx.ftz.f32 z, a;"],
          [((b,), [evaluate("ex2", b), 0])
           for b in single(-126.5, -127, -128.25, -130.1, -135.7, -140, -145.5, -148)], 2)
    table("tanh", "The ISA's table; subnormal operands are passed through.",
          [(ninf, n | one, 0), (nz, nz, 0), (0, 0, 0), (inf, one, 0), (tiny, tiny, 0),
           (n | subnormal, n | subnormal, 0),
           (least, least, 0), (F32.exact(20), one, 0), (F32.exact(-30), n | one, 0)], ftz=False)


def approximate_division():
    f, o = F32, OPERANDS[F32]
    pairs = [t for t in o.tuples(o.some(20, 2, -40, 40))] + o.tuples([(1, 3), (-2, 3), (10, 7), (1, o.least * 3)])
    for kind in ("approx", "full"):
        row = f"div.{kind}.f32"
        write(row, "values", "Within 2 ulp for divisors between 2^-126 and 2^126.", names(f, 2), [("d", f), ("z", f)],
              [f"{row} d, a, b;", f"div.{kind}.ftz.f32 z, a, b;"],
              [(t, [result("div", f, t)] * 2) for t in pairs], 2)
        huge = f.exact(Fraction(2) ** 127)
        nan = invalid(f)
        rows = [((f.exact(1), huge), [0x00400000, 0]), ((f.exact(-8), huge), [f.sign | 0x01800000] * 2),
                ((o.inf, huge), [o.inf] * 2)]
        if kind == "approx":
            zero, negative = [0, 0], [f.sign, f.sign]
            rows = [((f.exact(1), huge), zero), ((f.exact(-8), huge), negative), ((o.inf, huge), [nan, nan])]
        rows += [((f.exact(1), 0), [o.inf] * 2), ((f.exact(-1), 0), [o.ninf] * 2), ((0, 0), [nan] * 2),
                 ((o.inf, o.inf), [nan] * 2), ((f.exact(3), o.ninf), [f.sign] * 2), ((o.nan, f.exact(1)), [nan] * 2),
                 ((f.exact(1), o.signaling), [nan] * 2), ((0, f.exact(5)), [0, 0]),
                 ((f.exact(o.least / 2), f.exact(2)), [0x00200000, 0]), ((1, 1), [f.exact(1), nan])]
        write(row, "special_values",
              "Divisors above 2^126, zeros, infinities, NaNs, subnormals." +
              ("\nIts reciprocal being flushed, a divisor above 2^126 gives zero, or NaN under infinity."
               if kind == "approx" else ""),
              names(f, 2), [("d", f), ("z", f)], [f"{row} d, a, b;", f"div.{kind}.ftz.f32 z, a, b;"], rows)


def double_functions():
    f, o = F64, OPERANDS[F64]
    numbers = [abs(f.value(t[0])) for t in o.tuples(o.some(16, 1, -300, 300))]
    operands = [f.exact(x) for x in numbers]
    inf, ninf, nz, nan = o.inf, o.ninf, o.nzero, 0x7FFFFFFF00000000
    one, n = f.exact(1), f.sign
    nans = [(o.nan, nan), (o.negative_nan, nan), (0x7FF4000000000000, nan)]
    for name, special in (
            ("rcp", [(ninf, nz), (n | 1, ninf), (nz, ninf), (0, inf), (0x000FFFFFFFFFFFFF, inf), (inf, 0), (one, one),
                     (0x7FE0000000000000, 0), (0xFFE8000000000000, nz), (0x3FF0000012345678, 0)][:9]),
            ("rsqrt", [(ninf, nan), (n | one, nan), (n | 1, ninf), (nz, ninf), (0, inf), (0x000FFFFFFFFFFFFF, inf),
                       (inf, 0), (one, one), (f.exact(4), f.exact(Fraction(1, 2)))])):
        row = f"{name}.approx.f64"
        write(row, "ftz_special_values", f"The ISA's table of {name}.approx.ftz.f64; a NaN gives 0x7fffffff00000000.",
              names(f, 1), [("d", f)], [f"{name}.approx.ftz.f64 d, a;"], [((a,), [d]) for a, d in special + nans])
        write(row, "ftz_values", "The lower halves of operand and result count as zeros; the upper is within one unit.",
              names(f, 1), [("d", f)], [f"{name}.approx.ftz.f64 d, a;"],
              [((b,), [of_upper_half(name, b)]) for b in operands], 2**32 - 1)
    write("rsqrt.approx.f64", "values", "Without .ftz the result is within 1 ulp, for subnormal operands too.",
          names(f, 1), [("d", f)], ["rsqrt.approx.f64 d, a;"],
          [((b,), [evaluate("rsqrt", b, f)]) for b in operands + [1, 0x000FFFFFFFFFFFFF, 0x7FEFFFFFFFFFFFFF]], 1)
    write("rsqrt.approx.f64", "special_values", "The ISA's table; a NaN is passed on, made quiet.",
          names(f, 1), [("d", f)], ["rsqrt.approx.f64 d, a;"],
          [((a,), [d]) for a, d in [(ninf, invalid(f)), (n | one, invalid(f)), (n | 1, invalid(f)), (nz, ninf),
                                    (0, inf), (inf, 0), (one, one), (o.signaling, o.signaling | f.quiet),
                                    (o.nan, o.nan)]])


if __name__ == "__main__":
    arithmetic()
    nan_payloads()
    minimum_and_maximum()
    signs()
    approximate_functions()
    special_values()
    approximate_division()
    double_functions()

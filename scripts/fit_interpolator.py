#!/usr/bin/env python3
"""Finds the special function unit's coefficients from what a GPU returned and writes the tables of sim/isa.

    fit_interpolator.py FOLDER [OUTPUT]     FOLDER as written by tests/golden/special_functions/record.cu with `raw`;
                                            OUTPUT is sim/isa/interpolator_tables.cpp unless given

Needs numpy and scipy. The model is docs/special-functions.md. In a segment every result bounds the sum
c0 + c1 x + c2 square(x) from both sides. A linear program finds the middle of the coefficients that satisfy all bounds;
the script stops unless exactly one pair of integers (c1, c2) near it leaves room for c0.
"""

import pathlib
import sys

import numpy
from scipy.optimize import linprog

ROOT = pathlib.Path(__file__).resolve().parents[1]


def truncated_square(x):
    """The sum of x's partial products as the unit adds them: each without its bits below the sum's last one."""
    return sum(numpy.where(x >> i & 1, x >> (18 - i), 0) for i in range(17)) >> 1


def real_coefficients(low, high, x, square):
    """c1 and c2 of the quadratic that stays farthest inside [low, high], by cutting planes."""
    scale = numpy.array([1.0, x.max(), square.max()])
    basis = numpy.column_stack([numpy.ones(len(x)), x, square]) / scale
    base, size = low[0], float(numpy.abs(high - low[0]).max())
    bounds = [(low - base) / size, (high - base) / size]
    used = numpy.unique(numpy.linspace(0, len(x) - 1, 64).astype(int))
    for _ in range(60):
        one = numpy.ones((len(used), 1))
        rows = numpy.vstack([numpy.hstack([-basis[used], one]), numpy.hstack([basis[used], one])])
        limits = numpy.concatenate([-bounds[0][used], bounds[1][used]])
        solution = linprog([0, 0, 0, -1], A_ub=rows, b_ub=limits, bounds=[(None, None)] * 4, method="highs").x
        value = basis @ solution[:3]
        room = numpy.minimum(value - bounds[0], bounds[1] - value)
        worst = numpy.argpartition(room, 40)[:40]
        new = numpy.setdiff1d(worst[room[worst] < solution[3] - 1e-12], used)
        if len(new) == 0:
            break
        used = numpy.concatenate([used, new])
    return solution[1] * size / scale[1], solution[2] * size / scale[2]


def fit(name, low, high, x, square, shift, rounding):
    """The integers (c0, c1, c2) for which low <= (c0 << shift) + c1 x + c2 square + rounding < high everywhere."""
    near1, near2 = (int(numpy.floor(c)) for c in real_coefficients(low, high, x, square))
    found = []
    for c2 in range(near2 - 3, near2 + 5):
        for c1 in range(near1 - 7, near1 + 9):
            rest = c1 * x + c2 * square + rounding
            c0 = -((-int((low - rest).max())) >> shift)
            if c0 << shift < int((high - rest).min()):
                found.append((c0, c1, c2))
    if len(found) != 1:
        sys.exit(f"fit_interpolator.py: {name}: {len(found)} sets of coefficients fit")
    return found[0]


def results(folder, form, first):
    return numpy.fromfile(folder / f"{form}_{first:08x}.u32", "<u4").astype(numpy.int64)


def bounds(words, unit):
    """The sums in units of 2^-unit that are cut to these singles: from the first up to the second, exclusive."""
    shift = (words >> 23) - 127 - 23 + unit
    significand = (words & 0x7FFFFF) | 0x800000
    low = numpy.where(shift >= 0, significand << numpy.maximum(shift, 0), significand >> numpy.maximum(-shift, 0))
    low = numpy.where(words == 0, 0, low)
    return low, low + (1 << numpy.maximum(shift, 0))


def segments(name, bits, fraction, low, high, shift, rounding):
    """The coefficients of every segment; x is the fraction's last `bits` bits."""
    number, x = fraction >> bits, fraction & ((1 << bits) - 1)
    square = truncated_square(x << (17 - bits))
    for k in range(int(number.max()) + 1):
        part = slice(*numpy.searchsorted(number, (k, k + 1)))
        yield fit(f"{name} {k}", low[part], high[part], x[part], square[part], shift, rounding)


def reciprocal(folder):
    words = results(folder, "rcp.approx.ftz.f32", 0x3F800000)
    return segments("reciprocal", 16, numpy.arange(1 << 23), *bounds(words, 39), 13, 0x47E7)


def two_binades(folder, form):
    return numpy.concatenate([results(folder, form, first) for first in (0x3F800000, 0x40000000)])


def reciprocal_root(folder):
    words = two_binades(folder, "rsqrt.approx.ftz.f32")[1:]  # without that of 1, which no sum makes
    return segments("reciprocal root", 17, numpy.arange(1, 1 << 24), *bounds(words, 40), 14, 0x7FFF)


def root(folder):
    words = two_binades(folder, "sqrt.approx.ftz.f32")
    return segments("root", 17, numpy.arange(1 << 24), *bounds(words, 40), 15, 0xFFFF)


def power(folder):
    """Operands in [1/2, 1) have fractions from 1/2 on, those in (-1, -1/2] the complements of theirs."""
    positive = results(folder, "ex2.approx.ftz.f32", 0x3F000000)[::2]
    negative = results(folder, "ex2.approx.ftz.f32", 0xBF000000)[::2] + (1 << 23)  # 2^(x + 1)
    words = numpy.concatenate([negative[::-1], positive])
    return segments("power", 17, numpy.arange(1 << 23), *bounds(words, 38), 13, 0x77E2)


def logarithm(folder):
    words = results(folder, "lg2.approx.ftz.f32", 0x3F800000)[1:]  # without that of 1
    low, high = bounds(words, 36)
    return segments("logarithm", 17, numpy.arange(1, 1 << 23), low << 2, high << 2, 12, 0x3345)


def sine(folder):
    """Angles up to a quarter turn, as the product that the unit gets: rounded toward zero, and then cut."""
    binades = range(0x39800000, 0x40000000, 1 << 23)
    words = numpy.concatenate([results(folder, "sin.approx.ftz.f32", first) for first in binades])
    angle = numpy.arange(binades[0], binades[-1] + (1 << 23), dtype=numpy.uint32).view(numpy.float32)
    product = angle.astype(numpy.float64) * float.fromhex("0x1.45f306p-3")
    turns = (product.view(numpy.uint64) >> numpy.uint64(29) << numpy.uint64(29)).view(numpy.float64)
    fraction, first = numpy.unique(numpy.floor(turns * 2**25).astype(numpy.int64), return_index=True)
    inside = fraction < 1 << 23
    return segments("sine", 17, fraction[inside], *bounds(words[first[inside]], 37), 11, 0)


def hyperbolic_tangent(folder):
    for binade, bits in enumerate((0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3)):
        words = results(folder, "tanh.approx.f32", 0x3B800000 + (binade << 23))[::1 << (6 - bits)]
        yield from segments(f"tangent, binade {binade},", 17, numpy.arange(1 << (17 + bits)), *bounds(words, 39), 13, 0)


TABLES = [("Reciprocal", reciprocal), ("ReciprocalRoot", reciprocal_root), ("Root", root), ("Power", power),
          ("Logarithm", logarithm), ("Sine", sine), ("HyperbolicTangent", hyperbolic_tangent)]


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit(__doc__)
    text = ["// Coefficients of the special function unit, written by scripts/fit_interpolator.py from the",
            "// results of an NVIDIA H200.",
            '#include "sim/isa/interpolator_tables.h"', "", "WARPSCOPE_ISA_BEGIN"]
    for name, find in TABLES:
        entries = ["{%d, %d, %d}," % c for c in find(pathlib.Path(arguments[0]))]
        text += ["", f"const InterpolationSegment k{name}Segments[{len(entries)}] = {{"]
        text += [f"    {entry}" for entry in entries] + ["};"]
        print(f"{name}: {len(entries)} segments", flush=True)
    output = pathlib.Path(arguments[1]) if len(arguments) == 2 else ROOT / "sim/isa/interpolator_tables.cpp"
    output.write_text("\n".join(text + ["", "WARPSCOPE_ISA_END", ""]))
    print(f"wrote {output}; lay it out with clang-format")


if __name__ == "__main__":
    main(sys.argv[1:])

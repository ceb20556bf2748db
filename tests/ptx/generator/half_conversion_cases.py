"""Cases of cvt to, from and between f16, bf16, tf32 and the 8-bit floating-point types."""

import random
from fractions import Fraction

from .case_files import least, most, wrap, width
from .float_oracle import F32, F64, MODES, exponent_of
from .half_operands import case, edges, packed, singles
from .half_oracle import (BF16, E4M3, E5M2, F16, TF32, from_byte, from_integer, saturated, to_byte, to_format,
                          to_integer, to_integral, to_tf32, to_tf32_away)

INTEGERS = ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"]
REGISTERS = {"u8": "u16", "s8": "s16"}
INTEGRAL = ("rni", "rzi", "rmi", "rpi")
MODE_WORDS = {"rn": "to nearest even", "rz": "toward zero", "rm": "down", "rp": "up", "rna": "halves away from zero"}


def register(t):
    return REGISTERS.get(t, t)


def wide_values(s, d, count=48):
    """Bits of s at, and on either side of, numbers of d and the middles between them; the ends of d; NaNs."""
    r = random.Random(f"{s.name} to {d.name}")
    values = [0, s.sign, 1, s.infinity, s.infinity | s.sign, s.infinity | s.quiet, s.infinity | 1 | s.sign,
              s.infinity | s.quiet | s.sign | 5 << (s.precision - 8)]
    top = d.value(d.largest)
    unit = Fraction(2) ** (exponent_of(top) - d.precision + 1)
    tiny = Fraction(2) ** (d.least - d.precision + 1)
    normal = Fraction(2) ** d.least
    for x in (top, top + unit / 2, top + unit, top - unit / 2, tiny, tiny / 2, tiny * 3 / 2, tiny / 4, normal,
              normal - tiny / 2, normal - tiny, normal + tiny / 2, Fraction(1), 1 - Fraction(2) ** -d.precision,
              1 + Fraction(2) ** -d.precision, 1 + 3 * Fraction(2) ** -d.precision):
        b = s.round(x)
        values += [b, b + 1 | s.sign, b - 1]
    while len(values) < count + 32:
        n = r.randrange(1 << (d.precision - 1), 1 << d.precision)
        x = (n + Fraction(r.choice((0, 1, 1, 2)), 2)) * Fraction(2) ** r.randrange(d.least - 1 - d.precision, 6)
        values.append(s.round(x) + r.choice((-1, 0, 0, 1)) | r.choice((0, s.sign)))
    return [(v,) for v in values if 0 <= v < 1 << s.width]


def from_floats():
    for d in (F16, BF16):
        for s in (F32, F64):
            row, values = f"cvt.{d.name}.from.{s.name}", wide_values(s, d)
            for mode in MODES:
                case(row, mode, f"{s.name} to {d.name}, rounded {MODE_WORDS[mode]}.", f"a .{s.name}", f"d .{d.name}",
                     f"cvt.{mode}.{d.name}.{s.name} d, a;", values,
                     lambda a, d=d, s=s, m=mode: to_format(d, s, a, m))
                if d is F16:
                    case(row, f"{mode}_sat", "With .sat the result is clamped to [0, 1]; a NaN becomes +0.0.",
                         f"a .{s.name}", f"d .{d.name}", f"cvt.{mode}.sat.{d.name}.{s.name} d, a;", values,
                         lambda a, d=d, s=s, m=mode: to_format(d, s, a, m, sat=True))
                if s is F32:
                    what = "Subnormal singles are zeros with .ftz." if d is BF16 else \
                        "With .ftz nothing changes: subnormal singles round as ever."
                    case(row, f"{mode}_ftz", what, f"a .{s.name}", f"d .{d.name}",
                         f"cvt.{mode}.ftz.{d.name}.{s.name} d, a;",
                         values + [(x | y,) for x in (0x00400000, 0x007FFFFF, 0x00800000) for y in (0, F32.sign)],
                         lambda a, d=d, s=s, m=mode: to_format(d, s, a, m, ftz=d is BF16))
    for d in (F16, BF16):
        values = wide_values(F32, d)
        for mode in ("rn", "rz"):
            for suffix in (".relu", ".satfinite", ".relu.satfinite", ".satfinite.relu"):
                case(f"cvt.{d.name}.from.f32", mode + suffix.replace(".", "_"),
                     ".relu makes what is negative +0.0, .satfinite what is infinite the largest number.", "a .f32",
                     f"d .{d.name}", f"cvt.{mode}{suffix}.{d.name}.f32 d, a;", values,
                     lambda a, d=d, m=mode, x=suffix: to_format(d, F32, a, m, clip="relu" in x, finite="fin" in x))
        pairs = [(a, b) for (a,), (b,) in zip(values, values[3:] + values[:3])]
        for mode in ("rn", "rz"):
            for suffix in ("", ".relu", ".satfinite", ".relu.satfinite"):
                case(f"cvt.{d.name}x2.from.f32", mode + suffix.replace(".", "_"),
                     "a goes to the upper half, b to the lower.",
                     "a .f32, b .f32", f"d .{d.name}x2", f"cvt.{mode}{suffix}.{d.name}x2.f32 d, a, b;", pairs,
                     lambda a, b, d=d, m=mode, x=suffix: sum(
                         to_format(d, F32, v, m, clip="relu" in x, finite="fin" in x) << shift
                         for v, shift in ((a, 16), (b, 0))))


def between_halves():
    for d, s in ((F16, BF16), (BF16, F16)):
        values = singles(s) + [(s.round(x),) for (b,) in wide_values(F32, d) if not F32.is_nan(b)
                               and not F32.is_infinite(b) for x in [F32.value(b)] if x]
        for mode in ("",) + MODES:
            case(f"cvt.{d.name}.from.{s.name}", mode or "values",
                 f"{s.name} to {d.name}, rounded {MODE_WORDS[mode or 'rn']}.", f"a .{s.name}", f"d .{d.name}",
                 f"cvt{'.' + mode if mode else ''}.{d.name}.{s.name} d, a;", values,
                 lambda a, d=d, s=s, m=mode: to_format(d, s, a, m or "rn"))
    for f in (F16, BF16):
        row = f"cvt.{f.name}.from.{f.name}"
        values = singles(f) + [(f.round(Fraction(k, 4) * (-1) ** k),) for k in range(1, 24)]
        for rounding in ("",) + INTEGRAL:
            def rounded(a, f=f, r=rounding):
                return to_integral(f, a, r) if r else f.canonical if f.is_nan(a) else a
            suffix = "." + rounding if rounding else ""
            case(row, rounding or "values", "Rounds to an integral number; zero keeps the sign of its source,\n"
                 "and every NaN is 0x7fff.", f"a .{f.name}", f"d .{f.name}", f"cvt{suffix}.{f.name}.{f.name} d, a;",
                 values, rounded)
            if f is F16:
                case(row, f"{rounding or 'values'}_sat", "With .sat clamped to [0, 1]; a NaN becomes +0.0.", "a .f16",
                     "d .f16", f"cvt{suffix}.sat.f16.f16 d, a;", values,
                     lambda a, g=rounded: saturated(F16, g(a)))


def to_floats():
    for s in (F16, BF16):
        for d in (F32, F64):
            row = f"cvt.{d.name}.from.{s.name}"
            keeps = s is BF16 and d is F32
            suffixes = ["", ".sat"] if s is F16 else [""] + ["." + m for m in MODES]
            suffixes += [".ftz", ".ftz.sat"] if row == "cvt.f32.from.f16" else []
            suffixes += [".ftz", ".rn.ftz"] if row == "cvt.f32.from.bf16" else []
            for x in suffixes:
                ftz = "ftz" in x and s is BF16
                comment = "Every value is exact" + (
                    "; with .ftz subnormal singles are zeros, and every NaN is 0x7fffffff." if ftz
                    else "; a NaN keeps its bits." if keeps
                    else "; every NaN is 0x7fffffff." if d is F32
                    else "; a NaN keeps sign and payload and becomes quiet.")
                case(row, x[1:].replace(".", "_") or "values", comment, f"a .{s.name}", f"d .{d.name}",
                     f"cvt{x}.{d.name}.{s.name} d, a;", singles(s),
                     lambda a, d=d, s=s, x=x, k=keeps and not ftz, z=ftz: a << 16 if k
                     else to_format(d, s, a, ftz=z, sat="sat" in x))


def integers():
    for f in (F16, BF16):
        values = singles(f) + [(f.round(Fraction(k, 4) * (-1) ** k),) for k in range(1, 24)]
        for d in INTEGERS:
            if f is BF16 and width(d) == 8:
                continue
            ends = [(f.round(Fraction(end) * Fraction(15 + k, 16), "rz"),) for end in (least(d), most(d)) if end
                    for k in range(3)]
            for r in INTEGRAL:
                case(f"cvt.int.from.{f.name}", f"{r}_{d}",
                     f"{r} to {d}; values beyond the range become its ends, NaN "
                     + ("the top bit alone." if width(d) == 64 else "zero."), f"a .{f.name}", f"d .{register(d)}",
                     f"cvt.{r}.{d}.{f.name} d, a;", values + ends,
                     lambda a, f=f, d=d, r=r: wrap(to_integer(f, a, d, r), register(d)))
        for s in INTEGERS:
            if f is BF16 and width(s) == 8:
                continue
            p = f.precision
            numbers = [0, 1, 2, 3, 5, 77, 100, 101, 102, 126, most(s), most(s) - 1, least(s), least(s) + 1]
            numbers += [65504, 65519, 65520, 65536, 131008]
            for k in range(p - 1, 66, 5):
                for middle in (1, 3):
                    numbers += [(1 << k) + ((middle << k) >> p) + o for o in (-1, 0, 1)]
            numbers += [(1 << 62) + (1 << 62 - p), (1 << 62) + (1 << 62 - p) + 1, (1 << 62) + (1 << 62 - p) - 1]
            numbers = [v for n in numbers for v in (n, -n) if least(s) <= v <= most(s)]
            for mode in MODES:
                case(f"cvt.{f.name}.from.int", f"{mode}_{s}", f"{s} to {f.name}, rounded {MODE_WORDS[mode]}.",
                     f"a .{register(s)}", f"d .{f.name}", f"cvt.{mode}.{f.name}.{s} d, a;", [(v,) for v in numbers],
                     lambda a, f=f, m=mode: from_integer(f, a, m))
    case("cvt.int.from.f16", "rzi_sat_s8", ".sat says what happens anyway.", "a .f16", "d .s16",
         "cvt.rzi.sat.s8.f16 d, a;", singles(F16), lambda a: wrap(to_integer(F16, a, "s8", "rzi"), "s16"))
    case("cvt.int.from.f16", "rni_u16_wide", "The result is extended to a wider register.", "a .f16", "d .b64",
         "cvt.rni.u16.f16 d, a;", singles(F16), lambda a: to_integer(F16, a, "u16", "rni"))
    case("cvt.f16.from.int", "rn_sat_s32", "With .sat the result is clamped to [0, 1].", "a .s32", "d .f16",
         "cvt.rn.sat.f16.s32 d, a;", [(v,) for v in (0, 1, 2, -1, 70000, -70000, 3, 100)],
         lambda a: from_integer(F16, a, "rn", True))
    case("cvt.f16.from.int", "rn_s8_wide", "The low 8 bits of a wider register are converted.", "a .b64", "d .f16",
         "cvt.rn.f16.s8 d, a;", [(v,) for v in (0, 1, 0x7F, 0x80, 0xFF, 0x100, 0x1FF, 0xFEDCBA9876543210)],
         lambda a: from_integer(F16, wrap(a, "s8"), "rn"))


def bytes_and_tf32():
    for d, t in ((E4M3, "e4m3x2"), (E5M2, "e5m2x2")):
        values = [v for (v,) in wide_values(F32, d)]
        pairs = [(a, b) for a, b in zip(values, values[5:] + values[:5])]
        middles = [F16.round(F32.value(v)) for v in values if v & F32.infinity != F32.infinity and F32.value(v)]
        words = packed([(v,) for v in edges(F16) + middles])
        for x in ("", ".relu"):
            name = x[1:] or "values"
            case("cvt.fp8.from.f32", f"{t}_{name}", "a goes to the upper byte, b to the lower;\n"
                 "what is too large becomes the largest number, and a NaN 0x7f.", "a .f32, b .f32", f"d .{t}",
                 f"cvt.rn.satfinite{x}.{t}.f32 d, a, b;", pairs,
                 lambda a, b, d=d, x=x: to_byte(d, F32, a, bool(x)) << 8 | to_byte(d, F32, b, bool(x)))
            case("cvt.fp8.from.f16x2", f"{t}_{name}", "Each half becomes a byte;\n"
                 "what is too large becomes the largest number, and a NaN 0x7f.", "a .f16x2", f"d .{t}",
                 f"cvt.rn.satfinite{x}.{t}.f16x2 d, a;", words,
                 lambda a, d=d, x=x: to_byte(d, F16, a >> 16, bool(x)) << 8 | to_byte(d, F16, a & 0xFFFF, bool(x)))
            case("cvt.f16x2.from.fp8", f"{t}_{name}", "Every byte is a half exactly; a NaN is 0x7fff.", f"a .{t}",
                 "d .f16x2", f"cvt.rn{x}.f16x2.{t} d, a;", [(k | (k * 37 + 11) % 256 << 8,) for k in range(256)],
                 lambda a, d=d, x=x: from_byte(d, a >> 8, bool(x)) << 16 | from_byte(d, a & 0xFF, bool(x)))
    values = wide_values(F32, TF32, 32)
    values += [(v | s,) for v in (0x7F7FE000, 0x7F7FEFFF, 0x7F7FF000, 0x7F7FFFFF, 0x7FFFFFFF, 0x7F802000, 0x00000FFF,
                                  0x00001000, 0x00001001, 0x00002FFF, 0x3F801000, 0x3F803000) for s in (0, F32.sign)]
    for mode in ("rn", "rz"):
        for x in ("", ".relu"):
            case("cvt.tf32.from.f32", mode + x.replace(".", "_"),
                 "The 13 lowest bits are rounded off; a NaN is 0x7fffe000.",
                 "a .f32", "d .tf32", f"cvt.{mode}{x}.tf32.f32 d, a;", values,
                 lambda a, m=mode, x=x: to_tf32(a, m, bool(x)))
    for x in ("", ".satfinite"):
        case("cvt.rna.tf32.from.f32", "rna" + x.replace(".", "_"),
             "The 13 lowest bits are rounded off, halves away from zero.", "a .f32", "d .tf32",
             f"cvt.rna{x}.tf32.f32 d, a;", values, lambda a, x=x: to_tf32_away(a, bool(x)))


def write():
    from_floats()
    between_halves()
    to_floats()
    integers()
    bytes_and_tf32()

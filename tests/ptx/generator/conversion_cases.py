"""Cases of cvt and cvt.pack."""

from fractions import Fraction

from .case_files import (F32, F64, FORMATS, Format, case, clamp, edges, f32, f64, integral, is_signed, least, most,
                         unsigned, width, wrap)

INTEGERS = ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"]
QUIET = {"f32": 0x7fc00000, "f64": 0x7ff8000000000000}
NAN_RULE = {
    "f32": "Every NaN becomes the same one.",
    "f64": "NaN keeps its sign and payload and becomes quiet.",
}


def nans(t):
    """Quiet and signalling ones of both signs, with payloads at both ends."""
    form = FORMATS[t]
    payloads = [QUIET[t], QUIET[t] | 5, QUIET[t] | 1 << (form.digits - 4), form.infinity | 1,
                form.infinity | 1 << (form.digits - 3), form.infinity | 1 << (form.digits - 3) | 1]
    return [p | s for p in payloads for s in (0, form.sign)]


def quiet(a, form):
    return a | 1 << (form.digits - 2)


def register(t):
    """The least register that holds the type: those of 8 bits do not exist."""
    return {"u8": "u16", "s8": "s16"}.get(t, t)


def integer_values(t):
    """Edges of this type and of the narrower ones, in a register with rubbish above."""
    values = [0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769, 65535, 65536]
    values += [0x7fffffff, 0x80000000, -0x80000001, 0xffffffff, 1 << 32, most(t), least(t), 0x12345678fedcba98]
    return [wrap(v, register(t)) for v in values]


def between_integers():
    for s in INTEGERS:
        for d in INTEGERS:
            rs, rd = register(s), register(d)
            case("cvt.int.from.int", f"cvt_{d}_{s}", f"cvt to {d} keeps the low bits of the {s} value.",
                 f"a .{rs}", f"d .{rd}", f"cvt.{d}.{s} d, a;", integer_values(s),
                 lambda a, s=s, d=d: wrap(wrap(a, s), d))
            if least(s) < least(d) or most(s) > most(d):
                case("cvt.int.from.int", f"cvt_sat_{d}_{s}", f"With .sat the {s} value is clamped to the range of {d}.",
                     f"a .{rs}", f"d .{rd}", f"cvt.sat.{d}.{s} d, a;", integer_values(s),
                     lambda a, s=s, d=d: clamp(wrap(a, s), d))
    for s, d, rs, rd in (("s8", "s8", "b32", "b32"), ("u8", "u8", "b32", "b64"), ("s16", "s32", "b64", "b64"),
                         ("u16", "s16", "b64", "b32"), ("s8", "u16", "b32", "b64"), ("s32", "s8", "b64", "b64"),
                         ("s64", "s16", "b64", "b64"), ("u32", "u64", "b64", "b64"), ("s32", "s16", "b32", "b64"),
                         ("u64", "s32", "b64", "b64")):
        case("cvt.int.from.int", f"cvt_{d}_{s}_wide_registers",
             f"Registers wider than the types: the {s} value is the low part of a, and the {d} result is extended.",
             f"a .{rs}", f"d .{rd}", f"cvt.{d}.{s} d, a;",
             [unsigned(v, width(rs)) for v in integer_values("s64")],
             lambda a, s=s, d=d, rd=rd: unsigned(wrap(wrap(a, s), d), width(rd)))
    case("cvt.int.from.int", "cvt_sat_s8_s32_wide_registers", "A clamped result is extended to its register as well.",
         "a .b64", "d .b64", "cvt.sat.s8.s32 d, a;", [unsigned(v, 64) for v in integer_values("s64")],
         lambda a: unsigned(clamp(wrap(a, "s32"), "s8"), 64))


def float_values(t):
    """Bits of numbers around halves, around the ends of the integer types, and the special ones."""
    number, form = (f32, F32) if t == "f32" else (f64, F64)
    values = [0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.75, -0.75, 1e-20, -1e-20]
    return [number(v) for v in values] + [1, 1 | form.sign, form.infinity, form.infinity | form.sign, QUIET[t],
                                          QUIET[t] | form.sign]


def around(t, d):
    """Bits of numbers near the ends of integer type d."""
    form = FORMATS[t]
    result = []
    for end in (least(d), most(d)):
        for offset in (Fraction(-1), Fraction(-1, 2), Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)):
            result.append(form.encode(end + offset, "rz"))
    return result


def to_integer(a, t, d, rounding, ftz=False):
    form = FORMATS[t]
    if form.is_nan(a):
        # PTX ISA, "cvt": zero, unless the source is .f64 or the destination has 64 bits.
        return wrap(1 << (width(d) - 1), d) if t == "f64" or width(d) == 64 else 0
    if form.is_infinite(a):
        return least(d) if form.negative(a) else most(d)
    return clamp(int(integral(form.value(form.flush(a) if ftz else a), rounding)), d)


def float_to_integer():
    for t in ("f32", "f64"):
        for d in INTEGERS:
            for rounding in ("rni", "rzi", "rmi", "rpi"):
                case(f"cvt.int.from.{t}", f"cvt_{rounding}_{d}_{t}",
                     f"{rounding} to {d}; values beyond the range become its ends.", f"a .{t}", f"d .{register(d)}",
                     f"cvt.{rounding}.{d}.{t} d, a;", float_values(t) + around(t, d),
                     lambda a, t=t, d=d, rounding=rounding: wrap(to_integer(a, t, d, rounding), d))
        case(f"cvt.int.from.{t}", f"cvt_rzi_s16_{t}_wide_register", "The result is extended to a wider register.",
             f"a .{t}", "d .b64", f"cvt.rzi.s16.{t} d, a;", float_values(t) + around(t, "s16"),
             lambda a, t=t: unsigned(to_integer(a, t, "s16", "rzi"), 64))
        case(f"cvt.int.from.{t}", f"cvt_rzi_u32_{t}_wide_register", "The result is extended to a wider register.",
             f"a .{t}", "d .b64", f"cvt.rzi.u32.{t} d, a;", float_values(t) + around(t, "u32"),
             lambda a, t=t: unsigned(to_integer(a, t, "u32", "rzi"), 64))
        case(f"cvt.int.from.{t}", f"cvt_rni_sat_s8_{t}", ".sat says what happens anyway.", f"a .{t}", "d .s16",
             f"cvt.rni.sat.s8.{t} d, a;", float_values(t)[:16] + around(t, "s8"),
             lambda a, t=t: wrap(to_integer(a, t, "s8", "rni"), "s8"))
    for rounding in ("rmi", "rpi"):
        case("cvt.int.from.f32", f"cvt_{rounding}_ftz_s32_f32", "With .ftz a subnormal is zero before it is rounded.",
             "a .f32", "d .s32", f"cvt.{rounding}.ftz.s32.f32 d, a;",
             float_values("f32") + [0x007fffff, 0x807fffff, 0x00800000, 0x80800000],
             lambda a, rounding=rounding: wrap(to_integer(a, "f32", "s32", rounding, True), "s32"))


def integer_to_float():
    for t in ("f32", "f64"):
        form = FORMATS[t]
        digits = form.digits
        for s in INTEGERS:
            values = integer_values(s)
            for shift in (0, 1, width(s) - digits - 2):
                if 0 <= shift and digits + 2 + shift <= width(s):
                    # Just below, at and above the middle between two neighbours.
                    values += [v for k in (1, 3) for v in ((1 << digits + shift) + k * (1 << shift) // 2 + o
                                                           for o in (-1, 0, 1))]
            values += [-v for v in values if is_signed(s)]
            values = [wrap(v, register(s)) for v in values if v >= least(register(s))]
            for rounding in ("rn", "rz", "rm", "rp"):
                case(f"cvt.{t}.from.int", f"cvt_{rounding}_{t}_{s}", f"{s} to {t}, rounded with .{rounding}.",
                     f"a .{register(s)}", f"d .{t}", f"cvt.{rounding}.{t}.{s} d, a;", values,
                     lambda a, s=s, rounding=rounding, form=form: form.encode(Fraction(wrap(a, s)), rounding))
        case(f"cvt.{t}.from.int", f"cvt_rn_sat_{t}_s32", "With .sat the result is clamped to 0 .. 1.",
             "a .s32", f"d .{t}", f"cvt.rn.sat.{t}.s32 d, a;", edges("s32"),
             lambda a, form=form: form.encode(Fraction(max(0, min(1, a))), "rn"))
        case(f"cvt.{t}.from.int", f"cvt_rn_{t}_s8_wide_register", "The low 8 bits of a wider register are converted.",
             "a .b64", f"d .{t}", f"cvt.rn.{t}.s8 d, a;", [unsigned(v, 64) for v in integer_values("s64")],
             lambda a, form=form: form.encode(Fraction(wrap(a, "s8")), "rn"))


def saturated(a, form):
    if form.is_nan(a) or form.negative(a):
        return 0
    one = form.encode(Fraction(1), "rn")
    return min(a, one)


def same_type():
    for t in ("f32", "f64"):
        form = FORMATS[t]
        number = f32 if t == "f32" else f64
        values = float_values(t)[:16] + [number(v) for v in (0.9999, -0.9999, 3.5, 1e10, -1e10, 8388607.5, 4194303.5)]

        def rounded(a, rounding, form=form, ftz=False):
            if form.is_infinite(a):
                return a
            if ftz:
                a = form.flush(a)
            return form.encode(Fraction(integral(form.value(a), rounding)), "rn", form.negative(a))

        for rounding in ("rni", "rzi", "rmi", "rpi"):
            case(f"cvt.{t}.from.{t}", f"cvt_{rounding}_{t}_{t}",
                 f"{rounding} rounds to an integral number; zero keeps the sign of its source.",
                 f"a .{t}", f"d .{t}", f"cvt.{rounding}.{t}.{t} d, a;", values,
                 lambda a, rounding=rounding, rounded=rounded: rounded(a, rounding))
        case(f"cvt.{t}.from.{t}", f"cvt_sat_{t}_{t}", ".sat clamps to 0 .. 1; NaN and -0.0 become +0.0.",
             f"a .{t}", f"d .{t}", f"cvt.sat.{t}.{t} d, a;",
             values + [QUIET[t], QUIET[t] | form.sign], lambda a, form=form: saturated(a, form))
        for rounding in ("rni", "rpi"):
            case(f"cvt.{t}.from.{t}", f"cvt_{rounding}_nan_{t}_{t}", NAN_RULE[t], f"a .{t}", f"d .{t}",
                 f"cvt.{rounding}.{t}.{t} d, a;", nans(t), lambda a, t=t: 0x7fffffff if t == "f32" else quiet(a, F64))
    case("cvt.f32.from.f32", "cvt_ftz_f32_f32", ".ftz alone: subnormals become zero and keep their sign.",
         "a .f32", "d .f32", "cvt.ftz.f32.f32 d, a;",
         float_values("f32")[:16] + [0x007fffff, 0x807fffff, 0x00800000, 0x80800000], F32.flush)
    case("cvt.f32.from.f32", "cvt_rpi_ftz_f32_f32", "A subnormal is zero before it is rounded upwards.",
         "a .f32", "d .f32", "cvt.rpi.ftz.f32.f32 d, a;", float_values("f32")[:14] + [0x007fffff, 0x00800000],
         lambda a: F32.encode(Fraction(integral(F32.value(F32.flush(a)), "rpi")), "rn", F32.negative(a)))


def rounded_freely(v, rounding):
    """The magnitude of v as a single whose exponent had no least value: by it .ftz decides what to flush."""
    free = Format(36, 24)
    return abs(free.value(free.encode(v, rounding)))


def between_floats():
    values = float_values("f32")[:16] + [0x007fffff, 0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, f32(0.1),
                                         f32(1.0), f32(3.0)]

    def widen(a, ftz=False):
        if F32.is_infinite(a):
            return F64.infinity | (F64.sign if F32.negative(a) else 0)
        return F64.encode(F32.value(F32.flush(a) if ftz else a), "rn", F32.negative(a))

    case("cvt.f64.from.f32", "cvt_f64_f32", "Every single is a double, the subnormal ones normal.",
         "a .f32", "d .f64", "cvt.f64.f32 d, a;", values, widen)
    case("cvt.f64.from.f32", "cvt_ftz_f64_f32", "With .ftz a subnormal single is zero.", "a .f32", "d .f64",
         "cvt.ftz.f64.f32 d, a;", values, lambda a: widen(a, True))
    case("cvt.f64.from.f32", "cvt_sat_f64_f32", ".sat clamps to 0 .. 1; NaN becomes +0.0.", "a .f32", "d .f64",
         "cvt.sat.f64.f32 d, a;", values + [QUIET["f32"], QUIET["f32"] | F32.sign],
         lambda a: saturated(a if F32.is_nan(a) and False else (QUIET["f64"] if F32.is_nan(a) else widen(a)), F64))
    def widened_nan(a):
        return quiet((a & F32.sign) << 32 | F64.infinity | (a & 0x7fffff) << 29, F64)

    case("cvt.f64.from.f32", "cvt_nan_f64_f32", NAN_RULE["f64"], "a .f32", "d .f64", "cvt.f64.f32 d, a;",
         nans("f32"), widened_nan)
    case("cvt.f64.from.f32", "cvt_nan_ftz_f64_f32", "With .ftz every NaN becomes the same one, as in single precision.",
         "a .f32", "d .f64", "cvt.ftz.f64.f32 d, a;", nans("f32"), lambda a: widened_nan(0x7fffffff))

    unit = 1 << 29  # one unit in the last place of a single, in units of a double
    base = f64(1.0)
    doubles = [base + k for k in (0, 1, unit // 2 - 1, unit // 2, unit // 2 + 1, unit - 1, unit, 3 * unit // 2)]
    doubles += [f64(v) for v in (0.0, -0.0, 0.1, -0.1, 1e39, -1e39, 3.4028235677973366e38, 1e-40, -1e-40, 1e-46, -1e-46,
                                 7.006492321624085e-46)]
    doubles += [F64.infinity, 0x380fffffffffffff, 1, 1 | F64.sign]
    # Just below the least normal single, on both sides of halves of its 25th and 24th bit.
    doubles += [F64.encode(sign * (Fraction(2) ** -126 - k * Fraction(2) ** -152), "rn") for sign in (1, -1)
                for k in (2, 3, 6, 9)]

    def narrow(a, rounding, ftz=False):
        if F64.is_infinite(a):
            return F32.infinity | (F32.sign if F64.negative(a) else 0)
        d = F32.encode(F64.value(a), rounding, F64.negative(a))
        if d == 0 and F64.negative(a):
            d = F32.sign
        if ftz and rounded_freely(F64.value(a), rounding) < Fraction(2) ** -126:
            return d & F32.sign
        return d

    for rounding in ("rn", "rz", "rm", "rp"):
        case("cvt.f32.from.f64", f"cvt_{rounding}_f32_f64", f"Halfway cases, overflow and underflow with .{rounding}.",
             "a .f64", "d .f32", f"cvt.{rounding}.f32.f64 d, a;", doubles,
             lambda a, rounding=rounding: narrow(a, rounding))
        case("cvt.f32.from.f64", f"cvt_{rounding}_ftz_f32_f64",
             "With .ftz a result that would be subnormal becomes zero and keeps its sign.\n"
             "What counts is the value rounded to 24 digits, as if exponents had no least value.", "a .f64", "d .f32",
             f"cvt.{rounding}.ftz.f32.f64 d, a;", doubles, lambda a, rounding=rounding: narrow(a, rounding, True))
    case("cvt.f32.from.f64", "cvt_rn_sat_f32_f64", ".sat clamps to 0 .. 1; NaN becomes +0.0.", "a .f64", "d .f32",
         "cvt.rn.sat.f32.f64 d, a;", doubles + [QUIET["f64"], QUIET["f64"] | F64.sign],
         lambda a: saturated(QUIET["f32"] if F64.is_nan(a) else narrow(a, "rn"), F32))
    for suffix in ("rn", "rz", "rm.ftz"):
        case("cvt.f32.from.f64", f"cvt_nan_{suffix.replace('.', '_')}_f32_f64",
             "NaN keeps its sign and the top of its payload and becomes quiet.", "a .f64", "d .f32",
             f"cvt.{suffix}.f32.f64 d, a;", nans("f64"),
             lambda a: quiet((a >> 32) & F32.sign | F32.infinity | a >> 29 & 0x7fffff, F32))


def packing():
    words = [0, 1, -1, 2, 3, -2, -3, 7, 8, -8, -9, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769, 65535,
             65536, 0x7fffffff, -0x80000000]
    values = [(a, words[(i * 7 + 3) % len(words)]) for i, a in enumerate(words)]
    for d in ("u16", "s16"):
        case("cvt.pack.16", f"cvt_pack_{d}", "a and b, clamped, go into the high and the low half.",
             "a .s32, b .s32", "d .b32", f"cvt.pack.sat.{d}.s32 d, a, b;", values,
             lambda a, b, d=d: unsigned(clamp(a, d), 16) << 16 | unsigned(clamp(b, d), 16))
    for d in ("u8", "s8", "u4", "s4", "u2", "s2"):
        n = width(d)
        row = "cvt.pack.8" if n == 8 else f"cvt.pack.{d}"
        case(row, f"cvt_pack_{d}", f"a and b, clamped to {n} bits, go below the low bits of c.",
             "a .s32, b .s32, c .b32", "d .b32", f"cvt.pack.sat.{d}.s32.b32 d, a, b, c;",
             [v + ((0, 0x12345678, 0xffffffff)[i % 3],) for i, v in enumerate(values)],
             lambda a, b, c, d=d, n=n: unsigned(
                 c << 2 * n | unsigned(clamp(a, d), n) << n | unsigned(clamp(b, d), n), 32),
             target="sm_75" if n < 8 else None)


def write():
    between_integers()
    float_to_integer()
    integer_to_float()
    same_type()
    between_floats()
    packing()

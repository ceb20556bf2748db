"""Cases of set and setp of half values, and of set with a half as its result."""

from .float_oracle import F32
from .half_operands import TYPES, case, packed, sampled
from .half_oracle import F16, compare, halves

COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"]
TRUE = {"f16": 0x3C00, "bf16": 0x3F80, "f16x2": 0x3C003C00, "bf16x2": 0x3F803F80, "u16": 0xFFFF, "s16": -1,
        "u32": 0xFFFFFFFF, "s32": -1}
COMBINE = {"and": lambda t, c: t and c, "or": lambda t, c: t or c, "xor": lambda t, c: t != c}


def outcomes(c, f, is_pair, a, b, ftz=False):
    """One outcome, or those of the low and the high halves."""
    if not is_pair:
        return (compare(c, f, a, b, ftz),)
    return tuple(compare(c, f, x, y, ftz) for x, y in zip(halves(a), halves(b)))


def operands(t, name, count=40):
    f, is_pair = TYPES[t]
    tuples = sampled(f, 2, count, name) + [(v, v) for v in (0, f.exact(1), f.infinity, 0x7FFF)] + [(0, f.sign)]
    return packed(tuples) if is_pair else tuples


def setp():
    for t, (f, is_pair) in TYPES.items():
        tuples = operands(t, "setp")
        given = f"a .{t}, b .{t}"
        for c in COMPARISONS:
            wanted = "p .pred, q .pred" if is_pair else "p .pred"
            case(f"setp.{t}", c, f"setp.{c}.{t}" + (": the low halves give p, the high ones q." if is_pair else "."),
                 given, wanted, f"setp.{c}.{t} {'p|q' if is_pair else 'p'}, a, b;", tuples,
                 lambda a, b, c=c, f=f, x=is_pair: outcomes(c, f, x, a, b))
            if f is F16:
                case(f"setp.{t}", f"{c}_ftz", "With .ftz, subnormal operands count as zeros.", given, wanted,
                     f"setp.{c}.ftz.{t} {'p|q' if is_pair else 'p'}, a, b;", tuples,
                     lambda a, b, c=c, f=f, x=is_pair: outcomes(c, f, x, a, b, True))
        if is_pair:
            case(f"setp.{t}", "low_only", "Without q only the low halves count.", given, "p .pred",
                 f"setp.lt.{t} p, a, b;", tuples,
                 lambda a, b, f=f: compare("lt", f, a & 0xFFFF, b & 0xFFFF))
        for name, g in COMBINE.items():
            for negated in ("", "!"):
                case(f"setp.bool.{t}", name + ("_not" if negated else ""),
                     f"The outcome of the comparison {name} {'not ' if negated else ''}c.", given + ", c .pred", wanted,
                     f"setp.ltu.{name}.{t} {'p|q' if is_pair else 'p'}, a, b, {negated}c;",
                     [v + (c,) for v in tuples for c in (0, 1)],
                     lambda a, b, c, f=f, x=is_pair, g=g, n=bool(negated): tuple(
                         g(t, bool(c) != n) for t in outcomes("ltu", f, x, a, b)))


def set_values():
    for t, (f, is_pair) in TYPES.items():
        tuples = operands(t, "set")
        results = (t, "u32", "s32") if is_pair else ("bf16", "u16", "s16", "u32", "s32")
        results += ("f16",) if t == "f16" else ()

        def value(d, is_true, x=is_pair):
            if not x:
                return TRUE[d] if is_true[0] else 0
            return sum(TRUE[d] & 0xFFFF << 16 * k for k in (0, 1) if is_true[k])

        for d in results:
            for c in ("eq", "ltu", "nan") if d not in ("u16", "s32") else ("ge",):
                case(f"set.{t}", f"{c}_{d}", f"set to {d}: all ones or 1.0 for true"
                     + (", in each half." if is_pair else "."),
                     f"a .{t}, b .{t}", f"d .{d}", f"set.{c}.{d}.{t} d, a, b;", tuples,
                     lambda a, b, c=c, d=d, f=f, x=is_pair: value(d, outcomes(c, f, x, a, b)))
            for name, g in COMBINE.items():
                case(f"set.bool.{t}", f"{name}_{d}", f"set of the comparison {name} c.", f"a .{t}, b .{t}, c .pred",
                     f"d .{d}", f"set.gt.{name}.{d}.{t} d, a, b, c;", [v + (c,) for v in tuples[:24] for c in (0, 1)],
                     lambda a, b, c, d=d, f=f, x=is_pair, g=g: value(d, [g(t, bool(c)) for t in
                                                                         outcomes("gt", f, x, a, b)]))
        if f is F16:
            case(f"set.{t}", "ftz", "With .ftz, subnormal operands count as zeros.", f"a .{t}, b .{t}", f"d .{t}",
                 f"set.eq.ftz.{t}.{t} d, a, b;", tuples,
                 lambda a, b, f=f, x=is_pair, t=t: value(t, outcomes("eq", f, x, a, b, True)))


def half_results_of_other_types():
    numbers = [0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0x7FC00000, 0x40000000, 0x00000001]
    pairs = [(a, numbers[(k * 3 + j) % 8]) for k, a in enumerate(numbers) for j in range(3)]
    for d in ("f16", "bf16"):
        case("set.int", f"lt_{d}_s32", f"A {d} result is 1.0 for true.", "a .s32, b .s32", f"d .{d}",
             f"set.lt.{d}.s32 d, a, b;", [(a, b) for a in (-3, 0, 7) for b in (-9, -3, 0, 7)],
             lambda a, b, d=d: TRUE[d] if a < b else 0)
        case("set.f32", f"ge_{d}_f32", f"A {d} result is 1.0 for true.", "a .f32, b .f32", f"d .{d}",
             f"set.ge.{d}.f32 d, a, b;", pairs,
             lambda a, b, d=d: TRUE[d] if compare("ge", F32, a, b) else 0)


def write():
    setp()
    set_values()
    half_results_of_other_types()

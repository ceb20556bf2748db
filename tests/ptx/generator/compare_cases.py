"""Cases of comparison and selection."""

import itertools

from .case_files import F32, F64, FORMATS, WORDS, case, f32, f64, is_signed, pairs

QUIET = {"f32": 0x7fc00000, "f64": 0x7ff8000000000000}
INTEGERS = WORDS + ["u16", "u32", "u64", "s16", "s32", "s64"]

ORDERED = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
}
UNSIGNED = {"lo": ORDERED["lt"], "ls": ORDERED["le"], "hi": ORDERED["gt"], "hs": ORDERED["ge"]}


def comparisons(t):
    if t[0] == "b":
        return {k: ORDERED[k] for k in ("eq", "ne")}
    return {**ORDERED, **({} if is_signed(t) else UNSIGNED)}


def float_comparisons():
    """On exact values; None stands for NaN."""
    table = {k: (lambda a, b, f=f: None not in (a, b) and f(a, b)) for k, f in ORDERED.items()}
    table.update({k + "u": (lambda a, b, f=f: None in (a, b) or f(a, b)) for k, f in ORDERED.items()})
    table["num"] = lambda a, b: None not in (a, b)
    table["nan"] = lambda a, b: None in (a, b)
    return table


def exact(b, t, ftz=False):
    form = FORMATS[t]
    if form.is_nan(b):
        return None
    if form.is_infinite(b):
        return float("-inf") if form.negative(b) else float("inf")
    return form.value(form.flush(b) if ftz else b)


def float_edges(t):
    number, form = (f32, F32) if t == "f32" else (f64, F64)
    return [number(0.0), number(-0.0), number(1.0), number(-1.0), number(1.5), form.infinity,
            form.infinity | form.sign, QUIET[t], QUIET[t] | form.sign, 1, 1 | form.sign, 2]


def float_pairs(t):
    e = float_edges(t)
    return [(a, b) for a, b in zip(e, e)] + [(e[i % 12], e[(i * 5 + 1) % 12]) for i in range(12)] + [
        (e[0], e[1]), (e[0], e[9]), (e[10], e[1]), (e[9], e[11]), (e[5], e[6]), (e[2], e[7])]


BOOLEAN = {"and": lambda t, c: t and c, "or": lambda t, c: t or c, "xor": lambda t, c: t != c}


def setp():
    for t in INTEGERS:
        for cmp, f in comparisons(t).items():
            case("setp.int", f"setp_{cmp}_{t}", f"{cmp} on {t}, and its complement in the second predicate.",
                 f"a .{t}, b .{t}", "p .pred, q .pred", f"setp.{cmp}.{t} p|q, a, b;", pairs(t, 12),
                 lambda a, b, f=f: (f(a, b), not f(a, b)))
    for t in ("f32", "f64"):
        for cmp, f in float_comparisons().items():
            case(f"setp.{t}", f"setp_{cmp}_{t}", f"{cmp} on {t}, NaN and signed zeros included.",
                 f"a .{t}, b .{t}", "p .pred", f"setp.{cmp}.{t} p, a, b;", float_pairs(t),
                 lambda a, b, f=f, t=t: f(exact(a, t), exact(b, t)))
    for cmp in ("eq", "lt", "geu"):
        f = float_comparisons()[cmp]
        case("setp.f32", f"setp_{cmp}_ftz_f32", "With .ftz, subnormal inputs compare as zero.",
             "a .f32, b .f32", "p .pred, q .pred", f"setp.{cmp}.ftz.f32 p|q, a, b;", float_pairs("f32"),
             lambda a, b, f=f: (f(exact(a, "f32", True), exact(b, "f32", True)),
                                not f(exact(a, "f32", True), exact(b, "f32", True))))
    case("setp.int", "setp_immediate", "A negative immediate on the right.", "a .s32", "p .pred",
         "setp.gt.s32 p, a, -1;", [v for v, _ in pairs("s32")], lambda a: a > -1)
    case("setp.int", "setp_sink", "The first predicate may go nowhere.", "a .u32, b .u32", "q .pred",
         "setp.lt.u32 _|q, a, b;", pairs("u32"), lambda a, b: not a < b)


def setp_bool():
    for (op, g), negated in itertools.product(BOOLEAN.items(), (False, True)):
        mark, name = ("!", "_not") if negated else ("", "")
        comment = f"p = t {op} {mark}c and q = !t {op} {mark}c, where t is the comparison."
        for t, cmp in (("s32", "lt"), ("u64", "hs"), ("b16", "eq")):
            f = comparisons(t)[cmp]
            case("setp.bool.int", f"setp_{cmp}_{op}{name}_{t}", comment, f"a .{t}, b .{t}, c .pred",
                 "p .pred, q .pred", f"setp.{cmp}.{op}.{t} p|q, a, b, {mark}c;",
                 [v + (c,) for v in pairs(t, 10) for c in (0, 1)],
                 lambda a, b, c, f=f, g=g, n=negated: (g(f(a, b), bool(c) != n), g(not f(a, b), bool(c) != n)))
        for t, cmp in (("f32", "lt"), ("f32", "neu"), ("f64", "ge")):
            f = float_comparisons()[cmp]
            case(f"setp.bool.{t}", f"setp_{cmp}_{op}{name}_{t}", comment, f"a .{t}, b .{t}, c .pred",
                 "p .pred, q .pred", f"setp.{cmp}.{op}.{t} p|q, a, b, {mark}c;",
                 [v + (c,) for v in float_pairs(t)[:14] for c in (0, 1)],
                 lambda a, b, c, f=f, g=g, n=negated, t=t: (
                     g(f(exact(a, t), exact(b, t)), bool(c) != n),
                     g(not f(exact(a, t), exact(b, t)), bool(c) != n)))
    f = float_comparisons()["le"]
    case("setp.bool.f32", "setp_le_and_ftz_f32", "The combination comes before .ftz.", "a .f32, b .f32, c .pred",
         "p .pred", "setp.le.and.ftz.f32 p, a, b, c;", [v + (1,) for v in float_pairs("f32")],
         lambda a, b, c: f(exact(a, "f32", True), exact(b, "f32", True)) and bool(c))


def truth(d):
    return f32(1.0) if d == "f32" else -1 if d == "s32" else 0xffffffff


def set_values():
    for d in ("u32", "s32", "f32"):
        about = "1.0" if d == "f32" else "all ones"
        for t, cmp in (("s32", "lt"), ("u16", "hi"), ("u64", "ge"), ("b32", "ne")):
            f = comparisons(t)[cmp]
            case("set.int", f"set_{cmp}_{d}_{t}", f"set writes {about} for true.", f"a .{t}, b .{t}", f"d .{d}",
                 f"set.{cmp}.{d}.{t} d, a, b;", pairs(t, 16), lambda a, b, f=f, d=d: truth(d) if f(a, b) else 0)
        for t, cmp in (("f32", "gtu"), ("f64", "le"), ("f32", "nan"), ("f64", "ne")):
            f = float_comparisons()[cmp]
            case(f"set.{t}", f"set_{cmp}_{d}_{t}", f"set writes {about} for true.", f"a .{t}, b .{t}", f"d .{d}",
                 f"set.{cmp}.{d}.{t} d, a, b;", float_pairs(t),
                 lambda a, b, f=f, d=d, t=t: truth(d) if f(exact(a, t), exact(b, t)) else 0)
        for op, g in BOOLEAN.items():
            f = comparisons("s32")["le"]
            case("set.bool.int", f"set_le_{op}_{d}_s32", f"set of the comparison {op} !c.",
                 "a .s32, b .s32, c .pred", f"d .{d}", f"set.le.{op}.{d}.s32 d, a, b, !c;",
                 [v + (c,) for v in pairs("s32", 10) for c in (0, 1)],
                 lambda a, b, c, f=f, g=g, d=d: truth(d) if g(f(a, b), not c) else 0)
            for t in ("f32", "f64"):
                f = float_comparisons()["lt"]
                case(f"set.bool.{t}", f"set_lt_{op}_{d}_{t}", f"set of the comparison {op} c.",
                     f"a .{t}, b .{t}, c .pred", f"d .{d}", f"set.lt.{op}.{d}.{t} d, a, b, c;",
                     [v + (c,) for v in float_pairs(t)[:14] for c in (0, 1)],
                     lambda a, b, c, f=f, g=g, d=d, t=t: truth(d) if g(f(exact(a, t), exact(b, t)), bool(c)) else 0)
    f = float_comparisons()["eq"]
    case("set.f32", "set_eq_ftz_f32", "With .ftz, subnormal inputs compare as zero.", "a .f32, b .f32", "d .u32",
         "set.eq.ftz.u32.f32 d, a, b;", float_pairs("f32"),
         lambda a, b: 0xffffffff if f(exact(a, "f32", True), exact(b, "f32", True)) else 0)


def selection():
    for t in INTEGERS + ["f32", "f64"]:
        row = f"selp.{t}" if t[0] == "f" else "selp.int"
        values = float_pairs(t)[:16] if t[0] == "f" else pairs(t, 12)
        case(row, f"selp_{t}", "selp takes a where the predicate holds, else b, bits unchanged.",
             f"a .{t}, b .{t}, c .pred", f"d .{t}", f"selp.{t} d, a, b, c;", [v + (c,) for v in values for c in (0, 1)],
             lambda a, b, c: a if c else b)
    case("selp.int", "selp_immediate", "Constants chosen by a predicate.", "c .pred, a .u32", "d .s32",
         "selp.s32 d, 1, -1, c;\nadd.u32 d, d, a;", [(c, a) for c in (0, 1) for a in (0, 1, 5, 100)],
         lambda c, a: a + (1 if c else -1))
    for t in INTEGERS + ["f32", "f64"]:
        values = float_pairs(t)[:4] if t[0] == "f" else pairs(t, 4)
        signs = [0, 1, -1, 0x7fffffff, -0x80000000]
        case("slct.s32", f"slct_{t}_s32", "slct takes a where c is not negative.", f"a .{t}, b .{t}, c .s32",
             f"d .{t}", f"slct.{t}.s32 d, a, b, c;", [v + (c,) for v in values for c in signs],
             lambda a, b, c: a if c >= 0 else b)
    for t in ("b16", "u32", "s64", "f32", "f64"):
        values = float_pairs(t)[2:4] if t[0] == "f" else pairs(t)[7:9]
        for ftz in (False, True):
            case("slct.f32", f"slct_{t}_{'ftz_' if ftz else ''}f32",
                 "-0.0 is not less than zero, and NaN is not greater or equal"
                 + ("; with .ftz, subnormals are zero." if ftz else "."),
                 f"a .{t}, b .{t}, c .f32", f"d .{t}", f"slct{'.ftz' if ftz else ''}.{t}.f32 d, a, b, c;",
                 [v + (c,) for v in values for c in float_edges("f32") + [0x80000002]],
                 lambda a, b, c, ftz=ftz: a if exact(c, "f32", ftz) is not None and exact(c, "f32", ftz) >= 0 else b)


def write():
    setp()
    setp_bool()
    set_values()
    selection()

"""Cases of integer and extended-precision arithmetic."""

import itertools

from .case_files import (ARITHMETIC, case, clamp, edges, is_signed, least, most, pairs, signed, triples, unsigned,
                         width, wrap)

# ---- integer arithmetic


def quotient(a, b, t):
    """Toward zero; a division by zero gives all ones, as the processors do it."""
    if b == 0:
        return wrap(-1, t)
    q = abs(a) // abs(b)
    return wrap(-q if (a < 0) != (b < 0) else q, t)


def remainder(a, b, t):
    """All ones for a division by zero, as the processors do it."""
    return wrap(-1, t) if b == 0 else wrap(a - b * quotient(a, b, t), t)


def integer_binary():
    table = [
        ("add.int", "add", lambda a, b, t: wrap(a + b, t), "add wraps modulo 2^{n}."),
        ("sub.int", "sub", lambda a, b, t: wrap(a - b, t), "sub wraps modulo 2^{n}."),
        ("mul.lo.int", "mul.lo", lambda a, b, t: wrap(a * b, t),
         "mul.lo keeps the low {n} bits of the product."),
        ("mul.hi.int", "mul.hi", lambda a, b, t: wrap((a * b) >> width(t), t),
         "mul.hi keeps the high {n} bits of the product."),
        ("div.int", "div", quotient,
         "div rounds toward zero; division by zero gives all ones."),
        ("rem.int", "rem", remainder,
         "rem has the sign of the dividend; the remainder by zero is all ones."),
        ("min.int", "min", lambda a, b, t: min(a, b), "min compares as {t} values."),
        ("max.int", "max", lambda a, b, t: max(a, b), "max compares as {t} values."),
    ]
    for row, op, f, comment in table:
        for t in ARITHMETIC:
            values = pairs(t)
            if op in ("div", "rem"):
                values = values[:10] + [(most(t), 0), (1, 0), (least(t), 0), (least(t), -1), (100, 7)] + [
                    (a, b) for a, b in itertools.product((-100, -7, 7, 100), (7, -7, 3, -3))] + values[10:]
                if t[0] == "u":
                    values = [v for v in values if min(v) >= 0]
            case(row, f"{op.replace('.', '_')}_{t}", comment.format(n=width(t), t=t),
                 f"a .{t}, b .{t}", f"d .{t}", f"{op}.{t} d, a, b;", values,
                 lambda a, b, f=f, t=t: f(a, b, t))
    for t in ("s32", "u64"):
        case("add.int", f"add_{t}_immediate", "An immediate operand counts in every lane.",
             f"a .{t}", f"d .{t}", f"add.{t} d, a, 5;", edges(t), lambda a, t=t: wrap(a + 5, t))
    case("sub.int", "sub_s32_negative_immediate", "A negative immediate, subtracted.",
         "a .s32", "d .s32", "sub.s32 d, a, -7;", edges("s32"), lambda a: wrap(a + 7, "s32"))
    case("add.int", "add_u32_in_place", "The destination may be one of the sources.",
         "a .u32, b .u32", "d .u32", "add.u32 d, a, b;\nadd.u32 d, d, d;\nadd.u32 d, d, a;",
         pairs("u32"), lambda a, b: wrap(3 * a + 2 * b, "u32"))


def integer_saturated():
    t = "s32"
    case("add.sat.int", "add_sat_s32", "add.sat clamps to the range of .s32 instead of wrapping.",
         "a .s32, b .s32", "d .s32", "add.sat.s32 d, a, b;", pairs(t), lambda a, b: clamp(a + b, t))
    case("sub.sat.int", "sub_sat_s32", "sub.sat clamps to the range of .s32 instead of wrapping.",
         "a .s32, b .s32", "d .s32", "sub.sat.s32 d, a, b;", pairs(t), lambda a, b: clamp(a - b, t))
    case("mad.hi.sat.int", "mad_hi_sat_s32", "mad.hi.sat clamps the sum of the high half and c.",
         "a .s32, b .s32, c .s32", "d .s32", "mad.hi.sat.s32 d, a, b, c;",
         triples(t) + [(most(t), most(t), most(t)), (least(t), most(t), least(t))],
         lambda a, b, c: clamp(((a * b) >> 32) + c, t))


def integer_wide():
    for t in ("u16", "s16", "u32", "s32"):
        w = t[0] + str(2 * width(t))
        case("mul.wide.int", f"mul_wide_{t}", "mul.wide gives the whole product, twice as wide.",
             f"a .{t}, b .{t}", f"d .{w}", f"mul.wide.{t} d, a, b;", pairs(t), lambda a, b: a * b)
        values = [(a, b, edges(w)[i % len(edges(w))]) for i, (a, b) in enumerate(pairs(t))]
        case("mad.wide.int", f"mad_wide_{t}", "mad.wide adds to the whole product; the sum wraps.",
             f"a .{t}, b .{t}, c .{w}", f"d .{w}", f"mad.wide.{t} d, a, b, c;", values,
             lambda a, b, c, w=w: wrap(a * b + c, w))
    case("mul.wide.int", "mul_wide_s32_immediate", "An index times an element size: the usual address.",
         "a .s32", "d .s64", "mul.wide.s32 d, a, 4;", edges("s32"), lambda a: a * 4)


def integer_ternary():
    for t in ARITHMETIC:
        n = width(t)
        three = f"a .{t}, b .{t}, c .{t}"
        case("mad.lo.int", f"mad_lo_{t}", "mad.lo adds to the low half of the product; all of it wraps.",
             three, f"d .{t}", f"mad.lo.{t} d, a, b, c;", triples(t),
             lambda a, b, c, t=t: wrap(a * b + c, t))
        case("mad.hi.int", f"mad_hi_{t}", "mad.hi adds to the high half of the product; the sum wraps.",
             three, f"d .{t}", f"mad.hi.{t} d, a, b, c;", triples(t),
             lambda a, b, c, t=t, n=n: wrap(((a * b) >> n) + c, t))
        case("sad", f"sad_{t}", "sad adds the distance of a and b, taken without overflow.",
             three, f"d .{t}", f"sad.{t} d, a, b, c;", triples(t),
             lambda a, b, c, t=t: wrap(abs(a - b) + c, t))


def integer_24():
    for t in ("u32", "s32"):
        low = (lambda v: signed(v, 24)) if is_signed(t) else (lambda v: unsigned(v, 24))
        values = pairs(t) + [(0x7fffff, 0x7fffff), (0x800000, 0x800000), (0xffffff, 0xffffff),
                             (0xff000002, 3), (0x123456, 0x654321)]
        threes = [(a, b, edges(t)[i % 16 % len(edges(t))]) for i, (a, b) in enumerate(values)]
        about = "; bits 31..24 of the factors do not count."
        case("mul24.lo", f"mul24_lo_{t}", "mul24.lo keeps bits 31..0 of the 48-bit product" + about,
             f"a .{t}, b .{t}", f"d .{t}", f"mul24.lo.{t} d, a, b;", values,
             lambda a, b, low=low, t=t: wrap(low(a) * low(b), t))
        case("mul24.hi", f"mul24_hi_{t}", "mul24.hi keeps bits 47..16 of the 48-bit product" + about,
             f"a .{t}, b .{t}", f"d .{t}", f"mul24.hi.{t} d, a, b;", values,
             lambda a, b, low=low, t=t: wrap((low(a) * low(b)) >> 16, t))
        case("mad24.lo", f"mad24_lo_{t}", "mad24.lo adds to bits 31..0 of the 48-bit product" + about,
             f"a .{t}, b .{t}, c .{t}", f"d .{t}", f"mad24.lo.{t} d, a, b, c;", threes,
             lambda a, b, c, low=low, t=t: wrap(low(a) * low(b) + c, t))
        case("mad24.hi", f"mad24_hi_{t}", "mad24.hi adds to bits 47..16 of the 48-bit product" + about,
             f"a .{t}, b .{t}, c .{t}", f"d .{t}", f"mad24.hi.{t} d, a, b, c;", threes,
             lambda a, b, c, low=low, t=t: wrap(((low(a) * low(b)) >> 16) + c, t))
    case("mad24.hi.sat", "mad24_hi_sat_s32", "mad24.hi.sat clamps the sum to the range of .s32.",
         "a .s32, b .s32, c .s32", "d .s32", "mad24.hi.sat.s32 d, a, b, c;",
         [(0x7fffff, 0x7fffff, most("s32")), (0x800000, 0x7fffff, least("s32"))] + triples("s32"),
         lambda a, b, c: clamp(((signed(a, 24) * signed(b, 24)) >> 16) + c, "s32"))


def integer_unary():
    for t in ("s16", "s32", "s64"):
        case("abs.int", f"abs_{t}", "abs leaves the least value as it is: its magnitude does not fit.",
             f"a .{t}", f"d .{t}", f"abs.{t} d, a;", edges(t), lambda a, t=t: wrap(abs(a), t))
        case("neg.int", f"neg_{t}", "neg leaves the least value as it is: its negative does not fit.",
             f"a .{t}", f"d .{t}", f"neg.{t} d, a;", edges(t), lambda a, t=t: wrap(-a, t))


def halves(v, t):
    read = signed if t[0] == "s" else unsigned
    return [read(v, 16), read(v >> 16, 16)]


def integer_pairs():
    words = [0, 1, 0x10001, 0xffffffff, 0x7fff8000, 0x80007fff, 0x1234fedc, 0xffff0001, 0x8000ffff]
    values = [(a, words[(i * 4 + 2) % len(words)]) for i, a in enumerate(words)] + [
        (a, 0x0001ffff) for a in words]
    for op, f in (("add", lambda a, b: a + b), ("min", min), ("max", max)):
        for t in ("u16x2", "s16x2"):
            case(f"{op}.int16x2", f"{op}_{t}", f"{op} works on both 16-bit halves apart.",
                 "a .b32, b .b32", "d .b32", f"{op}.{t} d, a, b;", values,
                 lambda a, b, f=f, t=t: sum(
                     unsigned(f(x, y), 16) << (16 * k)
                     for k, (x, y) in enumerate(zip(halves(a, t), halves(b, t)))),
                 target="sm_90")


def parts(v, n, is_signed_part):
    read = signed if is_signed_part else unsigned
    return [read(v >> k, n) for k in range(0, 32, n)]


def integer_dot():
    words = [0, 0x01010101, 0xffffffff, 0x80808080, 0x7f7f7f7f, 0x01ff807f, 0x12345678, 0xfedcba98]
    values = [(a, b, c) for i, a in enumerate(words) for b, c in (
        (words[(i * 3 + 1) % 8], 0), (words[(i + 5) % 8], 0xffffffff), (a, 100))]
    for ta, tb in itertools.product(("u32", "s32"), repeat=2):
        t = "u32" if ta == tb == "u32" else "s32"
        for row, op, n, first in (("dp4a.int", "dp4a", 8, 0), ("dp2a.lo.int", "dp2a.lo", 16, 0),
                                  ("dp2a.hi.int", "dp2a.hi", 16, 2)):
            what = "four bytes of a with those of b" if n == 8 else (
                f"the half-words of a with bytes {first} and {first + 1} of b")
            case(row, f"{op.replace('.', '_')}_{ta}_{tb}", f"{op} multiplies {what} and adds c.",
                 f"a .b32, b .b32, c .{t}", f"d .{t}", f"{op}.{ta}.{tb} d, a, b, c;", values,
                 lambda a, b, c, ta=ta, tb=tb, n=n, first=first, t=t: wrap(c + sum(
                     x * y for x, y in zip(parts(a, n, ta == "s32"),
                                           parts(b, 8, tb == "s32")[first:])), t))


# ---- extended precision


def extended():
    for t in ("u32", "s32", "u64", "s64"):
        n, h = width(t), "u" + t[1:]
        full = (1 << n) - 1
        two = [(0, 0, 0, 0), (full, 0, 1, 0), (full, full, 1, 0), (full, full, full, full), (1, 2, 3, 4),
               (1 << (n - 1), 0, 1 << (n - 1), 0), (0, 0, 1, 0), (0, 1, 1, 0), (5, 7, 6, 7), (0, 0, full, full)]
        inputs = f"al .{t}, ah .{t}, bl .{t}, bh .{t}"

        def whole(low, high, n=n):
            return unsigned(low, n) | unsigned(high, n) << n

        def split(v, count, n=n):
            return tuple(unsigned(v >> (n * k), n) for k in range(count))

        case("add.cc.int", f"add_cc_{t}", "The carry of the low words goes into the high words.",
             inputs, f"l .{t}, h .{t}", f"add.cc.{t} l, al, bl;\naddc.{t} h, ah, bh;", two,
             lambda al, ah, bl, bh: split(whole(al, ah) + whole(bl, bh), 2))
        case("addc.int", f"addc_{t}", "addc without .cc reads the carry and leaves it as it is.",
             inputs, f"l .{t}, h .{t}, again .{t}",
             f"add.cc.{t} l, al, bl;\naddc.{t} h, ah, bh;\naddc.{t} again, ah, bh;", two,
             lambda al, ah, bl, bh: split(whole(al, ah) + whole(bl, bh), 2) + split(
                 whole(al, ah) + whole(bl, bh), 2)[1:])
        case("addc.cc.int", f"addc_cc_{t}", "addc.cc reads the carry and writes the next one.",
             inputs, f"l .{t}, h .{t}, top .{t}",
             f"add.cc.{t} l, al, bl;\naddc.cc.{t} h, ah, bh;\naddc.{t} top, 0, 0;", two,
             lambda al, ah, bl, bh: split(whole(al, ah) + whole(bl, bh), 3))
        case("sub.cc.int", f"sub_cc_{t}", "The borrow of the low words goes into the high words.",
             inputs, f"l .{t}, h .{t}", f"sub.cc.{t} l, al, bl;\nsubc.{t} h, ah, bh;", two,
             lambda al, ah, bl, bh: split(whole(al, ah) - whole(bl, bh), 2))
        case("subc.int", f"subc_{t}", "subc without .cc reads the borrow and leaves it as it is.",
             inputs, f"l .{t}, h .{t}, again .{t}",
             f"sub.cc.{t} l, al, bl;\nsubc.{t} h, ah, bh;\nsubc.{t} again, ah, bh;", two,
             lambda al, ah, bl, bh: split(whole(al, ah) - whole(bl, bh), 2) + split(
                 whole(al, ah) - whole(bl, bh), 2)[1:])
        case("subc.cc.int", f"subc_cc_{t}", "subc.cc reads the borrow and writes the next one.",
             inputs, f"l .{t}, h .{t}, top .{t}",
             f"sub.cc.{t} l, al, bl;\nsubc.cc.{t} h, ah, bh;\nsubc.{t} top, 0, 0;", two,
             lambda al, ah, bl, bh: split(whole(al, ah) - whole(bl, bh), 3))

        three = [(a, b, c) for a in (0, 1, full, 1 << (n - 1), 12345) for b in (1, full, 3)
                 for c in (full, 1)][:30]
        inputs = f"a .{t}, b .{t}, c .{t}"

        def half(a, b, which, t=t, n=n):
            return unsigned((a * b) >> (n if which == "hi" else 0), n)

        for which in ("lo", "hi"):
            case(f"mad.{which}.cc.int", f"mad_{which}_cc_{t}",
                 f"mad.{which}.cc writes the carry of its addition.", inputs, f"d .{t}, carry .{t}",
                 f"mad.{which}.cc.{t} d, a, b, c;\naddc.{t} carry, 0, 0;", three,
                 lambda a, b, c, which=which, n=n: split(half(a, b, which) + unsigned(c, n), 2))
            case(f"madc.{which}.int", f"madc_{which}_{t}",
                 f"madc.{which} adds the carry and leaves it as it is.", inputs,
                 f"d .{t}, carry .{t}",
                 f"add.cc.{t} d, b, c;\nmadc.{which}.{t} d, a, b, c;\naddc.{t} carry, 0, 0;", three,
                 lambda a, b, c, which=which, n=n: (
                     half(a, b, which) + c + ((unsigned(b, n) + unsigned(c, n)) >> n),
                     (unsigned(b, n) + unsigned(c, n)) >> n))
            case(f"madc.{which}.cc.int", f"madc_{which}_cc_{t}",
                 f"madc.{which}.cc adds the carry and writes the next one.", inputs,
                 f"d .{t}, carry .{t}",
                 f"add.cc.{t} d, b, c;\nmadc.{which}.cc.{t} d, a, b, c;\naddc.{t} carry, 0, 0;", three,
                 lambda a, b, c, which=which, n=n: split(
                     half(a, b, which) + unsigned(c, n) + ((unsigned(b, n) + unsigned(c, n)) >> n), 2))
    case("mad.hi.cc.int", "multiply_64_by_64", "A 128-bit product out of 32-bit steps.",
         "al .u32, ah .u32, bl .u32, bh .u32", "r0 .u32, r1 .u32, r2 .u32, r3 .u32",
         "mul.lo.u32 r0, al, bl;\nmul.hi.u32 r1, al, bl;\nmad.lo.cc.u32 r1, al, bh, r1;\n"
         "madc.hi.u32 r2, al, bh, 0;\nmad.lo.cc.u32 r1, ah, bl, r1;\nmadc.hi.cc.u32 r2, ah, bl, r2;\n"
         "addc.u32 r3, 0, 0;\nmad.lo.cc.u32 r2, ah, bh, r2;\nmadc.hi.u32 r3, ah, bh, r3;",
         [tuple(v) for v in itertools.product((0xffffffff, 1, 0x80000001), (0, 0xffffffff, 7),
                                              (0xffffffff,), (0xffffffff, 3))],
         lambda al, ah, bl, bh: tuple(
             unsigned(((ah << 32 | al) * (bh << 32 | bl)) >> (32 * k), 32) for k in range(4)))


def write():
    integer_binary()
    integer_saturated()
    integer_wide()
    integer_ternary()
    integer_24()
    integer_unary()
    integer_pairs()
    integer_dot()
    extended()

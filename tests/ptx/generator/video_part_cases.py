"""Cases of video instructions on parts: selectors, mixed types, merges, masks, shifts, vmad and vset."""

from .case_files import case, clamp, signed, unsigned, wrap
from .case_writer import module
from .video_cases import OPERATIONS, SECONDARY

WORDS = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x01ff807f, 0x12345678, 0x7fffffff, 0x80000000, 0x80ff7f01,
         0xfedcba98, 0xffffffff]
PAIRS = [(a, WORDS[(i * k + 3 * k) % len(WORDS)]) for i, a in enumerate(WORDS) for k in (1, 4)]
TRIPLES = [(a, b, WORDS[(i * 7 + 2) % len(WORDS)]) for i, (a, b) in enumerate(PAIRS)]


def read(word, selector, t):
    """The part of a word that a selector names, as a number of type t."""
    bits = {"": 32, "h": 16, "b": 8}[selector[:1]]
    shift = bits * int(selector[1:] or 0)
    return (signed if t == "s32" else unsigned)(word >> shift, bits)


def place(value, selector, c):
    """c with the part that a selector names replaced by the low bits of a value."""
    bits = {"h": 16, "b": 8}[selector[0]]
    shift = bits * int(selector[1])
    mask = ((1 << bits) - 1) << shift
    return (value << shift & mask) | (c & ~mask & 0xffffffff)


def dot(selector):
    return "." + selector if selector else ""


def saturated(value, d, selector):
    return clamp(value, d[0] + {"": "32", "h": "16", "b": "8"}[selector[:1]])


def after_second(op, second, r, c, d):
    """What ptxas 13.0 makes of a secondary operation on sm_90, measured on an H200 with whole words: .min and
    .max look at the result before it is cut to 32 bits, where a sum counts as s32 and a negative number as
    greater than any unsigned c."""
    if second == "add":
        return r + c
    value, other = wrap(r, "s32") if op in ("vadd", "vsub") else r, wrap(c, d)
    if (d == "u32" and value < 0) or other < value:
        return c if second == "min" else r
    return r if second == "min" else c


def scalar(op, f, types, selectors, sat=False, second="", suffix="", base=""):
    """One case of a scalar instruction; f takes the numbers of a and b."""
    (d, s, t), (ds, xs, ys) = types, selectors
    third = bool(ds or second)
    form = f"{op}.{d}.{s}.{t}{'.sat' * sat}{suffix}{'.' + second if second else ''}"
    name = "_".join(filter(None, (form.replace(".", "_"), ds and "d" + ds, xs and "a" + xs, ys and "b" + ys)))

    def result(a, b, c=0):
        r = f(read(a, xs, s), read(b, ys, t))
        r = saturated(r, d, ds) if sat else r
        if second:
            return after_second(op, second, r, c, d) & 0xffffffff
        return place(r, ds, c) if ds else r & 0xffffffff

    inputs, operands = "a .b32, b .b32", f"d{dot(ds)}, a{dot(xs)}, b{dot(ys)}"
    if third:
        inputs, operands = inputs + ", c .b32", operands + ", c"
    case(base or op + (".op" if second else ""), name, "Parts of the sources, exact in between.", inputs, "d .b32",
         f"{form} {operands};", TRIPLES if third else PAIRS, result)


def shift(left, wraps):
    def f(a, n):
        n = n & 31 if wraps else min(n, 32)
        return a << n if left else a >> n
    return f


COMPARE = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b,
           "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b}


def all_scalar():
    case("vadd", "c_not_looked_at", "Without a part of d there is nothing for c to do.", "a .b32, b .b32, c .b32",
         "d .b32", "vadd.u32.u32.u32 d, a, b, c;", TRIPLES, lambda a, b, c: (a + b) & 0xffffffff)
    for name, f in OPERATIONS.items():
        op = f"v{name}"
        scalar(op, f, ("s32", "u32", "s32"), ("", "b3", "h1"))
        scalar(op, f, ("s32", "s32", "u32"), ("", "b0", "b2"))
        scalar(op, f, ("s32", "s32", "s32"), ("b2", "h0", "b1"), sat=True)
        scalar(op, f, ("u32", "s32", "u32"), ("h1", "", ""), sat=True)
        scalar(op, f, ("u32", "u32", "u32"), ("b0", "b1", "h1"))
        # The difference is unsigned: ptxas goes its own way when the result is not.
        scalar(op, f, ("u32" if name == "absdiff" else "s32", "u32", "s32"), ("", "h1", "b3"), second="max")
        scalar(op, f, ("u32", "s32", "s32"), ("", "b2", ""), second="add")
    for left in (True, False):
        op = "vshl" if left else "vshr"
        for wraps in (False, True):
            f, mode = shift(left, wraps), ".wrap" if wraps else ".clamp"
            scalar(op, f, ("u32", "u32", "u32"), ("", "", "b0"), suffix=mode)
            scalar(op, f, ("s32", "s32", "u32"), ("", "h1", "b1"), suffix=mode, sat=True)
            scalar(op, f, ("s32", "s32", "u32"), ("h0", "", "b2"), suffix=mode)
            scalar(op, f, ("u32", "s32", "u32"), ("", "b3", ""), suffix=mode, second="min")


def all_vset():
    for cmp, f in COMPARE.items():
        def result(a, b, c, f=f, cmp=cmp):
            return int(f(read(a, "b1", "s32"), read(b, "h0", "u32")))
        form = f"vset.s32.u32.{cmp}"
        inputs = "a .b32, b .b32, c .b32"
        case("vset", f"vset_{cmp}", "A comparison of numbers of different types.", inputs, "d .b32",
             f"{form} d, a.b1, b.h0;", TRIPLES, result)
        case("vset", f"vset_{cmp}_merged", "The outcome becomes a part of c.", inputs, "d .b32",
             f"{form} d.b3, a.b1, b.h0, c;", TRIPLES, lambda a, b, c, r=result: place(r(a, b, c), "b3", c))
        for second, g in SECONDARY.items():
            case("vset.op", f"vset_{cmp}_{second}", "The outcome and c compare as .atype.", inputs, "d .b32",
                 f"{form}.{second} d, a.b1, b.h0, c;", TRIPLES,
                 lambda a, b, c, r=result, g=g: g(r(a, b, c), signed(c, 32)) & 0xffffffff)


def all_vmad():
    forms = [("u32", "u32", "u32", "", "", "", "", ""), ("s32", "s32", "s32", "", "", "", "", ""),
             ("s32", "u32", "s32", ".sat", "", "", "", ""), ("u32", "u32", "u32", ".sat.shr7", "", "", "", ""),
             ("s32", "s32", "u32", ".shr15", "", "", "", ""), ("u32", "u32", "u32", ".po", "", "", "", ""),
             ("s32", "s32", "s32", ".po.sat.shr7", "", "", "", ""), ("s32", "s32", "s32", ".sat", "-", "", "", ""),
             ("s32", "u32", "u32", ".shr7", "", "-", "", ""), ("s32", "u32", "u32", ".sat", "", "", "-", ""),
             ("s32", "s32", "s32", ".sat", "-", "-", "", ""), ("u32", "u32", "u32", ".sat", "", "", "", "b1 h1"),
             ("s32", "s32", "u32", ".sat", "", "", "", "h0 b3")]
    for n, (d, s, t, rest, na, nb, nc, selectors) in enumerate(forms):
        xs, ys = selectors.split() or ("", "")

        def result(a, b, c, s=s, t=t, rest=rest, na=na, nb=nb, nc=nc, xs=xs, ys=ys):
            is_signed = "s32" in (s, t) or na != nb or bool(nc)
            product = read(a, xs, s) * read(b, ys, t) * (-1 if na != nb else 1)
            added = (signed(c, 32) if is_signed else c) * (-1 if nc else 1)
            r = (product + added + (".po" in rest)) >> (7 if "shr7" in rest else 15 if "shr15" in rest else 0)
            r = signed(r, 64)
            return (clamp(r, "s32" if is_signed else "u32") if ".sat" in rest else r) & 0xffffffff

        order = [m for m in (".po", ".sat", ".shr7", ".shr15") if m in rest]
        case("vmad", f"vmad_{n}_{d}_{s}_{t}{rest.replace('.', '_')}",
             "An exact product, c, and what the suffixes ask for.", "a .b32, b .b32, c .b32", "d .b32",
             f"vmad.{d}.{s}.{t}{''.join(order)} d, {na}a{dot(xs)}, {nb}b{dot(ys)}, {nc}c;", TRIPLES, result)


def simd_case(op, f, d, types, selectors, sat, add, cmp=""):
    count = int(op[-1])
    bits, letter = 32 // count, "h" if count == 2 else "b"
    (s, t), (ds, xs, ys) = types, selectors

    def number(a, b, selector, first, k, of):
        digits = selector[1:] or "".join(str(first + j) for j in reversed(range(count)))
        pair = a | b << 32
        return (signed if of == "s32" else unsigned)(pair >> (bits * int(digits[count - 1 - k])), bits)

    def result(a, b, c):
        whole, total = 0, c
        for k in range(count):
            chosen = not ds or str(k) in ds[1:]
            r = int(f(number(a, b, xs, 0, k, s), number(a, b, ys, count, k, t)))
            r = clamp(r, d[0] + str(bits)) if sat else r
            total += r if chosen else 0
            whole |= unsigned(r if chosen else c >> (bits * k), bits) << (bits * k)
        return (total if add else whole) & 0xffffffff

    head = f"{op}.{s}.{t}.{cmp}" if cmp else f"{op}.{d}.{s}.{t}"
    form = head + ".sat" * sat + ".add" * add
    name = "_".join(filter(None, (form.replace(".", "_"), ds and "d" + ds, xs and "a" + xs, ys and "b" + ys)))
    assert all(not v or v[0] == letter for v in (ds, xs, ys))
    case(op, name, f"{count} parts with sources of their own.", "a .b32, b .b32, c .b32", "d .b32",
         f"{form} d{dot(ds)}, a{dot(xs)}, b{dot(ys)}, c;", TRIPLES, result)


def all_simd():
    choices = {2: [("h1", "h02", "h31"), ("h0", "", "h13"), ("", "h33", ""), ("h10", "h01", "h23")],
               4: [("b20", "b7650", "b0246"), ("b3", "", "b1357"), ("", "b4444", ""), ("b210", "b0123", "b7531")]}
    operations = {**OPERATIONS, "avrg": lambda a, b: (a + b + 1) >> 1 if a + b >= 0 else (a + b) >> 1}
    for count, (one, two, three, four) in choices.items():
        for name, f in operations.items():
            op = f"v{name}{count}"
            simd_case(op, f, "s32", ("u32", "s32"), one, False, False)
            simd_case(op, f, "s32", ("s32", "u32"), two, True, False)
            simd_case(op, f, "u32", ("u32", "u32"), three, True, False)
            simd_case(op, f, "s32", ("s32", "s32"), four, False, True)
            simd_case(op, f, "s32", ("u32", "s32"), one, False, True)
        for cmp, f in COMPARE.items():
            simd_case(f"vset{count}", f, "u32", ("u32", "s32"), one, False, False, cmp)
            simd_case(f"vset{count}", f, "u32", ("s32", "s32"), ("", "", ""), False, True, cmp)


REFUSED = """.visible .entry k()
{
    .reg .b32 %r<4>;
    @FORM@
    ret;
}"""


def refused():
    for row, name, form in (("vadd", "part_without_c", "vadd.s32.s32.s32 %r0.h0, %r1, %r2;"),
                            ("vadd", "no_such_part", "vadd.s32.s32.s32 %r0, %r1.h2, %r2;"),
                            ("vmad", "two_minus", "vmad.s32.s32.s32 %r0, -%r1, %r2, -%r3;"),
                            ("vadd4", "too_few_sources", "vadd4.u32.u32.u32 %r0, %r1.b321, %r2, %r3;"),
                            ("vadd2", "mask_out_of_order", "vadd2.u32.u32.u32 %r0.h01, %r1, %r2, %r3;")):
        module(row, name, f"There is no such form: {form}",
               "kernel: k\ngrid: 1\nblock: 1\nexpect-problem: this combination of suffixes",
               REFUSED.replace("@FORM@", form))


def write():
    refused()
    all_scalar()
    all_vset()
    all_vmad()
    all_simd()

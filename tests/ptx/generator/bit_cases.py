"""Cases of logic, shifts and bit manipulation."""

import itertools

from .case_files import WORDS, case, edges, is_signed, pairs, signed, unsigned, width, wrap

FULL32 = 0xffffffff
PATTERNS = [0, 1, FULL32, 0x80000000, 0x7fffffff, 0x12345678, 0xdeadbeef, 0x00ff00ff, 0xaaaaaaaa, 0x55555555]


def logic():
    table = [("and", lambda a, b: a & b), ("or", lambda a, b: a | b), ("xor", lambda a, b: a ^ b)]
    for op, f in table:
        for t in WORDS:
            case(op, f"{op}_{t}", f"{op} of all {width(t)} bits.", f"a .{t}, b .{t}", f"d .{t}",
                 f"{op}.{t} d, a, b;", pairs(t), lambda a, b, f=f: f(a, b))
        # Four combinations are all there are; a third predicate makes eight tuples.
        case(f"{op}.pred", f"{op}_pred", f"{op} of predicates; the third one shows that lanes stay apart.",
             "a .pred, b .pred, c .pred", "d .pred, e .pred", f"{op}.pred d, a, b;\n{op}.pred e, d, c;",
             list(itertools.product((0, 1), repeat=3)), lambda a, b, c, f=f: (f(a, b), f(f(a, b), c)))
    for t in WORDS:
        case("not", f"not_{t}", f"not complements all {width(t)} bits.", f"a .{t}", f"d .{t}",
             f"not.{t} d, a;", edges(t), lambda a, t=t: wrap(~a, t))
        case("cnot", f"cnot_{t}", "cnot is C's logical not: one for zero, else zero.", f"a .{t}", f"d .{t}",
             f"cnot.{t} d, a;", edges(t), lambda a: int(a == 0))
    case("not.pred", "not_pred", "not of predicates, twice.", "a .pred, b .pred, c .pred", "d .pred, e .pred",
         "not.pred d, a;\nnot.pred e, d;\nand.pred e, e, b;\nor.pred e, e, c;",
         list(itertools.product((0, 1), repeat=3)), lambda a, b, c: (1 - a, a & b | c))
    case("and", "and_b32_immediate", "A mask as an immediate operand.", "a .b32", "d .b32",
         "and.b32 d, a, 0xff00;", PATTERNS, lambda a: a & 0xff00)


def look_up(a, b, c, table, n=32):
    return sum((table >> ((a >> k & 1) << 2 | (b >> k & 1) << 1 | (c >> k & 1)) & 1) << k for k in range(n))


def lop3():
    values = [(a, PATTERNS[(i * 3 + 2) % 10], PATTERNS[(i * 7 + 5) % 10]) for i, a in enumerate(PATTERNS)] + [
        (0xf0f0f0f0, 0xcccccccc, 0xaaaaaaaa)]
    for name, table, what in (("and3", 0x80, "a & b & c"), ("xor3", 0x96, "a ^ b ^ c"), ("select", 0xca, "a ? b : c"),
                              ("majority", 0xe8, "the majority"), ("b_and_not_a", 0x0c, "b & ~a"),
                              ("zero", 0x00, "zero"), ("ones", 0xff, "all ones"), ("odd_table", 0x1b, "any table")):
        case("lop3", f"lop3_{name}", f"lop3 with table 0x{table:02x}: {what}.", "a .b32, b .b32, c .b32", "d .b32",
             f"lop3.b32 d, a, b, c, 0x{table:02x};", values,
             lambda a, b, c, table=table: look_up(a, b, c, table))


def lop3_with_predicate():
    values = [(a, PATTERNS[(i * 3 + 2) % 10], PATTERNS[(i * 7 + 5) % 10], k) for i, a in enumerate(PATTERNS)
              for k in (0, 1)] + [(0, 0, 0, k) for k in (0, 1)]
    before = ".reg .pred %p, %q;\nsetp.ne.u32 %q, q, 0;\n"
    after = "\nselp.u32 e, 1, 0, %p;"
    inputs, outputs = "a .b32, b .b32, c .b32, q .u32", "d .b32, e .u32"
    for op, table, sign in (("or", 0x80, ""), ("and", 0x96, ""), ("and", 0xca, "!"), ("or", 0x0c, "!"),
                            ("and", 0x00, "")):
        def result(a, b, c, q, op=op, table=table, sign=sign):
            d, other = look_up(a, b, c, table), bool(q) != bool(sign)
            return d, int((d != 0) or other if op == "or" else (d != 0) and other)
        name = f"{op}_{table:02x}{'_complement' if sign else ''}"
        case("lop3.bool", name, f"The predicate is whether the result is not zero, {op} another one.", inputs, outputs,
             f"{before}lop3.{op}.b32 d|%p, a, b, c, 0x{table:02x}, {sign}%q;{after}", values, result, version="8.2")
    case("lop3.bool", "only_the_predicate", "The result itself may be left out.", inputs, "e .u32",
         f"{before}lop3.or.b32 _|%p, a, b, c, 0x80, %q;{after}", values,
         lambda a, b, c, q: int((a & b & c) != 0 or q), version="8.2")


def shifts():
    amounts = [0, 1, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 0x80000000, FULL32]
    for t in WORDS:
        n = width(t)
        values = [(a, s) for s in amounts for a in ((1 << n) - 1, 0x9234567890abcdef)]
        case("shl", f"shl_{t}", f"Shift amounts of {n} and more clear the register: shl does not take them modulo {n}.",
             f"a .{t}, b .u32", f"d .{t}", f"shl.{t} d, a, b;", values,
             lambda a, b, t=t, n=n: wrap(a << min(b, n), t))
    for t in WORDS + ["u16", "u32", "u64", "s16", "s32", "s64"]:
        n = width(t)
        values = [(a, s) for s in amounts for a in ((1 << n) - 1, 0x9234567890abcdef)]
        fill = "copies of the sign" if is_signed(t) else "zeros"
        case("shr", f"shr_{t}", f"shr.{t} fills with {fill}; amounts of {n} and more leave nothing else.",
             f"a .{t}, b .u32", f"d .{t}", f"shr.{t} d, a, b;", values, lambda a, b, n=n: a >> min(b, n))
    case("shl", "shl_b32_immediate", "A shift amount as an immediate operand.", "a .b32", "d .b32",
         "shl.b32 d, a, 4;", PATTERNS, lambda a: unsigned(a << 4, 32))
    case("shr", "shr_s32_immediate", "A shift amount as an immediate operand.", "a .s32", "d .s32",
         "shr.s32 d, a, 31;", PATTERNS, lambda a: a >> 31)
    for mode, how in (("clamp", lambda c: min(c, 32)), ("wrap", lambda c: c & 31)):
        for side in "lr":
            case(f"shf.{side}.{mode}", f"shf_{side}_{mode}",
                 f"shf.{side} shifts the 64 bits of b:a and keeps the {'high' if side == 'l' else 'low'} half; "
                 f"amounts beyond 32 {mode}.",
                 "a .b32, b .b32, c .u32", "d .b32", f"shf.{side}.{mode}.b32 d, a, b, c;",
                 [(a, b, s) for s in amounts for a, b in ((0x12345678, 0x9abcdef0), (0x80000001, 0x7ffffffe))],
                 lambda a, b, c, side=side, how=how: unsigned(
                     (b << 32 | a) << how(c) >> 32 if side == "l" else (b << 32 | a) >> how(c), 32))


def extract(a, position, length, t):
    """bfe as the PTX ISA writes it: bit by bit. It restricts both numbers to 8 bits; the processors do that in
    the 32-bit forms only."""
    n = width(t)
    if n == 32:
        position, length = position & 0xff, length & 0xff
    sign = 0
    if is_signed(t) and length != 0:
        sign = a >> min(position + length - 1, n - 1) & 1
    d = 0
    for i in range(n):
        d |= (a >> (position + i) & 1 if i < length and position + i < n else sign) << i
    return wrap(d, t)


def insert(a, b, position, length, n):
    if n == 32:
        position, length = position & 0xff, length & 0xff
    for i in range(min(length, n)):
        if position + i < n:
            b = b & ~(1 << (position + i)) | (a >> i & 1) << (position + i)
    return b


def fields():
    places = [(0, 0), (0, 1), (4, 8), (28, 8), (31, 1), (31, 2), (0, 32), (32, 1), (8, 32), (63, 1), (60, 8), (0, 64),
              (64, 4), (255, 255), (256, 8), (8, 256), (FULL32, 2), (0x80000000, 8), (8, FULL32)]
    for t in ("u32", "s32", "u64", "s64"):
        n = width(t)
        values = [(a, p, q) for p, q in reversed(places) for a in (0xf0e1d2c3b4a59687, 0x7777777776543210)]
        case("bfe", f"bfe_{t}", "bfe looks at the low 8 bits of position and length" * (n == 32)
             + "bfe takes a position and length of any size" * (n == 64)
             + ("; bits beyond the field copy its sign." if is_signed(t) else "."),
             f"a .{t}, b .u32, c .u32", f"d .{t}", f"bfe.{t} d, a, b, c;", values,
             lambda a, b, c, t=t: extract(a, b, c, t))
    for t in ("b32", "b64"):
        n = width(t)
        values = [(a, b, p, q) for p, q in reversed(places) for a, b in ((0xf0e1d2c3b4a59687, 0), (0, (1 << n) - 1))]
        case("bfi", f"bfi_{t}", "bfi puts the low bits of a into b; what passes the top is lost.",
             f"a .{t}, b .{t}, p .u32, q .u32", f"d .{t}", f"bfi.{t} d, a, b, p, q;", values,
             lambda a, b, p, q, n=n: insert(a, b, p, q, n))
    case("bfe", "bfe_u32_immediate", "A byte of a word, by immediate position and length.", "a .u32", "d .u32",
         "bfe.u32 d, a, 8, 8;", PATTERNS, lambda a: a >> 8 & 0xff)


def top_bit(v):
    return v.bit_length() - 1


def counting():
    for t in ("b32", "b64"):
        n = width(t)
        values = [unsigned(p | p << 32 if n == 64 else p, n) for p in PATTERNS] + [1 << k for k in range(0, n, 5)] + [
            1 << (n - 1)]
        case("popc", f"popc_{t}", "popc counts ones.", f"a .{t}", "d .u32", f"popc.{t} d, a;", values,
             lambda a: bin(a).count("1"))
        case("clz", f"clz_{t}", f"clz counts the zeros at the top: {n} for zero.", f"a .{t}", "d .u32",
             f"clz.{t} d, a;", values, lambda a, n=n: n - a.bit_length())
        case("brev", f"brev_{t}", "brev reverses the order of the bits.", f"a .{t}", f"d .{t}", f"brev.{t} d, a;",
             values, lambda a, n=n: int(f"{a:0{n}b}"[::-1], 2))
    for t in ("u32", "s32", "u64", "s64"):
        n = width(t)
        values = edges(t) + [1 << k for k in range(0, n - 1, 9)] + ([-(1 << k) for k in range(0, n, 9)]
                                                                    if is_signed(t) else [])
        about = "differs from the sign" if is_signed(t) else "is one"
        case("bfind", f"bfind_{t}", f"bfind gives the position of the highest bit that {about}, or all ones.",
             f"a .{t}", "d .u32", f"bfind.{t} d, a;", values,
             lambda a: unsigned(top_bit(a if a >= 0 else ~a), 32))
        case("bfind.shiftamt", f"bfind_shiftamt_{t}", "bfind.shiftamt gives the left shift that brings it to the top.",
             f"a .{t}", "d .u32", f"bfind.shiftamt.{t} d, a;", values,
             lambda a, n=n: unsigned(n - 1 - top_bit(a if a >= 0 else ~a) if a not in (0, -1) else -1, 32))


MODES = {
    # For c & 3 = 0..3: which byte goes to d.b3, b2, b1, b0 (PTX ISA, "prmt").
    "f4e": ["3210", "4321", "5432", "6543"],
    "b4e": ["5670", "6701", "7012", "0123"],
    "rc8": ["0000", "1111", "2222", "3333"],
    "ecl": ["3210", "3211", "3222", "3333"],
    "ecr": ["0000", "1110", "2210", "3210"],
    "rc16": ["1010", "3232", "1010", "3232"],
}


def permute(a, b, selectors):
    source = [(b << 32 | a) >> (8 * k) & 0xff for k in range(8)]
    d = 0
    for k, s in enumerate(selectors):
        byte = source[s & 7]
        d |= ((0xff if byte >> 7 else 0) if s & 8 else byte) << (8 * k)
    return d


def permutes():
    sources = [(0x33221100, 0x77665544), (0x80ff7f01, 0xfe0180a5)]
    controls = [0x3210, 0x7654, 0x0123, 0x5410, 0x0000, 0x7777, 0xba98, 0xfedc, 0x8888, 0x1234, 0xffff3210, 0x4321]
    case("prmt", "prmt_any_bytes", "Each nibble of c chooses a byte of b:a; its top bit asks for that byte's sign.",
         "a .b32, b .b32, c .b32", "d .b32", "prmt.b32 d, a, b, c;",
         [(a, b, c) for c in controls for a, b in sources],
         lambda a, b, c: permute(a, b, [c >> (4 * k) & 15 for k in range(4)]))
    case("prmt", "prmt_immediate", "Byte reversal, the selectors being immediate.", "a .b32", "d .b32",
         "prmt.b32 d, a, 0, 0x0123;", PATTERNS, lambda a: permute(a, 0, [3, 2, 1, 0]))
    for mode, rows in MODES.items():
        case("prmt", f"prmt_{mode}", f"prmt.{mode} looks at the low two bits of c.", "a .b32, b .b32, c .b32", "d .b32",
             f"prmt.b32.{mode} d, a, b, c;", [(a, b, c) for c in (0, 1, 2, 3, 4, 7, FULL32) for a, b in sources],
             lambda a, b, c, rows=rows: permute(a, b, [int(x) for x in reversed(rows[c & 3])]))


def nth_set(mask, base, offset):
    """fns as the PTX ISA writes it; of an offset whose magnitude is no s32, an H200 makes 0."""
    if offset == -1 << 31:
        return 0
    if offset == 0:
        return base if mask >> base & 1 else FULL32
    position, count, step = base, abs(offset) - 1, 1 if offset > 0 else -1
    while 0 <= position < 32:
        if mask >> position & 1:
            if count == 0:
                return position
            count -= 1
        position += step
    return FULL32


def bit_masks():
    case("fns", "fns_b32", "fns finds the n-th one from a bit on, upwards or downwards.",
         "a .b32, b .b32, c .s32", "d .b32", "fns.b32 d, a, b, c;",
         [(m, b, c) for m in (0xaaaaaaaa, 0x80000001, FULL32, 0) for b, c in (
             (0, 0), (1, 0), (0, 1), (0, 2), (31, -1), (30, -2), (5, 40), (16, -3), (31, -1 << 31))],
         nth_set)
    places = [0, 1, 5, 16, 31, 32, 33, 64, FULL32]

    def mask(a, b, mode):
        if mode == "wrap":
            a, b = a & 31, b & 31
        return unsigned(((1 << min(b, 32)) - 1) << min(a, 32), 32)

    def extend(a, b, mode, t):
        if mode == "wrap":
            b &= 31
        if b >= 32:
            return a
        return wrap(signed(a, b) if is_signed(t) and b else unsigned(a, b), t)

    for mode in ("clamp", "wrap"):
        case(f"bmsk.{mode}", f"bmsk_{mode}", f"bmsk makes b ones from bit a on; values beyond 31 {mode}.",
             "a .b32, b .b32", "d .b32", f"bmsk.{mode}.b32 d, a, b;",
             [(a, places[(i + k) % 9]) for i, a in enumerate(places) for k in (0, 2, 5)],
             lambda a, b, mode=mode: mask(a, b, mode))
        for t in ("u32", "s32"):
            case(f"szext.{mode}", f"szext_{mode}_{t}", f"szext extends the low b bits; values beyond 31 {mode}.",
                 f"a .{t}, b .u32", f"d .{t}", f"szext.{mode}.{t} d, a, b;",
                 [(a, b) for b in places for a in (0xdeadbeef, 0x12345678, 0xffff8001)],
                 lambda a, b, mode=mode, t=t: extend(a, b, mode, t))


def write():
    logic()
    lop3()
    lop3_with_predicate()
    shifts()
    fields()
    counting()
    permutes()
    bit_masks()

"""Cases of mov: plain, predicates, packing, unpacking, special registers."""

from .case_files import F32, F64, WORDS, case, edges, f32, f64, unsigned

PIECES = [0, 1, 0xff, 0x80, 0x12, 0xfe, 0x7f, 0xa5]


def plain():
    for t in WORDS + ["u16", "u32", "u64", "s16", "s32", "s64"]:
        case("mov", f"mov_{t}", "mov copies all bits.", f"a .{t}", f"d .{t}", f"mov.{t} d, a;", edges(t), lambda a: a)
    for t, number, form in (("f32", f32, F32), ("f64", f64, F64)):
        values = [number(v) for v in (0.0, -0.0, 1.0, -1.5)] + [
            1, 1 | form.sign, form.infinity, form.infinity | form.sign,
            form.infinity + 1, form.infinity + 5 | form.sign]
        case("mov", f"mov_{t}", "mov copies all bits, of signalling NaNs as well.", f"a .{t}", f"d .{t}",
             f"mov.{t} d, a;", values, lambda a: a)
    numbers = [0, 1, 2, 3, 5, 9, 17, 100]
    case("mov", "mov_immediate", "Immediate operands of several types.", "a .u32",
         "b .u16, d .s32, e .u64, f .f32, g .f64, h .u32",
         "mov.u16 b, 65535;\nmov.s32 d, -2147483648;\nmov.u64 e, 0x123456789abcdef0;\nmov.f32 f, 0f3fc00000;\n"
         "mov.f64 g, 0dBFF8000000000000;\nmov.u32 h, 0x80000001;\nadd.u32 h, h, a;", numbers,
         lambda a: (65535, -2147483648, 0x123456789abcdef0, f32(1.5), f64(-1.5), unsigned(0x80000001 + a, 32)))
    case("mov", "mov_b128", "A 128-bit register, by way of its halves.", "a .b64, b .b64", "d .b64, e .b64",
         ".reg .b128 w, v;\nmov.b128 w, {a, b};\nmov.b128 v, w;\nmov.b128 {d, e}, v;",
         [(1 << k, ~(1 << k)) for k in range(0, 64, 7)], lambda a, b: (a, b), target="sm_80", version="8.3")
    case("mov", "special_registers", "Special registers that do not depend on where the block runs.", "a .u32",
         "x .u32, y .u32, n .u32, lane .u32, below .u32",
         "mov.u32 x, %tid.x;\nmov.u32 y, %tid.y;\nmov.u32 n, %ntid.x;\nmov.u32 lane, %laneid;\n"
         "mov.u32 below, %lanemask_lt;", list(range(16)), lambda a: (a, 0, 16, a, (1 << a) - 1))
    case("mov", "clocks_never_go_back", "Each clock is read twice, with work between.", "a .u32",
         "c .u32, d .u32, e .u32",
         ".reg .u32 s, t;\n.reg .u64 u, v;\n.reg .pred p;\n"
         "mov.u64 u, %clock64;\nadd.u32 t, a, 1;\nmov.u64 v, %clock64;\nsetp.le.u64 p, u, v;\nselp.u32 c, a, 0, p;\n"
         "mov.u64 u, %globaltimer;\nmov.u64 v, %globaltimer;\nsetp.le.u64 p, u, v;\nselp.u32 d, a, 0, p;\n"
         "mov.u32 s, %clock;\nmov.u32 t, %clock;\nsub.u32 t, t, s;\nsetp.lt.u32 p, t, 1000000;\nselp.u32 e, a, 0, p;",
         [1, 2, 3, 5, 9, 17, 100, 255], lambda a: (a, a, a))
    case("mov", "clock_halves", "The high halves of the clocks are read on their own.", "a .u32",
         "c .u32, d .u32",
         ".reg .u32 s, t;\n.reg .pred p;\nmov.u32 s, %clock_hi;\nmov.u32 t, %clock_hi;\nsetp.le.u32 p, s, t;\n"
         "selp.u32 c, a, 0, p;\nmov.u32 s, %globaltimer_hi;\nmov.u32 t, %globaltimer_lo;\n"
         "mov.u32 t, %globaltimer_hi;\nsetp.le.u32 p, s, t;\nselp.u32 d, a, 0, p;",
         [1, 2, 3, 5, 9, 17, 100, 255], lambda a: (a, a))


def predicates():
    values = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    case("mov.pred", "mov_pred", "Predicates are copied lane by lane.", "a .pred, b .pred, c .pred",
         "d .pred, e .pred, f .pred", "mov.pred d, a;\nmov.pred e, b;\nmov.pred f, c;", values,
         lambda a, b, c: (a, b, c))
    case("mov.pred", "mov_pred_immediate", "Constants: zero is false, everything else true.",
         "a .pred, b .pred, c .pred", "d .pred, e .pred, f .pred",
         "mov.pred d, 0;\nmov.pred e, 1;\nmov.pred f, -1;\nxor.pred d, d, a;\nxor.pred e, e, b;\nand.pred f, f, c;",
         values, lambda a, b, c: (a, 1 - b, c))


def packing():
    for whole, part, count, version in (("b32", "b16", 2, None), ("b64", "b32", 2, None), ("b64", "b16", 4, None)):
        n = int(part[1:])
        names = "abce"[:count]
        values = [tuple(unsigned(PIECES[(i + 3 * k) % 8] * 0x01030507, n) for k in range(count)) for i in range(8)]
        values += [tuple((1 << n) - 1 if k == i % count else 0 for k in range(count)) for i in range(count)]
        inputs = ", ".join(f"{x} .{part}" for x in names)
        braces = "{" + ", ".join(names) + "}"
        case("mov.pack", f"pack_{count}_{part}", "The first register of the list goes into the lowest bits.",
             inputs, f"d .{whole}", f"mov.{whole} d, {braces};", values,
             lambda *v, n=n: sum(x << (n * k) for k, x in enumerate(v)))
        case("mov.unpack", f"unpack_{count}_{part}", "The lowest bits go into the first register of the list.",
             f"w .{whole}", inputs, f"mov.{whole} {braces}, w;",
             [(sum(x << (n * k) for k, x in enumerate(v)),) for v in values],
             lambda w, n=n, count=count: tuple(unsigned(w >> (n * k), n) for k in range(count)))
    case("mov.pack", "pack_4_b8", "Four bytes make a word; here their order is reversed.",
         "w .b32, v .b32", "d .b32",
         ".reg .b8 a, b, c, e;\nmov.b32 {a, b, c, e}, w;\nmov.b32 d, {e, c, b, a};\nadd.u32 d, d, v;",
         [(0x03020100, 0), (0x80ff7f01, 0), (0xffffffff, 1), (0x12345678, 1), (0xdeadbeef, 0), (1, 2), (0xff, 0),
          (0xff00, 3)],
         lambda w, v: unsigned(int.from_bytes(w.to_bytes(4, "little"), "big") + v, 32))
    case("mov.pack", "pack_floats", "Singles may be packed as well.", "a .f32, b .f32", "d .b64", "mov.b64 d, {a, b};",
         [(f32(k), f32(-k)) for k in range(8)], lambda a, b: a | b << 32)
    case("mov.unpack", "unpack_with_sink", "A part that nobody wants goes to the sink.", "w .b64",
         "h .b32, l .b32", "mov.b64 {_, h}, w;\nmov.b64 {l, _}, w;",
         [0x0123456789abcdef * k & 0xffffffffffffffff for k in range(1, 9)], lambda w: (w >> 32, unsigned(w, 32)))
    case("mov.unpack", "unpack_b128", "The halves of a 128-bit register.", "a .b64, b .b64", "d .b64, e .b64",
         ".reg .b128 w;\nmov.b128 w, {b, a};\nmov.b128 {d, e}, w;",
         [(1 << k, ~(1 << k)) for k in range(0, 64, 7)], lambda a, b: (b, a), version="8.3")


def write():
    plain()
    predicates()
    packing()

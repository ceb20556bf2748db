"""Cases of the scalar and SIMD video instructions."""

from .case_files import case, clamp, edges, pairs, signed, unsigned, wrap

OPERATIONS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "absdiff": lambda a, b: abs(a - b),
    "min": min,
    "max": max,
}
SECONDARY = {"add": lambda t, c: t + c, "min": min, "max": max}


def second_result(name, second, t, c, d, s):
    """What ptxas 13.0 makes of .min and .max on sm_90, measured on an H200: when the first result is of
    the other signedness than .dtype and its top bit is set, it counts as greater than any c."""
    of_signed_kind = name in ("add", "sub") or (name != "absdiff" and s == "s32")
    if second != "add" and of_signed_kind != (d == "s32") and unsigned(t, 32) >> 31:
        return c if second == "min" else t
    return SECONDARY[second](t, c)


def scalar():
    for name, f in OPERATIONS.items():
        op = f"v{name}"
        for d, s, sat in (("u32", "u32", ""), ("s32", "s32", ""), ("s32", "s32", ".sat"), ("u32", "s32", ".sat"),
                          ("u32", "u32", ".sat")):
            suffix = f"{d}_{s}{sat.replace('.', '_')}"
            # What ptxas 13.0 makes of vadd.u32.u32.u32.sat for sm_90 does not clamp.
            clamps = sat and (name, suffix) != ("add", "u32_u32_sat")
            limit = clamp if clamps else wrap
            about = "clamped to its type" if clamps else "cut to 32 bits"
            case(op, f"{op}_{suffix}", f"{op} computes exactly; the result is {about}.", f"a .{s}, b .{s}", f"d .{d}",
                 f"{op}.{d}.{s}.{s}{sat} d, a, b;", pairs(s), lambda a, b, f=f, d=d, limit=limit: limit(f(a, b), d))
        for second in SECONDARY:
            for t, sat in (("s32", ".sat"), ("u32", "")):
                limit = clamp if sat else wrap
                e = edges(t)
                case(f"{op}.op", f"{op}_{second}_{t}{sat.replace('.', '_')}",
                     f"The result of {op} and c go through {second}.", f"a .{t}, b .{t}, c .{t}", f"d .{t}",
                     f"{op}.{t}.{t}.{t}{sat}.{second} d, a, b, c;",
                     [v + (e[(i * 7 + 4) % len(e)],) for i, v in enumerate(pairs(t))],
                     lambda a, b, c, name=name, f=f, second=second, t=t, limit=limit:
                         wrap(second_result(name, second, limit(f(a, b), t), c, t, t), t))

    for name, d, s in (("add", "u32", "u32"), ("sub", "u32", "s32"), ("absdiff", "s32", "u32"),
                       ("min", "u32", "s32"), ("min", "s32", "u32"), ("max", "u32", "s32"), ("max", "s32", "u32")):
        for second in ("min", "max"):
            tops = [wrap(v, s) for v in (0x90000000, 0xfffffff0, 0x70000000, 1)]
            case(f"v{name}.op", f"v{name}_{second}_{d}_{s}_top",
                 f"A first result of the other signedness with its top bit set is greater than any c for .{second}.",
                 f"a .{s}, b .{s}, c .{d}", f"d .{d}", f"v{name}.{d}.{s}.{s}.{second} d, a, b, c;",
                 [(a, b, wrap(c, d)) for a in tops for b in tops for c in (0x80000000, 0xfffffffe, 0x7fffffff, 2)],
                 lambda a, b, c, name=name, second=second, d=d, s=s:
                 wrap(second_result(name, second, wrap(OPERATIONS[name](a, b), d), c, d, s), d))


def average(a, b):
    return (a + b + 1) >> 1 if a + b >= 0 else (a + b) >> 1


def simd():
    words = [0, 0x01010101, 0xffffffff, 0x80808080, 0x7f7f7f7f, 0x01ff807f, 0x12345678, 0xfedcba98, 0x80007fff]
    values = [(a, b, c) for i, a in enumerate(words) for b, c in (
        (words[(i * 4 + 1) % 9], 0), (words[(i + 5) % 9], 0x80000000), (words[(i + 8) % 9], 100))]
    for count in (2, 4):
        n = 32 // count
        for name, f in {**OPERATIONS, "avrg": average}.items():
            op = f"v{name}{count}"
            for d, s, sat, add in (("u32", "u32", "", ""), ("s32", "s32", "", ""), ("s32", "s32", ".sat", ""),
                                   ("u32", "s32", ".sat", ""), ("u32", "u32", "", ".add"), ("s32", "s32", "", ".add")):
                read = signed if s == "s32" else unsigned

                def result(a, b, c, f=f, d=d, read=read, sat=sat, add=add, n=n):
                    parts = [f(read(a >> k, n), read(b >> k, n)) for k in range(0, 32, n)]
                    if sat:
                        parts = [clamp(p, d[0] + str(n)) for p in parts]
                    if add:
                        return wrap(c + sum(parts), d)
                    return sum(unsigned(p, n) << (n * k) for k, p in enumerate(parts))

                about = "their sum is added to c" if add else "each is clamped" if sat else "each is cut to its place"
                case(op, f"{op}_{d}_{s}{(sat + add).replace('.', '_')}", f"{op} works on {count} parts; {about}.",
                     "a .b32, b .b32, c .b32", "d .b32", f"{op}.{d}.{s}.{s}{sat}{add} d, a, b, c;", values, result)


def write():
    scalar()
    simd()

"""Cases of atom and red."""

import math
import struct

from .case_writer import module, snippet, wrap


def f32(v):
    return int.from_bytes(struct.pack("<f", v), "little")


def f64(v):
    return int.from_bytes(struct.pack("<d", v), "little")


def value_of(bits, t):
    return struct.unpack("<f" if t == "f32" else "<d", bits.to_bytes(4 if t == "f32" else 8, "little"))[0]


def u(v, t):
    return v & ((1 << int(t[1:])) - 1)


OPERATIONS = {
    "add": (lambda a, b, t: a + b, ("u32", "s32", "u64")),
    "and": (lambda a, b, t: a & b, ("b32", "b64")),
    "or": (lambda a, b, t: a | b, ("b32", "b64")),
    "xor": (lambda a, b, t: a ^ b, ("b32", "b64")),
    "exch": (lambda a, b, t: b, ("b32", "b64")),
    "inc": (lambda a, b, t: 0 if a >= b else a + 1, ("u32",)),
    "dec": (lambda a, b, t: b if a == 0 or a > b else a - 1, ("u32",)),
    "min": (lambda a, b, t: min(a, b), ("u32", "s32", "u64", "s64")),
    "max": (lambda a, b, t: max(a, b), ("u32", "s32", "u64", "s64")),
}
SPACES = {
    "global": (".global .align 8 .b8 area[512];", ""),
    "shared": (".shared .align 8 .b8 area[512];", ""),
    "generic_global": (".global .align 8 .b8 area[512];", "cvta.global.u64 %a, %a;\n"),
    "generic_shared": (".shared .align 8 .b8 area[512];", "cvta.shared.u64 %a, %a;\n"),
}


def edges(t):
    n = int(t[1:])
    most = (1 << n) - 1
    picked = [0, 1, 2, 5, most, most - 1, 1 << (n - 1), (1 << (n - 1)) - 1, 0x12345678, 0xDEADBEEF]
    return [wrap(v, t) for v in picked]


def tuples_of(t):
    values = edges(t)
    return [(values[k % 10], values[(3 * k + k // 10) % 10]) for k in range(32)]


def own_place(space, t, body):
    """Each thread works on its own place, which holds `a` before."""
    setup, generic = SPACES[space]
    short = "" if space.startswith("generic") else "." + space
    n = int(t[1:]) // 8
    code = f""".reg .b64 %a;
.reg .b32 %t;
mov.u32 %t, %tid.x;
mov.u64 %a, area;
mad.wide.u32 %a, %t, 8, %a;
{generic}st{short}.b{8 * n} [%a], a;
{body.format(s=short)}
ld{short}.b{8 * n} m, [%a];"""
    return setup, code


for op, (function, types) in OPERATIONS.items():
    for t in types:
        pairs = tuples_of(t)
        results = [wrap(u(function(a, b, t), t), t) for a, b in pairs]
        for space in SPACES:
            setup, code = own_place(space, t, f"atom{{s}}.{op}.{t} d, [%a], b;")
            snippet(f"atom.{op}.int", f"{space}_{t}", f"atom.{op}.{t} returns what was there and leaves the result.",
                    f"a .{t}, b .{t}", f"d .{t}, m .{t}", code,
                    [(p, (p[0], r)) for p, r in zip(pairs, results)], setup)
            if op == "exch":
                continue
            setup, code = own_place(space, t, f"red{{s}}.{op}.{t} [%a], b;")
            snippet(f"red.{op}.int", f"{space}_{t}", f"red.{op}.{t} leaves the result.", f"a .{t}, b .{t}", f"m .{t}",
                    code, [(p, (r,)) for p, r in zip(pairs, results)], setup)
        setup, code = own_place("global", t, f""".reg .pred %p;
setp.ne.u32 %p, take, 0;
@%p atom.global.{op}.{t} d, [%a], b;""")
        snippet(f"atom.{op}.int", f"guarded_{t}", f"atom.{op}.{t} under a guard: the other lanes change nothing.",
                f"take .u32, a .{t}, b .{t}", f"d .{t}, m .{t}", code,
                [((k % 3 == 0, *p), (p[0], r) if k % 3 == 0 else (0, p[0]))
                 for k, (p, r) in enumerate(zip(pairs, results))], setup)

for t in ("b16", "b32", "b64"):
    for space in SPACES:
        setup, code = own_place(space, t, f"atom{{s}}.cas.{t} d, [%a], b, c;")
        cases = []
        values = edges(t)
        for k in range(32):
            a, c = values[k % 10], values[(k + 7) % 10]
            b = a if k % 2 else values[(k + 1) % 10]
            cases.append(((a, b, c), (a, c if a == b else a)))
        snippet("atom.cas.int", f"{space}_{t}", f"atom.cas.{t} stores c only where the old value is b.",
                f"a .{t}, b .{t}, c .{t}", f"d .{t}, m .{t}", code, cases, setup)

# ---- floating point: sums to nearest even

SUMS = [(1.0, 2.0), (0.1, 0.2), (-1.5, 1.5), (-0.0, -0.0), (0.0, -0.0), (1e30, 1.0), (3.5, -7.25), (1.0, 2.0 ** -24)]


def rounded(v, t):
    try:
        return value_of(f32(v), "f32") if t == "f32" else v
    except OverflowError:
        return math.copysign(math.inf, v)


def float_cases(t, flushes):
    bits = f32 if t == "f32" else f64
    inf, nan = bits(math.inf), 0x7FC00000 if t == "f32" else 0x7FF8000000000000
    largest = 0x7F7FFFFF if t == "f32" else 0x7FEFFFFFFFFFFFFF
    tiny, least_normal = 1, 0x00800000 if t == "f32" else 0x0010000000000000
    sign = 1 << (31 if t == "f32" else 63)
    cases = [((bits(rounded(a, t)), bits(rounded(b, t))), bits(rounded(rounded(a, t) + rounded(b, t), t))) for a,
            b in SUMS]
    cases += [((inf, bits(1.0)), inf), ((inf | sign, bits(1.0)), inf | sign), ((largest, largest), inf),
              ((inf, inf | sign), "nan"), ((nan, bits(1.0)), "nan"), ((bits(1.0), nan), "nan")]
    if flushes:
        cases += [((tiny, 0), 0), ((sign | tiny, sign), sign), ((least_normal, tiny), least_normal),
                  ((least_normal + 1, sign | least_normal), 0), ((tiny, bits(1.0)), bits(1.0))]
    else:
        cases += [((tiny, 0), tiny), ((sign | tiny, sign), sign | tiny), ((least_normal, tiny), least_normal + 1),
                  ((least_normal + 1, sign | least_normal), 1), ((tiny, tiny), 2)]
    return cases


for t in ("f32", "f64"):
    for space in SPACES:
        flushes = t == "f32" and "shared" not in space
        note = "Subnormal inputs and results become zeros of their sign." if flushes else "Subnormals are kept."
        setup, code = own_place(space, t, f"atom{{s}}.add.{t} d, [%a], b;")
        cases = float_cases(t, flushes)
        snippet(f"atom.add.{t}", space, f"atom.add.{t} rounds to nearest even. {note}", f"a .{t}, b .{t}",
                f"d .{t}, m .{t}", code, [(p, (p[0], r)) for p, r in cases], setup)
        setup, code = own_place(space, t, f"red{{s}}.add.{t} [%a], b;")
        snippet(f"red.add.{t}", space, f"red.add.{t} rounds to nearest even. {note}", f"a .{t}, b .{t}", f"m .{t}",
                code, [(p, (r,)) for p, r in cases], setup)

# ---- many threads at one place

CONTENDED = """
.visible .entry contended(.param .u64 out)
{{
    .reg .b64 %o, %d64, %v64;
    .reg .b32 %d32, %v32, %n, %c;
    ld.param.u64 %o, [out];
    mov.u32 %v32, %tid.x;
    mov.u32 %n, %ntid.x;
    mov.u32 %c, %ctaid.x;
    mad.lo.u32 %v32, %c, %n, %v32;
    cvt.u64.u32 %v64, %v32;
    {prepare}
    {update}
    ret;
}}"""
THREADS = 192
NUMBERS = range(THREADS)
ONE_BIT = "mov.b64 %d64, 1;\n    shl.b64 %v64, %d64, %v32;"
TO_63 = "and.b32 %v32, %v32, 63;\n    "
# Operation, type, what turns a thread's number into its operand, the place before and after.
TOGETHER = [
    ("add.int", "u32", "", 0, sum(NUMBERS)),
    ("and.int", "b64", TO_63 + ONE_BIT + "\n    not.b64 %v64, %v64;", (1 << 64) - 1, 0),
    ("or.int", "b64", TO_63 + ONE_BIT, 0, (1 << 64) - 1),
    ("xor.int", "b32", "mul.lo.u32 %v32, %v32, 0x10001;", 0x1234, 0x1234),
    ("inc.int", "u32", "mov.b32 %v32, 99;", 0, THREADS % 100),
    ("dec.int", "u32", "mov.b32 %v32, 99;", 0, 200 - THREADS),
    ("min.int", "s32", "sub.s32 %v32, 100, %v32;", 1000, u(100 - THREADS + 1, "s32")),
    ("max.int", "u32", "xor.b32 %v32, %v32, 37;", 0, max(k ^ 37 for k in NUMBERS)),
    ("add.f32", "f32", "cvt.rn.f32.u32 %v32, %v32;", 0, f32(float(sum(NUMBERS)))),
    ("add.f64", "f64", "cvt.rn.f64.u32 %v64, %v32;", 0, f64(float(sum(NUMBERS)))),
]
for name, t, prepare, before, after in TOGETHER:
    operation, n = name.split(".")[0], t[1:]
    directives = (f"kernel: contended\ngrid: 3\nblock: 64\narg: out values:u{n}:{hex(before)}\n"
                  f"expect: out u{n} {hex(after)}")
    what = "All threads of three blocks update one place: none is lost."
    module(f"red.{name}", "contended", what, directives,
           CONTENDED.format(prepare=prepare, update=f"red.global.{operation}.{t} [%o], %v{n};"))
    module(f"atom.{name}", "contended", what, directives,
           CONTENDED.format(prepare=prepare, update=f"atom.global.{operation}.{t} %d{n}, [%o], %v{n};"))
module("atom.add.int", "tickets", "Every thread draws another ticket: the places they mark are all marked once.",
       "kernel: tickets\ngrid: 3\nblock: 64\narg: next zeros:u32:1\narg: marks zeros:u32:192\nexpect: next u32 192\n"
       "expect: marks u32 1 x 192", """
.visible .entry tickets(.param .u64 next, .param .u64 marks)
{
    .reg .b64 %n, %m;
    .reg .b32 %d;
    ld.param.u64 %n, [next];
    ld.param.u64 %m, [marks];
    atom.relaxed.gpu.global.add.u32 %d, [%n], 1;
    mad.wide.u32 %m, %d, 4, %m;
    red.global.add.u32 [%m], 1;
    ret;
}""", ["red.add.int"])
module("atom.cas.int", "spin_lock", "A lock taken with cas and released with exch guards a plain counter.",
       "kernel: locked\ngrid: 2\nblock: 64\narg: state zeros:u32:2\nexpect: state u32 0 128", """
.visible .entry locked(.param .u64 state)
{
    .reg .b64 %s;
    .reg .b32 %d, %v;
    .reg .pred %p;
    ld.param.u64 %s, [state];
again:
    atom.acquire.gpu.global.cas.b32 %d, [%s], 0, 1;
    setp.ne.u32 %p, %d, 0;
    @%p bra again;
    ld.volatile.global.u32 %v, [%s+4];
    add.u32 %v, %v, 1;
    st.volatile.global.u32 [%s+4], %v;
    membar.gl;
    atom.release.gpu.global.exch.b32 %d, [%s], 0;
    ret;
}""", ["atom.exch.int", "membar"])
for row, line in (("atom.exch.int", "atom.global.exch.b32 d, [%a], 1;"), ("atom.cas.int",
        "atom.global.cas.b32 d, [%a], 0, 1;"),
                  ("atom.add.int", "atom.global.add.u32 d, [%a], 1;"), ("red.add.int", "red.global.add.u32 [%a], 1;")):
    for name, kind, offset in (("misaligned", "Misaligned", 2), ("past_the_end", "OutOfBounds", 512)):
        snippet(row, name, "An atomic access is checked like any other.", "o .u64", "d .u32",
                ".reg .b64 %a;\nmov.u64 %a, area;\nadd.u64 %a, %a, o;\n" + line, [((o,), (None,)) for o in (0, 4,
                offset)],
                SPACES["global"][0], fault=kind)
snippet("atom.add.int", "local_memory", "atom and red exist for global and shared memory only.", "o .u64", "d .u32",
        ".local .align 4 .b8 mine[4];\n.reg .b64 %a;\nmov.u64 %a, mine;\ncvta.local.u64 %a, %a;\n"
        "atom.add.u32 d, [%a], 1;",
        [((0,), (None,))], fault="WrongSpace")

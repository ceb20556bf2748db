"""Cases of st: each thread owns 16 zeroed bytes and reads them back whole."""

from .case_writer import module, snippet
from .memory_table import CONST_TABLE

OWN = ".reg .b64 %a;\n.reg .b32 %t;\nmov.u32 %t, %tid.x;\nmov.u64 %a, {symbol};\nmad.wide.u32 %a, %t, 16, %a;"
STORE_SPACES = {
    "global": (".global .align 16 .b8 area[1024];", "area", ""),
    "shared": (".shared .align 16 .b8 area[1024];", "area", ""),
    "local": ("", "mine", ".local .align 16 .b8 mine[1024];\n"),
}
VALUES = [0, 1, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF,
          0x123456789ABCDEF0, 1 << 63, (1 << 64) - 1]


def pair(b):
    return int.from_bytes(b[:8], "little"), int.from_bytes(b[8:], "little")


def le(v, n):
    return (v & ((1 << 8 * n) - 1)).to_bytes(n, "little")


def stores(row, space, generic=False):
    setup, symbol, local = STORE_SPACES[space]
    st, ld = ("st", "ld") if generic else (f"st.{space}", f"ld.{space}")
    tag = f"{space}_" if generic else ""
    begin = local + OWN.format(symbol=symbol) + (f"\ncvta.{space}.u64 %a, %a;" if generic else "")
    begin += f"\n{st}.v2.u64 [%a], {{0, 0}};\n"
    end = f"\n{ld}.u64 lo, [%a];\n{ld}.u64 hi, [%a+8];"
    code = f"""{st}.u8 [%a], v;
{st}.s8 [%a+1], v;
{st}.u16 [%a+2], v;
{st}.b32 [%a+4], v;
{st}.u64 [%a+8], v;"""
    snippet(row, f"{tag}types", f"{st} of every width takes the low bits of a wider register.", "v .u64",
            "lo .u64, hi .u64", begin + code + end,
            [(v, pair(le(v, 1) + le(v, 1) + le(v, 2) + le(v, 4) + le(v, 8))) for v in VALUES], setup)
    code = f""".reg .b32 %w;
.reg .b16 %h;
cvt.u32.u64 %w, v;
cvt.u16.u64 %h, v;
{st}.v2.u16 [%a], {{%h, 7}};
{st}.v2.b32 [%a+8], {{%w, %w}};
{st}.v4.u8 [%a+4], {{%h, 1, 2, %h}};"""
    snippet(row, f"{tag}vectors", f"{st} of vectors, registers and numbers mixed.", "v .u64", "lo .u64, hi .u64",
            begin + code + end, [(v, pair(le(v, 2) + le(7, 2) + le(v, 1) + b"\1\2" + le(v, 1) + le(v, 4) * 2))
                                 for v in VALUES], setup)
    code = f""".reg .pred %p;
setp.ne.u32 %p, take, 0;
@%p {st}.u32 [%a+4], v;
@!%p {st}.u16 [%a+10], v;"""
    tuples = [((k % 3 == 1, v), pair(bytes(4) + le(v, 4) + bytes(8) if k % 3 == 1 else bytes(10) + le(v, 2) + bytes(4)))
              for k, v in enumerate(VALUES + VALUES)]
    snippet(row, f"{tag}guarded", f"{st} under a guard writes nothing for the other lanes.", "take .u32, v .u64",
            "lo .u64, hi .u64", begin + code + end, tuples, setup)
    if generic:
        return
    kinds = [("misaligned", "Misaligned", 2), ("past_the_end", "OutOfBounds", 1 << 20)]
    for name, kind, offset in kinds:
        snippet(row, name, f"{st}.u32 by one lane of a warp faults for that lane, and no lane writes.", "o .u64",
                "lo .u64, hi .u64", begin + f"add.u64 %a, %a, o;\n{st}.u32 [%a], 5;" + end,
                [((o,), (None, None)) for o in (0, 4, offset, 8)], setup, fault=kind)
    snippet(row, "in_bounds", f"{st}.u32 in the same places as the faulty twins, but inside.", "o .u64",
            "lo .u64, hi .u64", begin.replace(f"{st}.v2.u64 [%a], {{0, 0}};",
            f"{st}.v2.u64 [%a], {{0, 0}};\n.reg .b64 %b;")
            + f"add.u64 %b, %a, o;\n{st}.u32 [%b], 5;" + end,
            [((o,), pair(bytes(o) + le(5, 4) + bytes(12 - o))) for o in (0, 4, 8, 12) * 2], setup)


for each in STORE_SPACES:
    stores(f"st.{each}", each)
    stores("st.generic", each, True)
ORDERED = ["st.weak.global", "st.volatile.global", "st.relaxed.gpu.global", "st.release.sys.global",
           "st.global.wb", "st.global.cg", "st.global.cs", "st.global.L1::no_allocate"]
snippet("st.global", "orders_and_hints", "Orders, scopes and cache hints change no stored value.", "v .u32",
        "lo .u64, hi .u64", OWN.format(symbol="area") + "\n"
        + "\n".join(f"{m}.u16 [%a+{2 * k}], v;" for k, m in enumerate(ORDERED))
        + "\nld.global.u64 lo, [%a];\nld.global.u64 hi, [%a+8];",
        [(v, pair(le(v, 2) * 8)) for v in (0, 1, 2, 0x7FFF, 0x8000, 0xFFFF, 0x10001, 0xFFFFFFFF)],
        STORE_SPACES["global"][0])
module("st.global", "fault_writes_nothing", "One lane of 32 stores out of bounds: the launch stops and no lane has "
       "written.", """kernel: one_too_far
block: 32
arg: out zeros:u32:31
expect-fault: OutOfBounds
expect: out u32 0 x 31""", """
.visible .entry one_too_far(.param .u64 out)
{
    .reg .b64 %a;
    .reg .b32 %t;
    ld.param.u64 %a, [out];
    mov.u32 %t, %tid.x;
    mad.wide.u32 %a, %t, 4, %a;
    st.global.u32 [%a], 9;
    ret;
}""")
module("st.global", "last_lane_guarded", "The clean twin: the lane that has no element stores nothing.",
        """kernel: guarded
block: 32
arg: out zeros:u32:31
expect: out u32 9 x 31""", """
.visible .entry guarded(.param .u64 out)
{
    .reg .b64 %a;
    .reg .b32 %t;
    .reg .pred %p;
    ld.param.u64 %a, [out];
    mov.u32 %t, %tid.x;
    setp.lt.u32 %p, %t, 31;
    mad.wide.u32 %a, %t, 4, %a;
    @%p st.global.u32 [%a], 9;
    ret;
}""")
snippet("st.generic", "to_constant", "Constant memory cannot be written, not even through a generic address.", "o .u64",
        "d .u32", ".reg .b64 %a;\nmov.u64 %a, constants;\ncvta.const.u64 %a, %a;\nst.u32 [%a], 1;",
        [((0,), (None,))], CONST_TABLE, fault="ReadOnly")
snippet("st.global", "to_constant", "A constant address does not reach global memory.", "o .u64", "d .u32",
        ".reg .b64 %a;\nmov.u64 %a, constants;\nst.global.u32 [%a], 1;", [((0,), (None,))], CONST_TABLE,
        fault="WrongSpace")
snippet("st.generic", "mixed_spaces", "The lanes of one generic store reach global, shared and local memory.",
        "which .u32, v .u32", "g .u32, s .u32, l .u32", f""".local .align 4 .b8 mine[4];
.reg .b64 %g, %s, %l, %a;
.reg .b32 %t;
.reg .pred %p<3>;
mov.u32 %t, %tid.x;
mov.u64 %g, area;
mad.wide.u32 %g, %t, 4, %g;
mov.u64 %s, tile;
mad.wide.u32 %s, %t, 4, %s;
cvta.shared.u64 %s, %s;
mov.u64 %l, mine;
cvta.local.u64 %l, %l;
st.u32 [%g], 0;
st.u32 [%s], 0;
st.u32 [%l], 0;
mov.u64 %a, %g;
setp.eq.u32 %p1, which, 1;
setp.eq.u32 %p2, which, 2;
@%p1 mov.u64 %a, %s;
@%p2 mov.u64 %a, %l;
st.u32 [%a], v;
ld.u32 g, [%g];
ld.u32 s, [%s];
ld.u32 l, [%l];""", [((k % 3, k + 100), tuple(k + 100 if k % 3 == m else 0 for m in range(3))) for k in range(32)],
        ".global .align 4 .b8 area[128];\n.shared .align 4 .b8 tile[128];", ["cvta"])

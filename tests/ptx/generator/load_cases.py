"""Cases of ld, ldu and the loads of parameters."""

from .case_writer import module, snippet
from .memory_table import CONST_TABLE, GLOBAL_TABLE, OFFSETS, SHARED_TABLE, SIZE, read

# How each space gets a copy of the table, and what its base address is called.
FILL_SHARED = f""".reg .b64 %f<3>;
.reg .pred %more;
mov.u64 %f0, 0;
copy:
mov.u64 %f1, table;
add.u64 %f1, %f1, %f0;
ld.global.u64 %f2, [%f1];
mov.u64 %f1, tile;
add.u64 %f1, %f1, %f0;
st.shared.u64 [%f1], %f2;
add.u64 %f0, %f0, 8;
setp.lt.u64 %more, %f0, {SIZE};
@%more bra copy;
bar.sync 0;"""
FILL_LOCAL = FILL_SHARED.replace("st.shared", "st.local").replace("tile", "mine").replace("bar.sync 0;", "")
FILL_LOCAL = f".local .align 16 .b8 mine[{SIZE}];\n" + FILL_LOCAL
SPACES = {
    "global": (GLOBAL_TABLE, "", "table"),
    "const": (CONST_TABLE, "", "constants"),
    "shared": (GLOBAL_TABLE + "\n" + SHARED_TABLE, FILL_SHARED, "tile"),
    "local": (GLOBAL_TABLE, FILL_LOCAL, "mine"),
}


def loads(row, space, mnemonic, to_generic=False):
    setup, fill, symbol = SPACES[space]
    base = f"{fill}\n.reg .b64 %a, %s;\nmov.u64 %s, {symbol};"
    if to_generic:
        base += f"\ncvta.{space}.u64 %s, %s;"
    base += "\nadd.u64 %a, %s, o;"
    tag = f"{space}_" if to_generic else ""
    outs = ["u8 u32", "s8 s32", "u16 u32", "s16 s32", "b8 u32", "b16 u32", "u32 u32", "s32 s32", "f32 f32", "u64 u64",
            "f64 f64", "u8 u64", "s8 s64", "u16 u64", "s16 s64", "u32 u64", "s32 s64"]
    code, declared = base, []
    for k, pair in enumerate(outs):
        t, r = pair.split()
        declared.append(f"d{k} .{r}")
        code += f"\n{mnemonic}.{t} d{k}, [%a];"
    tuples = []
    for o in OFFSETS:
        values = []
        for pair in outs:
            t, r = pair.split()
            v = read(o, ("u" if t[0] in "bf" else t[0]) + t[1:])
            values.append(v)
        tuples.append((o, tuple(values)))
    snippet(row, f"{tag}types", f"{mnemonic} of every type, into registers as wide and wider: signed types extend "
            "their sign,\nthe others zeros.", "o .u64", ", ".join(declared), code, tuples, setup)

    code = base + f"""
.reg .b64 %unused;
{mnemonic}.v2.u32 {{a0, a1}}, [%a];
{mnemonic}.v4.u16 {{b0, _, b2, b3}}, [%a];
{mnemonic}.v4.s8 {{c0, c1, c2, c3}}, [%a+4];
{mnemonic}.v2.u64 {{e0, e1}}, [%a];
{mnemonic}.v4.f32 {{f0, _, _, f3}}, [%a];"""
    tuples = [(o, (read(o, "u32"), read(o + 4, "u32"), read(o, "u16"), read(o + 4, "u16"), read(o + 6, "u16"),
                   *(read(o + 4 + k, "s8") for k in range(4)), read(o, "u64"), read(o + 8, "u64"), read(o, "u32"),
                   read(o + 12, "u32"))) for o in list(range(0, SIZE, 16)) * 2]
    snippet(row, f"{tag}vectors", f"{mnemonic} of vectors: elements follow each other in memory; `_` drops one.",
            "o .u64", "a0 .u32, a1 .u32, b0 .u32, b2 .u32, b3 .u32, c0 .s32, c1 .s32, c2 .s32, c3 .s32, "
            "e0 .u64, e1 .u64, f0 .f32, f3 .f32", code, tuples, setup)

    code = base + f"""
.reg .pred %p;
setp.ne.u32 %p, take, 0;
@%p {mnemonic}.u32 d, [%a+4];
@!%p {mnemonic}.u16 e, [%a+-2];
{mnemonic}.u32 same, [%s+8];"""
    tuples = []
    for k in range(24):
        o, take = 4 * (k % 20) + 4, k % 3 == 0
        tuples.append(((take, o), (read(o + 4, "u32") if take else 0, 0 if take else read(o - 2, "u16"),
                                   read(8, "u32"))))
    snippet(row, f"{tag}guarded", f"{mnemonic} under a guard leaves the other lanes' registers alone; displacements "
            "of both signs;\nall lanes at one address.", "take .u32, o .u64", "d .u32, e .u32, same .u32", code,
            tuples, setup)

    def fault(name, what, kind, offsets, bad):
        tuples = [((o,), (None,)) for o in offsets]
        snippet(row, f"{tag}{name}", what, "o .u64", "d .u32", base + f"\n{mnemonic}.u32 d, [%a];",
                tuples if bad else [((o,), (read(o, "u32"),)) for o in offsets], setup, fault=kind if bad else None)

    inside = [0, 4, 8, 12, 16, 20, 88, SIZE - 4]
    fault("last_element", f"{mnemonic} of the first and last element: the clean twin of the faults.", "", inside, False)
    fault("misaligned", f"{mnemonic}.u32 at an address that 4 does not divide.", "Misaligned", [0, 4, 6, 8], True)
    if space not in ("local", "shared"):
        fault("past_the_end", f"{mnemonic} of the element after the last one.", "OutOfBounds", [0, 4, SIZE], True)
        fault("before_the_start", f"{mnemonic} of the element before the first one.", "OutOfBounds", [0, -4, 8], True)
    else:
        fault("past_the_end", f"{mnemonic} far behind the memory that there is.", "OutOfBounds", [0, 4, 0x800000],
              True)


loads("ld.global", "global", "ld.global")
loads("ld.global.nc", "global", "ld.global.nc")
loads("ld.shared", "shared", "ld.shared")
loads("ld.local", "local", "ld.local")
loads("ld.const", "const", "ld.const")
loads("ldu.global", "global", "ldu.global")
loads("ldu.generic", "global", "ldu", True)
for each in SPACES:
    loads("ld.generic", each, "ld", True)

# ---- forms with suffixes that change no value

HINTED = ["ld.weak.global", "ld.volatile.global", "ld.relaxed.gpu.global", "ld.acquire.cta.global",
          "ld.acquire.sys.global", "ld.global.ca", "ld.global.cg", "ld.global.cs", "ld.global.cv",
          "ld.global.L1::no_allocate", "ld.global.L2::128B", "ld.global.L1::evict_first.L2::64B"]
snippet("ld.global", "orders_and_hints", "Orders, scopes and cache hints change no loaded value.", "o .u64",
        ", ".join(f"d{k} .u32" for k in range(len(HINTED))),
        ".reg .b64 %a;\nmov.u64 %a, table;\nadd.u64 %a, %a, o;\n"
        + "\n".join(f"{m}.u32 d{k}, [%a];" for k, m in enumerate(HINTED)),
        [(o, (read(o, "u32"),) * len(HINTED)) for o in OFFSETS], GLOBAL_TABLE)
snippet("ld.global", "symbol_and_immediate", "The address is a variable's name plus an offset.", "o .u32",
        "d .u32, e .u64", "ld.global.u32 d, [table+12];\nld.global.u64 e, [table];",
        [(k, (read(12, "u32"), read(0, "u64"))) for k in range(8)], GLOBAL_TABLE)
snippet("ld.global", "misaligned_vector", "A vector must be aligned as a whole: 8 does not do for 16 bytes.", "o .u64",
        "d .u32", ".reg .b64 %a;\n.reg .b32 %x<3>;\nmov.u64 %a, table;\nadd.u64 %a, %a, o;\n"
        "ld.global.v4.u32 {d, %x0, %x1, %x2}, [%a];", [((o,), (None,)) for o in (0, 16, 8)], GLOBAL_TABLE,
        fault="Misaligned")
snippet("ld.global", "wrong_space", "A shared address made generic does not reach global memory.", "o .u64", "d .u32",
        ".reg .b64 %a;\nmov.u64 %a, tile;\ncvta.shared.u64 %a, %a;\nld.global.u32 d, [%a];",
        [((0,), (None,))], SHARED_TABLE, fault="WrongSpace")
snippet("ld.const", "wrong_space", "A global address does not reach constant memory.", "o .u64", "d .u32",
        ".reg .b64 %a;\nmov.u64 %a, table;\nld.const.u32 d, [%a];", [((0,), (None,))], GLOBAL_TABLE,
        fault="WrongSpace")
snippet("ld.generic", "null", "Address 0 holds nothing.", "a .u64", "d .u32", "ld.u32 d, [a];",
        [((0,), (None,))], fault="OutOfBounds")
MIXED = f"""{FILL_SHARED}
.local .align 16 .b8 mine[16];
.reg .b64 %g, %s, %l, %c;
.reg .pred %p<4>;
st.local.u32 [mine], 77;
mov.u64 %s, tile;
cvta.shared.u64 %s, %s;
mov.u64 %l, mine;
cvta.local.u64 %l, %l;
mov.u64 %c, constants;
cvta.const.u64 %c, %c;
mov.u64 %g, table;
setp.eq.u32 %p1, which, 1;
setp.eq.u32 %p2, which, 2;
setp.eq.u32 %p3, which, 3;
@%p1 mov.u64 %g, %s;
@%p2 mov.u64 %g, %l;
@%p3 mov.u64 %g, %c;
"""
snippet("ld.generic", "mixed_spaces", "The lanes of one generic load reach global, shared, local and constant memory.",
        "which .u32", "d .u32", MIXED + "ld.u32 d, [%g];",
        [(k % 4, (77 if k % 4 == 2 else read(0, "u32"),)) for k in range(32)],
        GLOBAL_TABLE + "\n" + SHARED_TABLE + "\n" + CONST_TABLE)

# ---- parameters

module("ld.param", "kernel_scalars", "Kernel parameters of every type, at their natural alignment.",
       """kernel: scalars
block: 32
arg: out zeros:u64:320
arg: u8:200
arg: s8:-2
arg: u16:60000
arg: s16:-30000
arg: u32:4000000000
arg: s32:-5
arg: u64:0x123456789abcdef0
arg: f32:1.5
arg: f64:-2.25
expect: out u64 200 0xfffffffffffffffe 60000 0xffffffffffff8ad0 4000000000 0xfffffffffffffffb 0x123456789abcdef0
expect: out u64 0x3fc00000 0xc002000000000000 0xdef0""", """
.visible .entry scalars(.param .u64 out, .param .u8 a, .param .s8 b, .param .u16 c, .param .s16 d, .param .u32 e,
                        .param .s32 f, .param .u64 g, .param .f32 h, .param .f64 i)
{
    .reg .b64 %o, %v<10>;
    .reg .b32 %t;
    ld.param.u64 %o, [out];
    mov.u32 %t, %tid.x;
    mad.wide.u32 %o, %t, 80, %o;
    ld.param.u8 %v0, [a];
    ld.param.s8 %v1, [b];
    ld.param.u16 %v2, [c];
    ld.param.s16 %v3, [d];
    ld.param.u32 %v4, [e];
    ld.param.s32 %v5, [f];
    ld.param.u64 %v6, [g];
    ld.param.b32 %v7, [h];
    ld.param.b64 %v8, [i];
    ld.param.u16 %v9, [g];
    st.global.v2.u64 [%o], {%v0, %v1};
    st.global.v2.u64 [%o+16], {%v2, %v3};
    st.global.v2.u64 [%o+32], {%v4, %v5};
    st.global.v2.u64 [%o+48], {%v6, %v7};
    st.global.v2.u64 [%o+64], {%v8, %v9};
    ret;
}""", ["st.global"])
STRUCT_FUNCTION = """.func (.param .b64 r) swap(.param .align 8 .b8 s[16]) { .reg .b32 %a, %b; .reg .b64 %x;
ld.param.v2.u32 {%a, %b}, [s]; ld.param.u64 %x, [s+8]; add.u64 %x, %x, 1;
.reg .b64 %y; mov.b64 %y, {%b, %a}; xor.b64 %x, %x, %y; st.param.b64 [r], %x; ret; }"""
snippet("ld.param", "struct_by_value", "A structure passed by value to a function, in each lane its own.",
        "a .u32, b .u32, c .u64", "d .u64", """{
.param .align 8 .b8 arguments[16];
.param .b64 result;
st.param.v2.b32 [arguments], {a, b};
st.param.b64 [arguments+8], c;
call.uni (result), swap, (arguments);
ld.param.b64 d, [result];
}""", [((k * 0x01010101, k + 7, k << 40), (((k << 40) + 1) ^ (k * 0x01010101 << 32 | k + 7),)) for k in range(16)],
        STRUCT_FUNCTION, ["st.param", "call"])
snippet("st.param", "widths", "Parts of a parameter are stored and read back in other widths.", "a .u64",
        "d .u32, e .u32",
        """{
.param .align 8 .b8 area[8];
.param .b64 result;
st.param.u8 [area], a;
st.param.u8 [area+1], 17;
st.param.u16 [area+2], a;
st.param.u32 [area+4], a;
call.uni (result), same, (area);
ld.param.u32 d, [result];
ld.param.u32 e, [result+4];
}""", [((v,), ((v & 0xFF) | 17 << 8 | (v & 0xFFFF) << 16, v & 0xFFFFFFFF))
       for v in (0, 1, 0x7F, 0x80, 0xFF, 0x100, 0xFFFF, 0x10000, 0x123456789ABCDEF0, (1 << 64) - 1)],
        ".func (.param .b64 r) same(.param .align 8 .b8 s[8]) { .reg .b64 %x; ld.param.b64 %x, [s]; "
        "st.param.b64 [r], %x; ret; }", ["ld.param", "call"])

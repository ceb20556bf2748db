"""Cases of cache hints and of addresses between spaces."""

from .case_writer import snippet
from .memory_table import CONST_TABLE, GLOBAL_TABLE, OFFSETS, SHARED_TABLE, SIZE, TABLE, read

# ---- hints that do nothing

HINTS = {
    "prefetch.global": ["prefetch.global.L1 [%a];", "prefetch.global.L2 [%a];", "prefetch.global.L2::evict_last [%a];"],
    "prefetch.local": ["prefetch.local.L1 [mine];", "prefetch.local.L2 [mine];"],
    "prefetch.generic": ["prefetch.L1 [%a];", "prefetch.L2 [%a+4];"],
    "prefetchu": ["prefetchu.L1 [%a];"],
    "applypriority": ["applypriority.global.L2::evict_normal [%a], 128;"],
}
for row, lines in HINTS.items():
    snippet(row, "changes_nothing", "A hint to the caches: memory and registers stay as they are.", "o .u64", "d .u32",
            ".local .align 8 .b8 mine[8];\n.reg .b64 %a, %b;\nmov.u64 %a, table;\nadd.u64 %b, %a, o;\n"
            + "\n".join(lines)
            + "\nld.global.u32 d, [%b];", [(o, (read(o, "u32"),)) for o in OFFSETS],
            GLOBAL_TABLE.replace(".align 16", ".align 128"))
snippet("discard", "other_bytes_stay", "discard may forget its 128 bytes; the ones behind them stay.", "o .u64",
        "d .u32",
        ".reg .b64 %a;\nmov.u64 %a, table;\ndiscard.global.L2 [%a], 128;\n"
        "add.u64 %a, %a, o;\nld.global.u32 d, [%a+128];",
        [(o, (read(o, "u32"),)) for o in OFFSETS],
        f".global .align 128 .b8 table[{128 + SIZE}] = {{{'0,' * 128}{','.join(str(b) for b in TABLE)}}};")

# ---- addresses

for space, setup, name in (("global", GLOBAL_TABLE, "table"), ("shared", SHARED_TABLE, "tile"),
                           ("const", CONST_TABLE, "constants"), ("local", "", "mine")):
    local = ".local .align 8 .b8 mine[96];\n" if space == "local" else ""
    snippet("cvta", f"{space}_and_back", f"A {space} address made generic and taken back is the same; so are sums.",
            "o .u64", "d .u64, e .u32", f"""{local}.reg .b64 %a, %g, %b, %s;
mov.u64 %s, {name};
add.u64 %a, %s, o;
cvta.{space}.u64 %g, %a;
cvta.to.{space}.u64 %b, %g;
sub.u64 d, %b, %s;
cvta.{space}.u64 %b, {name};
add.u64 %b, %b, o;
setp.eq.u64 %q, %b, %g;
selp.u32 e, 1, 0, %q;""".replace(".reg .b64", ".reg .pred %q;\n.reg .b64", 1),
            [(o, (o, 1)) for o in (0, 1, 2, 3, 4, 8, 15, 16, 31, 32, 64, 95)], setup, ["cvta.to"])
    which = ["global", "shared", "local", "const"]
    code = f"{local}.reg .b64 %a;\nmov.u64 %a, {name};\nadd.u64 %a, %a, o;\ncvta.{space}.u64 %a, %a;\n"
    code += "\n".join(f"isspacep.{w} p{k}, %a;" for k, w in enumerate(which))
    snippet("isspacep", f"{space}_address",
            f"A generic address of a {space} variable lies in the .{space} window only.",
            "o .u64", ", ".join(f"p{k} .pred" for k in range(4)), code,
            [(o, tuple(w == space for w in which)) for o in (0, 1, 4, 8, 16, 32, 64, 95)], setup)
snippet("cvta.to", "guarded", "cvta.to under a guard leaves the other lanes alone.", "take .u32, o .u64", "d .u64",
        """.reg .pred %p;
.reg .b64 %a, %g;
mov.u64 %a, tile;
add.u64 %a, %a, o;
cvta.shared.u64 %g, %a;
setp.ne.u32 %p, take, 0;
@%p cvta.to.shared.u64 d, %g;
@%p mov.u64 %g, tile;
@%p sub.u64 d, d, %g;""", [((k % 2, 4 * k), (4 * k if k % 2 else 0,)) for k in range(24)], SHARED_TABLE)

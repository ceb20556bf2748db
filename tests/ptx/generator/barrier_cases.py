"""Cases of block barriers, warp barriers and fences."""

from .case_writer import module, snippet


def exchange(row, wait, comment, name="exchange"):
    """Each thread hands its number to a thread of the other warp, through shared memory, and back."""
    module(row, name, comment, "kernel: exchange\nblock: 64\narg: out zeros:u32:64\nexpect: out u32 "
           + " ".join(str((63 - k) * 3 + 1) for k in range(64)), f"""
.visible .entry exchange(.param .u64 out)
{{
    .reg .b64 %o;
    .reg .b32 %t, %a, %v, %b;
    .reg .pred %p;
    .shared .align 4 .b8 tile[256];
    ld.param.u64 %o, [out];
    mov.u32 %t, %tid.x;
    mov.u32 %b, 3;
    setp.lt.u32 %p, %t, 32;
    mad.wide.u32 %o, %t, 4, %o;
    shl.b32 %a, %t, 2;
    mov.u32 %v, tile;
    add.u32 %a, %a, %v;
    mad.lo.u32 %v, %t, 3, 1;
    st.shared.u32 [%a], %v;
{wait}
    sub.u32 %v, 63, %t;
    shl.b32 %a, %v, 2;
    mov.u32 %v, tile;
    add.u32 %a, %a, %v;
    ld.shared.u32 %v, [%a];
    st.global.u32 [%o], %v;
    ret;
}}""")


exchange("bar.sync", "    bar.sync 0;", "bar.sync: what other warps wrote before is seen after.")
exchange("bar.sync", "    bar.sync 15, 64;", "A named barrier with a thread count.", "counted")
exchange("bar.sync", "    bar.sync %b;", "The barrier's number may stand in a register.", "in_a_register")
exchange("bar.sync", "    bar.sync 0;\n    bar.sync 0;\n    bar.sync 1;\n    bar.sync 0;",
        "Barriers are used again and "
         "again.", "reused")
exchange("barrier.sync.aligned", "    barrier.sync.aligned 0;", "barrier.sync.aligned is bar.sync.")
exchange("barrier.sync.aligned", "    barrier.cta.sync.aligned 4, 64;", "With scope and count.", "counted")
exchange("barrier.sync", "    barrier.sync 0;", "barrier.sync: what other warps wrote before is seen after.")
exchange("barrier.sync", "    barrier.sync 2, 64;", "A named barrier with a thread count.", "counted")
exchange("barrier.sync", """    .reg .pred %odd;
    and.b32 %v, %t, 1;
    setp.ne.u32 %odd, %v, 0;
    @%odd bra odd;
    barrier.sync 0;
    bra done;
odd:
    barrier.sync 0;
done:""", "Without .aligned the lanes of a warp may come to different barrier instructions.", "divergent")


def producer(row, arrive, sync, comment, name="producer"):
    """Warp 0 writes and arrives without waiting; warp 1 waits and reads."""
    module(row, name, comment, "kernel: hand_over\nblock: 64\narg: out zeros:u32:32\nexpect: out u32 "
           + " ".join(str(k + 100) for k in range(32)), f"""
.visible .entry hand_over(.param .u64 out)
{{
    .reg .b64 %o;
    .reg .b32 %t, %a, %v, %l;
    .reg .pred %p;
    .shared .align 4 .b8 tile[128];
    ld.param.u64 %o, [out];
    mov.u32 %t, %tid.x;
    mov.u32 %l, %laneid;
    setp.ge.u32 %p, %t, 32;
    mad.wide.u32 %o, %l, 4, %o;
    shl.b32 %a, %l, 2;
    mov.u32 %v, tile;
    add.u32 %a, %a, %v;
    @%p bra consumer;
    add.u32 %v, %l, 100;
    st.shared.u32 [%a], %v;
    {arrive}
    ret;
consumer:
    {sync}
    ld.shared.u32 %v, [%a];
    st.global.u32 [%o], %v;
    ret;
}}""", [row.replace("arrive", "sync")])


producer("bar.arrive", "bar.arrive 1, 64;", "bar.sync 1, 64;", "A producer arrives without waiting, a consumer waits.")
producer("barrier.arrive.aligned", "barrier.arrive.aligned 1, 64;", "barrier.sync.aligned 1, 64;",
         "A producer arrives without waiting, a consumer waits.")
producer("barrier.arrive", "barrier.arrive 1, 64;", "barrier.sync 1, 64;",
         "A producer arrives without waiting, a consumer waits.")

PATTERNS = {"none": lambda k: False, "all": lambda k: True, "one": lambda k: k == 41, "all_but_one": lambda k: k != 3,
            "thirds": lambda k: k % 3 == 0}
FORMS = [("bar.red.{}", "bar.red.{}"), ("barrier.red.{}.aligned", "barrier.red.{}.aligned"),
         ("barrier.red.{}", "barrier.cta.red.{}")]
for operation in ("popc", "and", "or"):
    for row_form, form in FORMS:
        row, mnemonic = row_form.format(operation), form.format(operation)
        out, suffix = ("d .u32", "u32") if operation == "popc" else ("d .pred", "pred")
        for name, pattern in PATTERNS.items():
            for sign, count in (("", ""), ("!", ", 64")):
                votes = [pattern(k) != bool(sign) for k in range(64)]
                value = {"popc": sum(votes), "and": all(votes), "or": any(votes)}[operation]
                snippet(row, f"{name}{'_negated_counted' if sign else ''}",
                        f"{mnemonic} over the two warps of a block.",
                        "a .pred", out, f"{mnemonic}.{suffix} d, 5{count}, {sign}a;",
                        [((pattern(k),), (value,)) for k in range(64)])

for row, line in (("bar.sync", "bar.sync %b;"), ("barrier.sync", "barrier.sync %b;"), ("bar.arrive",
        "bar.arrive %b, 32;")):
    snippet(row, "no_such_barrier", "A block has barriers 0 to 15.", "a .u32", "d .u32",
            f".reg .b32 %b;\nadd.u32 %b, a, 16;\n{line}", [((0,), (None,)) for _ in range(32)], fault="BadBarrier")
for row, line in (("bar.sync", "bar.sync 1, %b;"), ("bar.arrive", "bar.arrive 1, %b;"), ("barrier.sync",
        "barrier.sync 1, %b;")):
    snippet(row, "odd_count", "The number of threads must be a multiple of the warp size.", "a .u32", "d .u32",
            f".reg .b32 %b;\nadd.u32 %b, a, 33;\n{line}", [((0,), (None,)) for _ in range(32)], fault="BadBarrier")
snippet("bar.sync", "lanes_differ", "All lanes of a warp must name the same barrier.", "a .u32", "d .u32",
        "bar.sync a;",
        [((k // 16,), (None,)) for k in range(32)], fault="BadBarrier")
snippet("bar.sync", "lanes_agree", "The clean twin: the same number in all lanes.", "a .u32", "d .u32",
        "bar.sync a;\nmov.u32 d, 1;", [((7,), (1,)) for k in range(32)])
snippet("bar.sync", "after_exit", "Threads that have exited are not waited for.", "a .u32", "d .u32", """.reg .pred %q;
.reg .b32 %t;
mov.u32 %t, %tid.x;
setp.ge.u32 %q, %t, 40;
@%q exit;
barrier.sync 0;
mov.u32 d, 1;""", [(k, (int(k < 40),)) for k in range(64)], rows=["barrier.sync", "exit"])

HAND_ON = """.shared .align 4 .b8 tile[128];"""
for name, members, comment in (("whole_warp", 0xFFFFFFFF,
        "bar.warp.sync: what the other lanes wrote before is seen after."),
                               ("low_half", 0x0000FFFF, "The lanes of the mask meet; the others pass by.")):
    lanes = [k for k in range(32) if members >> k & 1]
    snippet("bar.warp.sync", name, comment, "a .u32, take .u32", "d .u32", f""".reg .pred %q, %odd;
.reg .b32 %l, %s, %x, %y;
mov.u32 %l, %laneid;
setp.ne.u32 %q, take, 0;
@!%q bra done;
shl.b32 %s, %l, 2;
mov.u32 %x, tile;
add.u32 %s, %s, %x;
and.b32 %y, %l, 1;
setp.ne.u32 %odd, %y, 0;
@%odd bra second;
st.shared.u32 [%s], a;
bra meet;
second:
add.u32 %y, a, 1000;
st.shared.u32 [%s], %y;
meet:
bar.warp.sync {hex(members)};
xor.b32 %y, %l, 1;
shl.b32 %s, %y, 2;
add.u32 %s, %s, %x;
ld.shared.u32 d, [%s];
done:""", [((k * 5, k in lanes), ((k ^ 1) * 5 + (1000 if k % 2 == 0 else 0) if k in lanes else 0,)) for k in range(32)],
            HAND_ON)
snippet("bar.warp.sync", "two_places", "Lanes may come to it at different instructions.", "a .u32", "d .u32",
        """.reg .pred %odd;
.reg .b32 %l, %y;
mov.u32 %l, %laneid;
and.b32 %y, %l, 1;
setp.ne.u32 %odd, %y, 0;
@%odd bra second;
bar.warp.sync -1;
mov.u32 d, 1;
bra done;
second:
bar.warp.sync -1;
mov.u32 d, 2;
done:""", [(k, (1 + k % 2,)) for k in range(32)])
snippet("bar.warp.sync", "not_a_member", "A lane that comes must be in its mask.", "a .u32", "d .u32",
        "bar.warp.sync 0xfffffff0;",
        [(k, (None,)) for k in range(32)], fault="BadMemberMask")

# ---- fences: nothing that one thread could see changes

FENCES = {
    "membar": (["membar.cta;", "membar.gl;", "membar.sys;"], None, None),
    "fence": (["fence.acq_rel.cta;", "fence.acq_rel.gpu;", "fence.acq_rel.sys;", "fence.sc.cta;", "fence.sc.gpu;",
               "fence.sc.sys;", "fence.acquire.gpu;", "fence.release.cta;"], None, None),
    "fence.proxy": (["fence.proxy.alias;", "fence.proxy.async;", "fence.proxy.async.global;",
                     "fence.proxy.async.shared::cta;"], "8.0", "sm_90"),
}
for row, (lines, version, target) in FENCES.items():
    snippet(row, "own_writes", "A thread sees its own writes in order, fence or none.", "a .u32, take .u32", "d .u32",
            ".reg .b64 %a;\n.reg .b32 %t;\n.reg .pred %q;\nmov.u32 %t, %tid.x;\nmov.u64 %a, area;\n"
            "mad.wide.u32 %a, %t, 4, %a;\nsetp.ne.u32 %q, take, 0;\n"
            + "\n".join(f"st.global.u32 [%a], {k};\n{line}\n@%q {line}" for k, line in enumerate(lines))
            + "\nst.global.u32 [%a], a;\n" + lines[0] + "\nld.global.u32 d, [%a];",
            [((k * 7, k % 2), (k * 7,)) for k in range(32)], ".global .align 4 .b8 area[128];", version=version,
            target=target)
MESSAGE = """
.visible .entry message(.param .u64 box, .param .u64 out)
{{
    .reg .b64 %b, %o;
    .reg .b32 %c, %v, %f;
    .reg .pred %p;
    ld.param.u64 %b, [box];
    ld.param.u64 %o, [out];
    mov.u32 %c, %ctaid.x;
    setp.ne.u32 %p, %c, 0;
    @%p bra reader;
    st.relaxed.gpu.global.u32 [%b], 42;
    {fence}
    st.relaxed.gpu.global.u32 [%b+4], 1;
    ret;
reader:
    ld.relaxed.gpu.global.u32 %f, [%b+4];
    setp.eq.u32 %p, %f, 0;
    @%p bra reader;
    {fence}
    ld.relaxed.gpu.global.u32 %v, [%b];
    st.global.u32 [%o], %v;
    ret;
}}"""
for row, line in (("membar", "membar.gl;"), ("fence", "fence.acq_rel.gpu;")):
    module(row, "message_passing", "Between fences a flag tells another block that the data is there.",
           "kernel: message\ngrid: 2\nblock: 1\narg: box zeros:u32:2\narg: out zeros:u32:1\nexpect: out u32 42",
           MESSAGE.format(fence=line))

"""Cases of control flow, trap, brkpt and nanosleep."""

from .case_writer import module, snippet


def collatz(n):
    steps = 0
    while n != 1:
        n, steps = (n // 2 if n % 2 == 0 else 3 * n + 1), steps + 1
    return steps


snippet("bra", "loop", "A loop that each lane leaves after its own number of turns.", "a .u32", "d .u32",
        """.reg .pred %p;
.reg .b32 %n, %b;
mov.u32 %n, a;
again:
setp.eq.u32 %p, %n, 1;
@%p bra done;
add.u32 d, d, 1;
and.b32 %b, %n, 1;
setp.ne.u32 %p, %b, 0;
@%p bra odd;
shr.u32 %n, %n, 1;
bra again;
odd:
mad.lo.u32 %n, %n, 3, 1;
bra.uni again;
done:""", [(k, (collatz(k),)) for k in range(1, 33)])
snippet("bra", "both_ways", "Lanes that go different ways meet again with their own results.", "a .s32", "d .s32",
        """.reg .pred %p;
setp.lt.s32 %p, a, 0;
@!%p bra positive;
neg.s32 d, a;
bra join;
positive:
add.s32 d, a, 100;
join:
mul.lo.s32 d, d, 2;""", [(a, (2 * (-a if a < 0 else a + 100),)) for a in range(-16, 16)])
snippet("bra", "nested", "Branches within branches.", "a .u32, b .u32", "d .u32", """.reg .pred %p, %q;
setp.ne.u32 %p, a, 0;
setp.ne.u32 %q, b, 0;
@%p bra has_a;
@%q bra only_b;
mov.u32 d, 1;
bra join;
only_b:
mov.u32 d, 2;
bra join;
has_a:
@%q bra a_and_b;
mov.u32 d, 3;
bra join;
a_and_b:
mov.u32 d, 4;
join:
add.u32 d, d, 10;""", [((a, b), (11 + 2 * a + b,)) for a, b in ((k & 1, k >> 1 & 1) for k in range(16))])
snippet("bra", "all_or_nothing", "A guarded branch that all lanes take, and one that none takes.", "a .u32", "d .u32",
        """.reg .pred %p;
setp.lt.u32 %p, a, 1000;
@%p bra taken;
mov.u32 d, 99;
taken:
add.u32 d, d, 1;
@!%p bra never;
add.u32 d, d, 2;
never:""", [(k, (3,)) for k in range(32)])
snippet("brx.idx", "table", "Each lane goes to the entry that its index names.", "a .u32", "d .u32", """.reg .b32 %i;
and.b32 %i, a, 3;
ways: .branchtargets zero, one, two, three;
brx.idx %i, ways;
zero:
mov.u32 d, 10;
bra join;
one:
mov.u32 d, 11;
two:
add.u32 d, d, 12;
bra join;
three:
mov.u32 d, 13;
join:
add.u32 d, d, a;""", [(k, ((10, 23, 12, 13)[k & 3] + k,)) for k in range(32)])
snippet("brx.idx", "guarded", "Lanes whose guard is false fall through; the others go three ways.",
        "a .u32, go .u32", "d .u32", """.reg .pred %p;
setp.ne.u32 %p, go, 0;
ways: .branchtargets zero, one, two;
@%p brx.idx a, ways;
mov.u32 d, 20;
bra join;
zero:
mov.u32 d, 10;
bra join;
one:
mov.u32 d, 11;
bra join;
two:
mov.u32 d, 12;
join:
add.u32 d, d, a;""", [((k * 7 % 3, int(k % 5 < 3)), (k * 7 % 3 + (10 + k * 7 % 3 if k % 5 < 3 else 20),))
                      for k in range(32)])
snippet("brx.idx", "uniform", "All lanes go to one entry.", "a .u32", "d .u32", """ways: .branchtargets zero, one;
brx.idx.uni 1, ways;
zero:
mov.u32 d, 10;
bra join;
one:
mov.u32 d, 11;
join:
add.u32 d, d, a;""", [(k, (11 + k,)) for k in range(32)])

ADD = """.func (.param .b32 r) add_up(.param .b32 a, .param .b32 b) { .reg .b32 %a, %b; ld.param.b32 %a, [a];
ld.param.b32 %b, [b]; add.u32 %a, %a, %b; st.param.b32 [r], %a; ret; }"""
snippet("call", "registers", "The caller gives registers and takes the result in one.", "a .u32, b .u32", "d .u32",
        "call (d), add_up, (a, b);",
        [((k, 3 * k), (4 * k,)) for k in range(32)], ADD, ["ret"])
snippet("call", "guarded", "A call under a guard: the other lanes stay out of it.", "take .u32, a .u32", "d .u32",
        ".reg .pred %q;\nsetp.ne.u32 %q, take, 0;\n@%q call (d), add_up, (a, 5);",
        [((k % 3 == 0, k), (k + 5 if k % 3 == 0 else 0,)) for k in range(32)], ADD, ["ret"])
FACTORIAL = """.func (.param .b32 r) factorial(.param .b32 n) { .reg .b32 %n, %m, %f; .reg .pred %p;
ld.param.b32 %n, [n]; mov.u32 %f, 1; setp.le.u32 %p, %n, 1; @%p bra done; sub.u32 %m, %n, 1;
{ .param .b32 a; .param .b32 b;
st.param.b32 [a], %m; call (b), factorial, (a); ld.param.b32 %m, [b]; } mul.lo.u32 %f, %n, %m;
done: st.param.b32 [r], %f; ret; }"""


def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


snippet("call", "recursion", "A function calls itself, to a depth that differs from lane to lane.", "a .u32",
        "d .u32", """{
.param .b32 n;
.param .b32 r;
st.param.b32 [n], a;
call (r), factorial, (n);
ld.param.b32 d, [r];
}""", [(k % 13, (factorial(k % 13),)) for k in range(32)], FACTORIAL, ["ret", "ld.param", "st.param"])
EARLY = """.func (.param .b32 r) sign(.param .b32 a) { .reg .pred %p; .reg .b32 %a; ld.param.b32 %a, [a];
st.param.b32 [r], 1; setp.gt.s32 %p, %a, 0; @%p ret; st.param.b32 [r], 0; setp.eq.s32 %p, %a, 0; @%p ret;
st.param.b32 [r], -1; ret; }"""
snippet("ret", "early", "Lanes return from a function at different places.", "a .s32", "d .s32", "call (d), sign, (a);",
        [(a, ((a > 0) - (a < 0),)) for a in range(-16, 16)], EARLY, ["call"])
snippet("ret", "from_a_kernel", "In a kernel, ret ends the thread.", "a .u32", "d .u32", """.reg .pred %p;
.reg .b64 %o;
setp.ge.u32 %p, a, 20;
@%p ret;
mov.u32 d, 1;""", [(k, (int(k < 20),)) for k in range(32)])
snippet("exit", "some_lanes", "Some lanes exit: they store nothing more.", "a .u32", "d .u32", """.reg .pred %p;
.reg .b32 %b;
and.b32 %b, a, 3;
setp.eq.u32 %p, %b, 1;
@%p exit;
mov.u32 d, 5;""", [(k, (0 if k % 4 == 1 else 5,)) for k in range(32)])
LEAVE = """.func leave(.param .b32 a) { .reg .pred %p; .reg .b32 %a; ld.param.b32 %a, [a]; setp.lt.u32 %p, %a, 8;
@%p exit; ret.uni; }"""
snippet("exit", "inside_a_function", "exit inside a function ends the thread, not the call.", "a .u32", "d .u32",
        "call leave, (a);\nmov.u32 d, 5;", [(k, (0 if k < 8 else 5,)) for k in range(32)], LEAVE, ["call"])
for row, kind in (("trap", "Trap"), ("brkpt", "Breakpoint")):
    snippet(row, "one_lane", f"{row} by one lane stops the launch.", "a .u32", "d .u32",
            f".reg .pred %p;\nsetp.eq.u32 %p, a, 9;\n@%p {row};", [(k, (None,)) for k in range(32)], fault=kind)
    snippet(row, "guarded_off", f"A {row} whose guard is false in all lanes does nothing.", "a .u32", "d .u32",
            f".reg .pred %p;\nsetp.eq.u32 %p, a, 99;\n@%p {row};\nadd.u32 d, a, 1;", [(k, (k + 1,)) for k in range(32)])
snippet("nanosleep", "changes_nothing", "Sleeping takes time and nothing else.", "a .u32", "d .u32",
        "nanosleep.u32 100;\nnanosleep.u32 a;\nadd.u32 d, a, 1;", [(k, (k + 1,)) for k in range(32)])
module("nanosleep", "waits_for_another_block", "A block that sleeps while it waits lets the other one come.",
       "kernel: patient\ngrid: 2\nblock: 1\narg: flag zeros:u32:2\nexpect: flag u32 1 1", """
.visible .entry patient(.param .u64 flag)
{
    .reg .b64 %f;
    .reg .b32 %c, %v;
    .reg .pred %p;
    ld.param.u64 %f, [flag];
    mov.u32 %c, %ctaid.x;
    setp.ne.u32 %p, %c, 0;
    @%p bra second;
again:
    nanosleep.u32 20;
    ld.volatile.global.u32 %v, [%f];
    setp.eq.u32 %p, %v, 0;
    @%p bra again;
    st.volatile.global.u32 [%f+4], 1;
    ret;
second:
    st.volatile.global.u32 [%f], 1;
    ret;
}""", ["ld.global", "st.global"])
for part in ("launch_dependents", "wait"):
    snippet(f"griddepcontrol.{part}", "changes_nothing", "Where no grid depends on another one, nothing happens.",
            "a .u32", "d .u32", f"griddepcontrol.{part};\nadd.u32 d, a, 1;", [(k, (k + 1,)) for k in range(32)],
            version="8.0", target="sm_90")
snippet("griddepcontrol.wait", "under_a_guard", "Some lanes wait, and all go on.", "a .u32", "d .u32, e .u32",
        """.reg .pred %p;
setp.lt.u32 %p, a, 7;
@%p griddepcontrol.wait;
add.u32 d, a, 1;
bar.warp.sync -1;
activemask.b32 e;""", [(k, (k + 1, 0xFFFFFFFF)) for k in range(32)], rows=["bar.warp.sync", "activemask"],
        version="8.0", target="sm_90")

"""Cases of calls through pointers, and of functions that take and give registers."""

from .case_writer import snippet

WAYS = """.func (.param .b32 r) add_up(.param .b32 a, .param .b32 b) { .reg .b32 %a, %b; ld.param.b32 %a, [a];
ld.param.b32 %b, [b]; add.u32 %a, %a, %b; st.param.b32 [r], %a; ret; }
.func (.param .b32 r) take_off(.param .b32 a, .param .b32 b) { .reg .b32 %a, %b; ld.param.b32 %a, [a];
ld.param.b32 %b, [b]; sub.u32 %a, %a, %b; st.param.b32 [r], %a; ret; }
.func (.param .b32 r) times(.param .b32 a, .param .b32 b) { .reg .b32 %a, %b; ld.param.b32 %a, [a];
ld.param.b32 %b, [b]; mul.lo.u32 %a, %a, %b; st.param.b32 [r], %a; ret; }
.global .u64 ways[3] = {add_up, take_off, times};"""
LOAD = """.reg .b64 %t, %f;
mov.u64 %t, ways;
mad.wide.u32 %t, way, 8, %t;
ld.global.u64 %f, [%t];
"""
PROTOTYPE = "proto: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _);\n"
CALL = """{
.param .b32 x, y, z;
st.param.b32 [x], a;
st.param.b32 [y], b;
@GUARD@call (z), %f, (x, y), @WHAT@;
ld.param.b32 @D@, [z];
}"""


def result(way, a, b):
    return (a + b, a - b, a * b)[way] & 0xFFFFFFFF


def indirect(name, comment, before, what, way, guard="", after="", d="d"):
    rows = [((way(k), 100 + k, k * 7), (result(way(k), 100 + k, k * 7),)) for k in range(32)]
    call = CALL.replace("@WHAT@", what).replace("@GUARD@", guard).replace("@D@", d)
    snippet("call", name, comment, "way .u32, a .u32, b .u32", "d .u32", LOAD + before + call + after, rows, WAYS,
            ["ret"])


indirect("through_a_pointer", "One target for all lanes.", PROTOTYPE, "proto", lambda k: 2)
indirect("each_lane_its_target", "Three targets in one warp, mixed.", PROTOTYPE, "proto", lambda k: k * 5 % 3)
indirect("listed_targets", "The functions that may be called stand in a list.",
         "list: .calltargets add_up, take_off, times;\n", "list", lambda k: (k // 4) % 3)
indirect("targets_in_a_table", "The functions that may be called are those of a variable.", "", "ways",
         lambda k: (k // 3) % 3)
snippet("call", "pointer_under_a_guard", "The other lanes stay out of all targets and are there behind the call.",
        "way .u32, a .u32, b .u32", "d .u32, e .u32", LOAD + ".reg .pred %q;\nsetp.lt.u32 %q, way, 2;\n" + PROTOTYPE +
        "mov.u32 d, 1;\n@%q call (d), %f, (a, b), proto;\nactivemask.b32 e;",
        [((k % 3, k, 50), (result(k % 3, k, 50) if k % 3 < 2 else 1, 0xFFFFFFFF)) for k in range(32)], WAYS,
        ["ret", "activemask"])
FIBONACCI = """.func (.param .b32 r) fibonacci(.param .b32 n, .param .b64 self) { .reg .b32 %n, %x, %y; .reg .b64 %s;
.reg .pred %p; ld.param.b32 %n, [n]; ld.param.b64 %s, [self]; setp.lt.u32 %p, %n, 2; @%p bra done;
proto: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b64 _);
{ .param .b32 m, f; .param .b64 g; sub.u32 %x, %n, 1; st.param.b32 [m], %x; st.param.b64 [g], %s;
call (f), %s, (m, g), proto; ld.param.b32 %x, [f]; }
{ .param .b32 m, f; .param .b64 g; sub.u32 %y, %n, 2; st.param.b32 [m], %y; st.param.b64 [g], %s;
call (f), %s, (m, g), proto; ld.param.b32 %y, [f]; }
add.u32 %n, %x, %y; done: st.param.b32 [r], %n; ret; }"""


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


snippet("call", "recursion_through_a_pointer", "A function that calls itself through a pointer it is given.", "n .u32",
        "d .u32", """.reg .b64 %f;
mov.u64 %f, fibonacci;
{ .param .b32 m, r; .param .b64 g;
st.param.b32 [m], n;
st.param.b64 [g], %f;
call (r), fibonacci, (m, g);
ld.param.b32 d, [r]; }""", [(k % 9, (fibonacci(k % 9),)) for k in range(32)], FIBONACCI, ["ret"])
IN_REGISTERS = """.func (.reg .b64 product) multiply(.reg .b32 a, .reg .b32 b) {
mul.wide.u32 product, a, b; ret; }"""
snippet("call", "register_formals", "A function whose parameters and result are registers.", "a .u32, b .u32",
        "d .u64", "call (d), multiply, (a, b);",
        [((k * 1000, 0xFFFFFFF0 + k % 16), (k * 1000 * (0xFFFFFFF0 + k % 16),)) for k in range(32)], IN_REGISTERS,
        ["ret"])

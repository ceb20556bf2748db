// Tests of what the parser says about wrong input: message, place and hint.
#include "tests/unit/sim/ptx/small_rows.h"

#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::ptx;

namespace {

Diagnostic first_problem(std::string_view body) {
    const Function k = kernel_of(body);
    REQUIRE_FALSE(k.problems.empty());
    return k.problems[0];
}

std::string structural(std::string_view text) {
    const Result<Module> module = parse_small(text);
    return module.ok() ? std::string() : to_string(module.error());
}

} // namespace

TEST_CASE("an unknown form names the nearest row") {
    const Diagnostic problem = first_problem("  add.sat.f64 %fd1, %fd1, %fd2; ret;");
    CHECK(problem.where.file == "test.ptx");
    CHECK(problem.where.line == 14);
    CHECK(problem.where.column == 3);
    CHECK(problem.message == "unsupported form 'add.sat.f64'");
    CHECK(problem.hint == "the nearest supported form is add{.rn|.rz|.rm|.rp}{.ftz}{.sat}.type d, "
                          "a, b (.type: .f32)");
}

TEST_CASE("an unknown mnemonic names its nearest neighbour") {
    const Diagnostic problem = first_problem("sehl.b32 %r1, %r2, 3; ret;");
    CHECK(problem.message == "unknown instruction 'sehl.b32'");
    CHECK(problem.hint ==
          "the nearest supported form is shl.type d, a, b:u32 (.type: .b16 .b32 .b64)");
    CHECK(first_problem("wgmma.mma_async.foo %r1; ret;").hint.empty());
}

TEST_CASE("operands that read as nonsense do not hide an unknown form") {
    CHECK(first_problem("tex.2d.v4.f32.f32 {%f1}, [t, {%f1}]; ret;").message ==
          "unknown instruction 'tex.2d.v4.f32.f32'");
}

TEST_CASE("wrong operands are explained") {
    CHECK(problem_of("add.s32 %r1, %r2; ret;") ==
          "14: operands do not fit 'add.s32': there are too few operands");
    CHECK(problem_of("add.s32 %r1, %r2, 1, 2; ret;") ==
          "14: operands do not fit 'add.s32': there are too many operands");
    CHECK(problem_of("add.s32 %r1, %r2, 1.5; ret;") ==
          "14: operands do not fit 'add.s32': 0d3FF8000000000000 is a floating-point constant "
          "where .s32 is expected");
    CHECK(problem_of("add.f32 %f1, %f2, 1; ret;") ==
          "14: operands do not fit 'add.f32': 1 is an integer constant where .f32 is expected");
    CHECK(problem_of("add.f32 %f1, %f2, %rd1; ret;") ==
          "14: operands do not fit 'add.f32': %rd1 is a .b64 register where .f32 is expected");
    CHECK(problem_of("add.s32 5, %r2, 1; ret;") ==
          "14: operands do not fit 'add.s32': 5 cannot be written to");
    CHECK(problem_of("add.s32 %r1, %r2, oops; ret;") ==
          "14: operands do not fit 'add.s32': oops is not declared");
    CHECK(problem_of("selp.b32 %r1, %r2, %r3, !%p1; ret;") ==
          "14: operands do not fit 'selp.b32': !%p1 cannot be negated here");
    CHECK(problem_of("ld.global.u32 %r1, %rd1; ret;") ==
          "14: operands do not fit 'ld.global.u32': %rd1 is not an address in brackets");
    CHECK(problem_of("ld.global.v4.u32 {%r1, %r2}, [%rd1]; ret;") ==
          "14: operands do not fit 'ld.global.v4.u32': {%r1, %r2} does not have the elements that "
          "this form asks for");
}

TEST_CASE("names that mean nothing are refused where they stand") {
    CHECK(problem_of("add.s32 %r1, %r99, 1; ret;") ==
          "14: '%r99' is neither a declared register nor a special register");
    CHECK(problem_of("@%r1 bra L; L: ret;") == "14: '%r1' is not a predicate register");
    CHECK(problem_of("bra nowhere; ret;") == "14: label 'nowhere' is not defined");
    CHECK(problem_of("t: .branchtargets X; brx.idx %r1, t; ret;") ==
          "14: label 'X' is not defined");
    CHECK(problem_of("L: L: ret;") == "14: label 'L' is defined twice");
    CHECK(problem_of("call unknown; ret;") == "14: 'unknown' is not a declared function");
    CHECK(problem_of("ld.global.u32 %r1, [x]; ret;") == "14: 'x' is not declared");
    CHECK(problem_of("ld.global.u32 %r1, [%f1]; ret;") == "14: '%f1' cannot hold an address");
    CHECK(problem_of(".reg .b32 a, a; ret;") == "14: 'a' is declared twice in this scope");
    CHECK(problem_of(".reg .b32 %x<1000001>; ret;") ==
          "14: a register range holds at most 1000000 registers");
    CHECK(problem_of(".reg .v3 .f32 v; ret;") == "14: expected a register type before '.v3'");
    CHECK(problem_of(".reg .v2 .f32 v; add.f32 v.x, v.y, v.z; ret;") ==
          "14: 'v' has no component 'z'");
    CHECK(problem_of(".nonsense; ret;") == "14: unknown directive '.nonsense'");
}

TEST_CASE("after an error inside braces the function goes on") {
    const Function k = kernel_of("ld.global.v2.u32 {%r1, %r99}, [%rd1]; { mov.b64 {%r1, oops}, "
                                 "%rd1; } mov.u32 %r1, 1; ret;");
    CHECK(k.problems.size() == 2);
    CHECK(k.instructions.size() == 2);
}

TEST_CASE("one bad function leaves the others whole") {
    const Result<Module> module = parse_small(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry bad() { .reg .b32 %r<2>; frobnicate.b32 %r0, {%r1, 2}; mov.u32 %r0, 1; ret; }
.visible .entry good() { ret; }
)");
    REQUIRE(module.ok());
    CHECK(module->find_function("bad")->problems.size() == 1);
    CHECK(module->find_function("bad")->instructions.size() == 2);
    CHECK(module->find_function("good")->problems.empty());
}

TEST_CASE("broken structure fails the parse") {
    CHECK(structural("") == "test.ptx:1:1: error: expected '.version' before the end of the text\n"
                            "  try: a PTX module starts with .version, .target and .address_size");
    CHECK(structural(".version 8.0\n.target sm_80\n.entry k() { ret;") ==
          "test.ptx:3:18: error: the body of 'k' is not closed\n  try: its '{' stands in line 3");
    CHECK(structural(".version 8.0\n.target sm_80\n}") ==
          "test.ptx:3:1: error: this '}' closes nothing");
    CHECK(structural(".version 8.0\n.target sm_80\n.entry k() { mov ` }") ==
          "test.ptx:3:18: error: cannot read '`'");
    CHECK(structural(".version 80\n") ==
          "test.ptx:1:10: error: expected a version such as 8.0 before '80'");
    CHECK(structural(".version 12.0\n.target sm_80") ==
          "test.ptx:1:10: error: PTX version 12.0 is newer than this parser\n  try: versions up to "
          "9.x are supported");
    CHECK(structural(".version 8.0\n.target sm_80\n.section .debug_info {") ==
          "test.ptx:3:22: error: this section's '{' is never closed");
    CHECK(structural(".version 8.0\n.target sm_80\n.entry k() {ret;}\n.entry k() {ret;}") ==
          "test.ptx:4:1: error: 'k' is defined twice");
}

TEST_CASE("deep nesting is refused and does not exhaust the stack") {
    CHECK(problem_of("mov.b64 %rd1, " + std::string(5000, '{') + std::string(5000, '}') + ";") ==
          "14: these operands are nested too deeply");
    const std::string scopes =
        ".version 8.0\n.target sm_80\n.entry k() {" + std::string(100000, '{');
    CHECK_THAT(structural(scopes),
               Catch::Matchers::ContainsSubstring("the scopes are nested too deeply"));
}

// Looking for where a difference began, beside a twin that executes other instructions.
#include "runtime/compare/bisect.h"

#include "runtime/compare/side_by_side.h"
#include "sim/debug/capture.h"
#include "tests/unit/runtime/compare/emulator_twin.h"

using namespace warpscope;
using compare::bisect;
using test::EmulatorTwin;

namespace {

LaunchComparison compare_kernel(const std::string& ptx, EmulatorTwin& twin, unsigned blocks = 1) {
    PtxRunRequest request;
    request.grid = {blocks, 1, 1};
    request.block = {64, 1, 1};
    request.arguments = {parse_ptx_argument("zeros:u32:256").value()};
    auto launch = prepare_ptx(ptx, "small.ptx", request, default_gpu(), {});
    if (!launch) FAIL(to_string(launch.error()));
    PreparedLaunch& prepared = launch->launch;
    compare::CompareOptions options;
    options.bisect = true;
    compare::SideBySide beside(twin, std::move(options));
    beside.begin(make_capsule(prepared.request, prepared.gpu, *prepared.memory, prepared.options),
                 prepared.request);
    const PreparedResult ended = run_prepared(prepared);
    report::SourceFiles sources;
    return beside.end(prepared.request, {ended.result, *prepared.memory, ended.printed}, sources);
}

const std::string kOwnWord = "mad.wide.u32 %d1, %t, 4, %p;\n";

} // namespace

TEST_CASE("the first instruction is found that computes something else") {
    const std::string ptx = test::kernel("add.u32 %r1, %t, 5;\nmul.lo.u32 %r2, %r1, %r1;\n"
                                         "xor.b32 %r3, %r2, 1;\n" +
                                         kOwnWord + "st.global.u32 [%d1], %r3;");
    EmulatorTwin twin("mul.lo.u32", "add.u32");
    const LaunchComparison c = compare_kernel(ptx, twin);
    const Bisection& b = c.bisection;
    REQUIRE(b.steps.size() == 1);
    CHECK(b.steps[0].thread.thread == c.differing[0].first.writer.thread);
    CHECK(b.steps[0].thread.ptx_text == "mul.lo.u32 %r2, %r1, %r1;");
    CHECK(b.steps[0].name == "%r2");
    CHECK(b.steps[0].emulator == "0x00000019");
    CHECK(b.steps[0].gpu == "0x0000000a");
    CHECK(b.conclusion.find("from the same operands") != std::string::npos);
}

TEST_CASE("what was read is followed to who wrote it, through shared memory") {
    // Each thread squares its number, and takes what its neighbour has.
    const std::string ptx =
        test::kernel(".shared .b32 area[64];\nmov.u32 %r5, area;\nmad.lo.u32 %r6, %t, 4, %r5;\n"
                     "mul.lo.u32 %r1, %t, %t;\nst.shared.u32 [%r6], %r1;\nbar.sync 0;\n"
                     "xor.b32 %r7, %t, 1;\nmad.lo.u32 %r6, %r7, 4, %r5;\n"
                     "ld.shared.u32 %r2, [%r6];\n" +
                     kOwnWord + "st.global.u32 [%d1], %r2;");
    EmulatorTwin squares("mul.lo.u32 %r1, %t, %t", "add.u32 %r1, %t, %t");
    const Bisection b = compare_kernel(ptx, squares).bisection;
    REQUIRE(b.steps.size() == 2);
    CHECK(b.steps[0].thread.ptx_text == "ld.shared.u32 %r2, [%r6];");
    CHECK(b.steps[1].thread.ptx_text == "mul.lo.u32 %r1, %t, %t;");
    CHECK(b.steps[1].thread.thread.x == (b.steps[0].thread.thread.x ^ 1));
}

TEST_CASE("what lanes exchange is followed to the lane that it came from") {
    const std::string ptx = test::kernel("mul.lo.u32 %r1, %t, %t;\n"
                                         "shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;\n" +
                                         kOwnWord +
                                         "setp.eq.u32 %q1, %t, 2;\n"
                                         "@%q1 st.global.u32 [%d1], %r2;");
    // Of all lanes the third alone stores what the fourth had; its own square is right.
    EmulatorTwin twin("mul.lo.u32 %r1, %t, %t",
                      "mad.lo.u32 %r1, %t, %t, 0;\nsetp.eq.u32 %q1, %t, 3;\n"
                      "@%q1 mov.u32 %r1, 77");
    const Bisection b = compare_kernel(ptx, twin).bisection;
    REQUIRE(b.steps.size() == 2);
    CHECK(b.steps[0].thread.ptx_text == "shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;");
    CHECK(b.steps[1].thread.thread == Dim3{3, 0, 0});
    CHECK(b.steps[1].gpu == "0x0000004d");
}

TEST_CASE("a predicate that differs is where a thread goes another way") {
    const std::string ptx =
        test::kernel("setp.lt.u32 %q1, %t, 32;\n@%q1 bra small;\nmov.u32 %r1, 7;\nbra store;\n"
                     "small:\nmov.u32 %r1, 9;\nstore:\n" +
                     kOwnWord + "st.global.u32 [%d1], %r1;");
    EmulatorTwin twin("setp.lt.u32", "setp.ge.u32");
    const Bisection b = compare_kernel(ptx, twin).bisection;
    REQUIRE(b.steps.size() == 1);
    CHECK(b.steps[0].type == "pred");
    CHECK(b.steps[0].emulator == "true");
    CHECK(b.steps[0].gpu == "false");
}

TEST_CASE("guards, floats, halves and pairs are traced as they are") {
    const std::string body =
        ".reg .f32 %f<4>;\n.reg .b16 %h<4>;\n.reg .f64 %e<3>;\ncvt.rn.f32.u32 %f1, %t;\n"
        "cvt.u16.u32 %h1, %t;\nsetp.lt.u32 %q1, %t, 40;\n@%q1 add.u16 %h1, %h1, 3;\n"
        "@!%q1 setp.eq.u32 %q1, %t, 50;\ncvt.f64.f32 %e1, %f1;\ncvt.u32.u16 %r1, %h1;\n"
        "mov.b64 %d3, {%r1, %t};\nmov.b64 {%r2, %r3}, %d3;\nadd.rn.f64 %e2, %e1, %e1;\n"
        "cvt.rn.f32.f64 %f2, %e2;\nmov.b32 %r4, %f2;\nadd.u32 %r4, %r4, %r2;\n" +
        kOwnWord + "st.global.u32 [%d1], %r4;";
    EmulatorTwin halves("add.u16 %h1, %h1, 3", "add.u16 %h1, %h1, 4");
    const Bisection h = compare_kernel(test::kernel(body), halves).bisection;
    REQUIRE(h.steps.size() == 1);
    CHECK(h.steps[0].name == "%h1");
    EmulatorTwin doubles("add.rn.f64 %e2, %e1, %e1", "add.rn.f64 %e2, %e1, 0d4000000000000000");
    const Bisection d = compare_kernel(test::kernel(body), doubles).bisection;
    REQUIRE(d.steps.size() == 1);
    CHECK(d.steps[0].type == "f64");
    CHECK(d.steps[0].emulator == "0");
    CHECK(d.steps[0].gpu == "2");
}

TEST_CASE("long threads are traced piece by piece") {
    // 100,000 rounds of 4 results; the 90,000th of them differs.
    const std::string ptx = test::kernel(
        "mov.u32 %r1, 0;\nmov.u32 %r2, 0;\nagain:\nadd.u32 %r1, %r1, 1;\n"
        "setp.eq.u32 %q2, %r1, 90000;\nselp.u32 %r3, 0, 0, %q2;\nadd.u32 %r2, %r2, %r3;\n"
        "setp.lt.u32 %q1, %r1, 100000;\n@%q1 bra again;\n" +
        kOwnWord + "setp.eq.u32 %q3, %t, 33;\n@%q3 st.global.u32 [%d1], %r2;");
    EmulatorTwin twin("selp.u32 %r3, 0, 0, %q2", "selp.u32 %r3, 1, 0, %q2");
    const Bisection b = compare_kernel(ptx, twin).bisection;
    REQUIRE(b.steps.size() == 1);
    CHECK(b.steps[0].name == "%r3");
    CHECK(b.steps[0].thread.thread == Dim3{33, 0, 0});
    CHECK(b.steps[0].result > 5 * 89'999);
}

TEST_CASE("a difference that no instruction makes is one of order") {
    EmulatorTwin twin;
    PtxRunRequest request;
    request.grid = {1, 1, 1};
    request.block = {32, 1, 1};
    request.arguments = {parse_ptx_argument("zeros:u32:64").value()};
    const auto launch = prepare_ptx(test::kernel(kOwnWord + "st.global.u32 [%d1], %t;"),
                                    "small.ptx", request, default_gpu(), {});
    const PreparedLaunch& p = launch->launch;
    const Capsule before = make_capsule(p.request, p.gpu, *p.memory, p.options);
    report::SourceFiles sources;
    ElementDifference element;
    CHECK(bisect(twin, before, element, sources).conclusion.find("the GPU alone did") !=
          std::string::npos);
    element.writer.does = "wrote it last on the emulator";
    element.writer.thread = {5, 0, 0};
    const Bisection b = bisect(twin, before, element, sources);
    CHECK(b.steps.empty());
    CHECK(b.conclusion.find("thread (5, 0, 0) of block (0, 0, 0) computes the same") !=
          std::string::npos);
}

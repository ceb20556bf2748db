// Executions of lines, counted by code of the launch itself.
#include "runtime/compare/executions.h"

#include "runtime/compare/side_launch.h"
#include "sim/debug/capture.h"
#include "tests/unit/runtime/compare/emulator_twin.h"

using namespace warpscope;

namespace {

std::vector<LineExecutions> executions(const std::string& ptx, compare::Twin& twin) {
    PtxRunRequest request;
    request.grid = {2, 1, 1};
    request.block = {64, 1, 1};
    request.arguments = {parse_ptx_argument("zeros:u32:64").value()};
    auto launch = prepare_ptx(ptx, "small.ptx", request, default_gpu(), {});
    if (!launch) FAIL(to_string(launch.error()));
    const PreparedLaunch& p = launch->launch;
    const Capsule before = make_capsule(p.request, p.gpu, *p.memory, p.options);
    report::SourceFiles sources;
    auto lines = compare::count_executions(twin, before, sources);
    if (!lines) FAIL(to_string(lines.error()));
    return std::move(*lines);
}

const LineExecutions& line_of(const std::vector<LineExecutions>& lines, const char* text) {
    for (const LineExecutions& line : lines)
        if (line.ptx_text == text) return line;
    FAIL(text);
    return lines[0];
}

const std::string kParting = test::kernel(
    "setp.lt.u32 %q1, %t, 8;\nmov.u32 %r1, 0;\n@%q1 bra few;\nadd.u32 %r1, %r1, 1;\nbra both;\n"
    "few:\nadd.u32 %r1, %r1, 2;\nboth:\nmad.wide.u32 %d1, %t, 4, %p;\n"
    "@!%q1 st.global.u32 [%d1], %r1;");

} // namespace

TEST_CASE("lanes and warps are counted for each line that was executed") {
    test::EmulatorTwin twin;
    const std::vector<LineExecutions> lines = executions(kParting, twin);
    const LineExecutions& all = line_of(lines, "mov.u32 %r1, 0;");
    CHECK(all.emulator_threads == 128);
    CHECK(all.emulator_warps == 4);
    // Eight lanes of the first warp of each block.
    const LineExecutions& few = line_of(lines, "add.u32 %r1, %r1, 2;");
    CHECK(few.emulator_threads == 16);
    CHECK(few.emulator_warps == 2);
    const LineExecutions& others = line_of(lines, "add.u32 %r1, %r1, 1;");
    CHECK(others.emulator_threads == 112);
    CHECK(others.emulator_warps == 4);
    // By a guard, without parting.
    const LineExecutions& store = line_of(lines, "@!%q1 st.global.u32 [%d1], %r1;");
    CHECK(store.emulator_threads == 112);
    for (const LineExecutions& line : lines) {
        CHECK(line.gpu_threads == line.emulator_threads);
        CHECK(line.gpu_warps == line.emulator_warps);
    }
}

TEST_CASE("what the other device executes otherwise is counted otherwise") {
    test::EmulatorTwin twin("setp.lt.u32 %q1, %t, 8;", "setp.lt.u32 %q1, %t, 40;");
    const std::vector<LineExecutions> lines = executions(kParting, twin);
    const LineExecutions& few = line_of(lines, "add.u32 %r1, %r1, 2;");
    CHECK(few.emulator_threads == 16);
    CHECK(few.gpu_threads == 80);
    CHECK(few.gpu_warps == 4);
}

TEST_CASE("lines that nobody executed are not listed") {
    test::EmulatorTwin twin;
    const std::vector<LineExecutions> lines =
        executions(test::kernel("bra over;\nmov.u32 %r1, 0;\nover:"), twin);
    for (const LineExecutions& line : lines)
        CHECK(line.ptx_text != "mov.u32 %r1, 0;");
}

TEST_CASE("lanes that leave a loop of reductions wait for the others, as on hardware") {
    // Lane t goes round 4 t + 1 times.
    const std::string ptx =
        test::kernel("and.b32 %r1, %t, 31;\nmov.u32 %r2, 0;\nagain:\nred.global.add.u32 [%p], 1;\n"
                     "add.u32 %r2, %r2, 1;\nshr.u32 %r3, %r2, 2;\nsetp.le.u32 %q1, %r3, %r1;\n"
                     "@%q1 bra again;\nmov.u32 %r4, 7;");
    test::EmulatorTwin twin;
    const std::vector<LineExecutions> lines = executions(ptx, twin);
    const LineExecutions& behind = line_of(lines, "mov.u32 %r4, 7;");
    CHECK(behind.emulator_threads == 128);
    CHECK(behind.emulator_warps == 4);
}

TEST_CASE("memory for answers lies behind device memory, not among the host's") {
    Capsule before;
    before.memory.resize(2);
    before.memory[0].base = kGlobalBase + 0x1000;
    before.memory[0].size = 64;
    before.memory[1].base = 0x7FFF'0000'0000;
    before.memory[1].size = 64;
    before.memory[1].kind = AllocationKind::Managed;
    const Address at = compare::side_buffer_address(before);
    CHECK(at > kGlobalBase + 0x1000);
    CHECK(at < kGlobalBase + 0x1000'0000);
    const compare::SideLaunch side = compare::side_launch(before, "", "answer", 8, 4096);
    CHECK(side.buffer.base == at);
    CHECK(side.variable.base >= at + 4096);
    before.memory.clear();
    CHECK(compare::side_buffer_address(before) > kGlobalBase);
}

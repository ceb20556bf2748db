// Tests that launch reports count what kernels of a known length do.
#include "runtime/report/statistics.h"

#include "tests/unit/runtime/report/small_kernels.h"

using namespace warpscope;
using namespace warpscope::test;

namespace {

const ClassCount* find(const LaunchReport& report, const std::string& name) {
    for (const ClassCount& c : report.classes) {
        if (c.instruction_class == name) return &c;
    }
    return nullptr;
}

const MemoryCount* find(const LaunchReport& report, const std::string& space,
                        const std::string& kind) {
    for (const MemoryCount& m : report.memory) {
        if (m.space == space && m.kind == kind) return &m;
    }
    return nullptr;
}

} // namespace

TEST_CASE("statistics: warps and threads by class", "[report]") {
    // Two blocks of 40 threads: four warps, of which two have 8 lanes.
    const LaunchReport report = report_of(
        run(kernel("add.u32 %r1, %t, 1;\nadd.u32 %r2, %r1, 1;"), {.blocks = 2, .threads = 40}));
    CHECK(report.kernel == "k(unsigned int*)");
    CHECK(report.mangled == "_Z1kPj");
    CHECK(report.outcome == "finished");
    CHECK(report.grid == Dim3{2, 1, 1});
    CHECK(report.warp_instructions == 4 * 5);
    CHECK(report.thread_instructions == 80 * 5);
    CHECK(report.simt_efficiency == 0.625);
    REQUIRE(find(report, "integer"));
    CHECK(find(report, "integer")->warp_instructions == 8);
    CHECK(find(report, "integer")->thread_instructions == 160);
    CHECK(report.seconds == 0.5);
    std::uint64_t sum = 0;
    for (const ClassCount& c : report.classes)
        sum += c.warp_instructions;
    CHECK(sum == report.warp_instructions);
}

TEST_CASE("statistics: memory instructions by space and kind", "[report]") {
    const LaunchReport report = report_of(run(
        kernel(
            "mul.wide.u32 %d1, %t, 4;\nadd.u64 %d2, %p, %d1;\nld.global.u32 %r1, [%d2];\n"
            "setp.lt.u32 %q1, %t, 10;\n@%q1 st.global.u32 [%d2], %r1;\nst.shared.u32 [%d1], %r1;\n"
            "red.global.add.u32 [%p], 1;\natom.global.add.u32 %r2, [%p], 1;\nbar.sync 0;"),
        {.threads = 64, .shared = 256}));
    REQUIRE(find(report, "global", "load"));
    CHECK(find(report, "global", "load")->thread_accesses == 64);
    REQUIRE(find(report, "global", "store"));
    CHECK(find(report, "global", "store")->warp_instructions == 2);
    CHECK(find(report, "global", "store")->thread_accesses == 10);
    REQUIRE(find(report, "shared", "store"));
    REQUIRE(find(report, "global", "reduction"));
    REQUIRE(find(report, "global", "atomic"));
    CHECK(report.barriers == 1);
    CHECK(report.dynamic_shared_bytes == 256);
}

TEST_CASE("statistics: why blocks took turns", "[report]") {
    const LaunchReport report = report_of(run(
        kernel("atom.global.add.u32 %r2, [%p], 1;\nst.global.u32 [%p+8], %r2;"), {.blocks = 2}));
    CHECK(report.ordered);
    CHECK(!report.ordered_reason.empty());
}

TEST_CASE("statistics: divergent branches by source line", "[report]") {
    const std::string body =
        ".loc 1 3 7\nsetp.lt.u32 %q1, %t, 10;\n@%q1 bra THEN;\nadd.u32 %r1, %t, 1;\n"
        "bra JOIN;\nTHEN:\nadd.u32 %r1, %t, 2;\nJOIN:\nadd.u32 %r2, %r1, 1;\n"
        "setp.lt.u32 %q2, %t, 20;\n@%q2 bra END;\nadd.u32 %r1, %t, 1;\nEND:\n";
    const LaunchReport report =
        report_of(run(kernel(body) + ".file 1 \"small.cu\"\n", {.threads = 64}));
    REQUIRE(report.divergent_branches.size() == 1);
    const BranchReport& branch = report.divergent_branches[0];
    CHECK(branch.source.file == "small.cu");
    CHECK(branch.source.line == 3);
    CHECK(branch.source.text == "  third();");
    CHECK(branch.executions == 4);
    CHECK(branch.divergent == 2);
    CHECK(branch.lanes_taken == 30);
    CHECK(branch.lanes_not_taken == 34);
    CHECK(report.simt_efficiency < 1);
}

TEST_CASE("statistics: without line information branches are told by PTX line", "[report]") {
    const LaunchReport report = report_of(
        run(kernel("setp.lt.u32 %q1, %t, 10;\n@%q1 bra END;\nadd.u32 %r1, %t, 1;\nEND:\n")));
    REQUIRE(report.divergent_branches.size() == 1);
    CHECK(report.divergent_branches[0].source.file.empty());
    CHECK(report.divergent_branches[0].ptx_line == 14);
}

TEST_CASE("statistics: names", "[report]") {
    CHECK(report::demangle("_Z3addPfi") == "add(float*, int)");
    CHECK(report::demangle("add") == "add");
    CHECK(report::demangle("_Znonsense") == "_Znonsense");
    CHECK(report::demangle("") == "");
    CHECK(report::outcome_name(LaunchOutcome::BudgetExhausted) == "budget exhausted");
}

// Counting whole launches: known kernels, any number of host threads, both executions.
#include "sim/counters/observer.h"

#include "sim/exec/liveness.h"
#include "tests/unit/sim/exec/kernel_fixture.h"

using namespace warpscope;
using namespace warpscope::testing;

namespace {

/// Loads a column of a tile of `row` bytes a row, stores it along a row, and adds to one word.
std::string column_kernel(unsigned row) {
    return kernel_text(
        "mov.u32 %r0, %tid.x;\nmul.lo.u32 %r1, %r0, " + std::to_string(row) +
            ";\nmov.u32 %r5, tile;\nadd.u32 %r1, %r1, %r5;\nld.shared.u32 %r2, [%r1];\n"
            "mov.u32 %r3, %ctaid.x;\nmad.lo.u32 %r3, %r3, 32, %r0;\nmul.wide.u32 %d1, %r3, 4;\n"
            "add.u64 %d1, %d1, %d0;\nst.global.u32 [%d1], %r2;\n"
            "red.shared.add.u32 [tile], 1;\nld.u32 %r4, [%d1];\n",
        ".shared .align 16 .b8 tile[8192];\n");
}

std::vector<InstructionCounts> counts_of(KernelFixture& fixture, unsigned blocks,
                                         CounterObserver& counting) {
    std::vector<CountedFunction> functions;
    for (const ExecutableFunction& f : fixture.request.executable->functions)
        functions.push_back({f.source, registers_never_read(*f.source)});
    counting.prepare(functions);
    const LaunchResult result = fixture.run({blocks, 1, 1}, {32, 1, 1}, {&counting});
    CHECK(result.outcome == LaunchOutcome::Finished);
    return counting.counts();
}

CounterSums sum(const std::vector<InstructionCounts>& counts) {
    CounterSums sums;
    for (const InstructionCounts& c : counts)
        sums += c.sums();
    return sums;
}

} // namespace

TEST_CASE("counting: a kernel whose accesses are known", "[counters]") {
    CounterObserver counting;
    KernelFixture fixture(column_kernel(128));
    const std::vector<InstructionCounts> counts = counts_of(fixture, 3, counting);
    REQUIRE(counts.size() == 4);
    const CounterSums sums = sum(counts);
    CHECK(sums.shared[0] == SharedSums{3, 96, 96, 93});
    CHECK(sums.shared[2] == SharedSums{3, 96, 96, 93}); // 32 lanes add to one word
    CHECK(sums.shared_waiting_lanes == 93);
    CHECK(sums.of(GlobalKind::Store) == SectorSums{3, 96, 12, 384});
    CHECK(sums.of(GlobalKind::Load) == SectorSums{3, 96, 12, 384}); // the generic one
    CHECK(sums.local[0] == SectorSums{});
    CHECK(sums.quarter_passes == 4 * 96 + 4 * 96 + 24);
    CHECK(sums.avoidable_quarter_passes == 4 * 93 + 4 * 93);
}

TEST_CASE("counting: a padded row has no conflicts, and launches are counted apart", "[counters]") {
    CounterObserver counting;
    KernelFixture conflicts(column_kernel(128)), padded(column_kernel(132));
    const auto first = counts_of(conflicts, 2, counting);
    CHECK(sum(counts_of(padded, 2, counting)).shared[0] == SharedSums{2, 64, 2, 0});
    CHECK(sum(counts_of(conflicts, 2, counting)) == sum(first));
}

TEST_CASE("counting: host threads, seeds, execution and restarts change nothing", "[counters]") {
    // Blocks of the second kernel meet in memory, so that it is undone and run again.
    const std::string meeting =
        kernel_text("mov.u32 %r0, %tid.x;\nmul.wide.u32 %d1, %r0, 4;\nadd.u64 %d1, %d1, %d0;\n"
                    "ld.global.u32 %r1, [%d1];\nadd.u32 %r1, %r1, 1;\nst.global.u32 [%d1], %r1;\n");
    for (const std::string& text : {column_kernel(128), meeting}) {
        CounterObserver counting;
        KernelFixture one(text, 8192);
        const CounterSums expected = sum(counts_of(one, 40, counting));
        CHECK(expected.of(GlobalKind::Store).requests == 40);
        for (const unsigned threads : {1u, 2u, 4u})
            for (const bool reference : {false, true})
                for (const std::uint64_t seed : {0u, 5u}) {
                    KernelFixture again(text, 8192);
                    again.options.host_threads = threads;
                    again.options.reference = reference;
                    again.options.seed = seed;
                    CAPTURE(threads, reference, seed);
                    CHECK(sum(counts_of(again, 40, counting)) == expected);
                }
    }
}

TEST_CASE("counting: without a program nothing is counted", "[counters]") {
    CounterObserver counting;
    KernelFixture fixture(column_kernel(128));
    CHECK(fixture.run({1, 1, 1}, {32, 1, 1}, {&counting}).outcome == LaunchOutcome::Finished);
    CHECK(counting.counts().empty());
}

// Whole launches: canonical order, host threads, undoing, faults, budgets.
#include "tests/unit/sim/exec/kernel_fixture.h"

using namespace warpscope;
using warpscope::testing::kernel_text;
using warpscope::testing::KernelFixture;

namespace {

/// Every block adds its index to what it finds in word 0, without an atomic: the result depends on
/// the order.
const std::string kRace = kernel_text("mov.u32 %r1, %ctaid.x; ld.global.u32 %r2, [%d0]; mad.lo.u32 "
                                      "%r2, %r2, 3, %r1; st.global.u32 [%d0], %r2;");

/// Each block writes its own 128 bytes.
const std::string kIndependent =
    kernel_text("mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mad.lo.u32 %r3, %r1, 32, %r2; "
                "mul.wide.u32 %d1, %r3, 4;\n"
                "add.u64 %d1, %d1, %d0; st.global.u32 [%d1], %r3;");

struct Ends {
    Hash hash;
    std::uint64_t instructions;
    std::string reason;
};

Ends run_on(const std::string& text, unsigned host_threads, Dim3 grid, std::uint64_t seed = 0) {
    KernelFixture f(text, 1 << 16);
    f.options.host_threads = host_threads;
    f.options.seed = seed;
    const LaunchResult r = f.run(grid, {32, 1, 1});
    return {f.memory.content_hash(), r.statistics.warp_instructions, r.ordered_reason};
}

} // namespace

TEST_CASE("a race between blocks gives one result on 1, 2 and 8 host threads") {
    const Ends one = run_on(kRace, 1, {100, 1, 1});
    CHECK(one.reason == "its blocks touched each other's memory");
    for (unsigned threads : {2u, 8u}) {
        const Ends more = run_on(kRace, threads, {100, 1, 1});
        CHECK(more.hash == one.hash);
        CHECK(more.instructions == one.instructions);
        CHECK(more.reason == one.reason);
    }
}

TEST_CASE("another seed runs racing blocks in another order, the same seed in the same") {
    const Ends natural = run_on(kRace, 1, {100, 1, 1});
    CHECK(run_on(kRace, 2, {100, 1, 1}, 7).hash == run_on(kRace, 1, {100, 1, 1}, 7).hash);
    CHECK_FALSE(run_on(kRace, 1, {100, 1, 1}, 7).hash == natural.hash);
}

TEST_CASE("independent blocks stay independent and give one result on any number of host threads") {
    const Ends one = run_on(kIndependent, 1, {300, 1, 1});
    CHECK(one.reason.empty());
    CHECK(run_on(kIndependent, 2, {300, 1, 1}).hash == one.hash);
    CHECK(run_on(kIndependent, 8, {300, 1, 1}).hash == one.hash);
}

TEST_CASE("integer reductions commute and do not make blocks dependent") {
    const std::string text =
        kernel_text("red.global.add.u32 [%d0], 1; atom.global.add.u32 %r1, [%d0+64], 2;");
    KernelFixture f(text);
    f.options.host_threads = 4;
    const LaunchResult r = f.run({64, 1, 1}, {32, 1, 1});
    CHECK_FALSE(r.ordered);
    CHECK(f.word(0) == 64 * 32);
    CHECK(f.word(16) == 2 * 64 * 32);
}

TEST_CASE("an atomic whose result is used makes a launch ordered") {
    KernelFixture f(kernel_text("atom.global.add.u32 %r1, [%d0], 1; st.global.u32 [%d0+4], %r1;"));
    const LaunchResult r = f.run({4, 1, 1}, {32, 1, 1});
    CHECK(r.ordered);
    CHECK(r.ordered_reason == "an atomic whose result is used in PTX line 9");
}

TEST_CASE("a fault is the canonical first one, whatever the number of host threads") {
    const std::string text = kernel_text("mov.u32 %r1, %ctaid.x; setp.lt.u32 %p1, %r1, 20; @%p1 "
                                         "bra DONE; mul.wide.u32 %d1, %r1, 4096;\n"
                                         "add.u64 %d1, %d1, %d0; st.global.u32 [%d1], %r1;\nDONE:");
    for (unsigned threads : {1u, 2u, 8u}) {
        KernelFixture f(text);
        f.options.host_threads = threads;
        const LaunchResult r = f.run({64, 1, 1}, {32, 1, 1});
        REQUIRE(r.outcome == LaunchOutcome::Fault);
        CHECK(r.fault.kind == FaultKind::OutOfBounds);
        CHECK(r.fault.warp.block == 20);
        CHECK(r.fault.address == f.buffer + 20 * 4096);
        CHECK(r.fault.is_store);
        CHECK(r.fault.at.instruction == 6);
    }
}

TEST_CASE("an access to memory that was freed is told from one that was never there") {
    KernelFixture f(kernel_text("st.global.u32 [%d0+8], 1;"));
    REQUIRE(f.memory.release(f.buffer));
    const LaunchResult freed = f.run({1, 1, 1}, {32, 1, 1});
    CHECK(freed.fault.kind == FaultKind::UseAfterFree);
    KernelFixture g(kernel_text("st.global.u32 [%d0+8192], 1;"));
    CHECK(g.run({1, 1, 1}, {32, 1, 1}).fault.kind == FaultKind::OutOfBounds);
}

TEST_CASE("an endless loop ends at exactly the instruction budget") {
    KernelFixture f(kernel_text("LOOP: add.u32 %r1, %r1, 1; bra LOOP;"));
    f.options.max_instructions = 12345;
    const LaunchResult r = f.run({3, 1, 1}, {64, 1, 1});
    CHECK(r.outcome == LaunchOutcome::BudgetExhausted);
    CHECK(r.statistics.warp_instructions == 12345);
    CHECK(r.fault.kind == FaultKind::BudgetExhausted);
}

TEST_CASE("a block waits for a flag of a later block: resident blocks take turns") {
    const std::string text = kernel_text(
        "mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 0; @!%p1 bra SET;\n"
        "WAIT: ld.volatile.global.u32 %r2, [%d0]; setp.eq.u32 %p2, %r2, 0; @%p2 bra WAIT;\n"
        "st.global.u32 [%d0+4], %r2; bra DONE;\nSET: setp.eq.u32 %p3, %r1, 5; @%p3 "
        "st.volatile.global.u32 [%d0], 9;\nDONE:");
    KernelFixture f(text);
    f.options.host_threads = 4;
    CHECK(f.run({8, 1, 1}, {32, 1, 1}).outcome == LaunchOutcome::Finished);
    CHECK(f.word(1) == 9);
}

TEST_CASE("launches that CUDA refuses are refused with the reason") {
    KernelFixture f(kIndependent);
    f.request.grid = {1, 1, 1};
    f.request.block = {2000, 1, 1};
    CHECK(check_launch(f.request, f.gpu).error().message.find("2000 threads per block") !=
          std::string::npos);
    f.request.block = {0, 1, 1};
    CHECK_FALSE(check_launch(f.request, f.gpu).ok());
    f.request.block = {32, 1, 1};
    f.request.dynamic_shared_bytes = 1 << 20;
    CHECK(check_launch(f.request, f.gpu).error().message.find("shared memory") !=
          std::string::npos);
    f.request.dynamic_shared_bytes = 0;
    f.request.parameters.clear();
    CHECK(check_launch(f.request, f.gpu).error().message.find("0 bytes of arguments") !=
          std::string::npos);
}

TEST_CASE("progress counts blocks and instructions on any path a launch takes") {
    const std::string barrier = kernel_text("st.volatile.global.u32 [%d0], 1;");
    for (const std::string& text : {kIndependent, kRace, barrier}) {
        for (unsigned threads : {1u, 4u}) {
            LaunchProgress progress;
            progress.blocks_done = 1000;
            KernelFixture f(text, 1 << 16);
            f.options.host_threads = threads;
            f.options.progress = &progress;
            const LaunchResult r = f.run({100, 1, 1}, {32, 1, 1});
            REQUIRE(r.outcome == LaunchOutcome::Finished);
            CHECK(progress.blocks_done == 100);
            CHECK(progress.warp_instructions == r.statistics.warp_instructions);
        }
    }
}

TEST_CASE("an interrupt ends a launch at the next grain, and what ran is counted") {
    for (const char* order : {"", "ld.volatile.global.u32 %r2, [%d0];"}) {
        for (unsigned threads : {1u, 2u}) {
            const std::atomic<bool> interrupt = true;
            KernelFixture f(kernel_text(std::string("LOOP: ") + order + " bra LOOP;"));
            f.options.host_threads = threads;
            f.options.max_instructions = UINT64_MAX;
            f.options.interrupt = &interrupt;
            const LaunchResult r = f.run({8, 1, 1}, {64, 1, 1});
            CHECK(r.outcome == LaunchOutcome::Interrupted);
            CHECK(r.fault.kind == FaultKind::None);
        }
    }
}

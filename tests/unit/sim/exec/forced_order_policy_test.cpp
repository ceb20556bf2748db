// Forcing the order of two accesses: it comes about where it can, and nothing else changes.
#include "sim/exec/forced_order_policy.h"

#include "tests/unit/sim/exec/event_hash.h"
#include "tests/unit/sim/exec/kernel_fixture.h"

using namespace warpscope;
using warpscope::testing::EventHash;
using warpscope::testing::kernel_text;
using warpscope::testing::KernelFixture;

namespace {

/// Thread t of the block stores t + 1 into word 0.
const std::string kLastWins = kernel_text("mov.u32 %r1, %tid.x; add.u32 %r1, %r1, 1;\n"
                                          "st.global.u32 [%d0], %r1;");

/// Block b stores b + 1 into word 0.
const std::string kLastBlockWins = kernel_text("mov.u32 %r1, %ctaid.x; add.u32 %r1, %r1, 1;\n"
                                               "st.global.u32 [%d0], %r1;");

/// Thread 0 stores 7 into word 0, all meet at a barrier, thread 32 reads word 0 into word 1.
const std::string kOrdered = kernel_text(
    "mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r1, 32; mov.u32 %r2, 7;\n"
    "@%p1 st.global.u32 [%d0], %r2;\n"
    "bar.sync 0;\n"
    "@%p2 ld.global.u32 %r3, [%d0];\n"
    "@%p2 st.global.u32 [%d0+4], %r3;");

/// Thread 32 waits in a loop for word 0, which thread 0 writes.
const std::string kWaits =
    kernel_text("mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; mov.u32 %r2, 1;\n"
                "@%p1 st.volatile.global.u32 [%d0], %r2;\n"
                "@%p1 ret;\n"
                "setp.ne.u32 %p2, %r1, 32;\n"
                "@%p2 ret;\n"
                "again: ld.volatile.global.u32 %r3, [%d0]; setp.eq.u32 %p3, %r3, 0;\n"
                "@%p3 bra again;\n"
                "st.global.u32 [%d0+8], %r3;");

/// Three times: lane 0 of warp 0 adds to a register what is in word 0; thread 32 counts word 0 up.
const std::string kLoops =
    kernel_text("mov.u32 %r1, %tid.x; mov.u32 %r4, 0; mov.u32 %r5, 0; setp.lt.u32 %p1, %r1, 32;\n"
                "again:\n"
                "add.u32 %r5, %r5, 1;\n"
                "@%p1 ld.global.u32 %r3, [%d0];\n"
                "@%p1 mad.lo.u32 %r4, %r4, 10, %r3;\n"
                "@!%p1 st.global.u32 [%d0], %r5;\n"
                "setp.lt.u32 %p2, %r5, 3;\n"
                "@%p2 bra again;\n"
                "@%p1 st.global.u32 [%d0+4], %r4;");

/// The nth instruction (from 1) of the kernel with this mnemonic.
CodePosition position(const KernelFixture& f, const std::string& form, unsigned nth = 1) {
    const auto& code = f.request.executable->functions[0].source->instructions;
    for (std::uint32_t i = 0; i < code.size(); ++i)
        if (code[i].form.starts_with(form) && --nth == 0) return {0, i};
    FAIL("no " << form);
    return {};
}

ForcedAccess by_thread(unsigned thread, CodePosition at, std::uint64_t occurrence = 1,
                       std::uint64_t block = 0) {
    return {{block, thread / 32}, thread % 32, at, occurrence};
}

LaunchResult force(KernelFixture& f, const ForcedOrder& order, Dim3 grid, Dim3 block,
                   const std::vector<Observer*>& observers = {}) {
    f.options.forced = &order;
    return f.run(grid, block, observers);
}

} // namespace

TEST_CASE("either warp can be made to write last") {
    for (const bool first_warp_last : {false, true}) {
        KernelFixture f(kLastWins);
        const CodePosition store = position(f, "st.global");
        ForcedOrder order{by_thread(0, store), by_thread(32, store)};
        if (first_warp_last) std::swap(order.first, order.second);
        const LaunchResult result = force(f, order, {1}, {64});
        CHECK(result.outcome == LaunchOutcome::Finished);
        CHECK(result.forced == ForcedEnd::Kept);
        // Which lane of a warp stays is the engine's affair; which warp is the order's.
        CHECK((f.word(0) <= 32) == first_warp_last);
    }
}

TEST_CASE("either lane of one instruction can be made to write last") {
    for (const unsigned last : {3u, 20u}) {
        KernelFixture f(kLastWins);
        const CodePosition store = position(f, "st.global");
        const ForcedOrder order{by_thread(23 - last, store), by_thread(last, store)};
        const LaunchResult result = force(f, order, {1}, {32});
        CHECK(result.forced == ForcedEnd::Kept);
        CHECK(f.word(0) == last + 1);
    }
}

TEST_CASE("either block can be made to write last") {
    for (const std::uint64_t last : {0u, 5u}) {
        KernelFixture f(kLastBlockWins);
        const CodePosition store = position(f, "st.global");
        // All other blocks have stored long before: the last of these two is the last of all.
        const ForcedOrder order{by_thread(0, store, 1, last == 0 ? 7 : 0),
                                by_thread(0, store, 1, last)};
        const LaunchResult result = force(f, order, {8}, {32});
        CHECK(result.outcome == LaunchOutcome::Finished);
        CHECK(result.forced == ForcedEnd::Kept);
        if (last == 0) CHECK(f.word(0) == 1);
    }
}

TEST_CASE("what a barrier orders is given up, and nothing deadlocks") {
    KernelFixture f(kOrdered);
    const ForcedOrder order{by_thread(32, position(f, "ld.global")),
                            by_thread(0, position(f, "st.global"))};
    const LaunchResult result = force(f, order, {1}, {64});
    CHECK(result.outcome == LaunchOutcome::Finished);
    CHECK(result.forced == ForcedEnd::GivenUp);
    CHECK(f.word(1) == 7);
}

TEST_CASE("a loop that waits for the held access ends when patience does") {
    KernelFixture f(kWaits);
    ForcedOrder order{by_thread(32, position(f, "st.global")),
                      by_thread(0, position(f, "st.volatile"))};
    order.patience = 1000;
    f.options.max_instructions = 500'000;
    const LaunchResult result = force(f, order, {1}, {64});
    CHECK(result.outcome == LaunchOutcome::Finished);
    CHECK(result.forced == ForcedEnd::GivenUp);
    CHECK(f.word(2) == 1);
}

TEST_CASE("an occurrence in a loop is the one that is meant") {
    struct Case {
        std::uint64_t store, load; ///< the store before the load
        unsigned least;            ///< what that load reads at least
    };
    for (const Case& c : {Case{1, 1, 1}, Case{2, 1, 2}, Case{3, 2, 3}, Case{3, 3, 3}}) {
        KernelFixture f(kLoops);
        const ForcedOrder order{by_thread(32, position(f, "st.global"), c.store),
                                by_thread(0, position(f, "ld.global"), c.load)};
        const LaunchResult result = force(f, order, {1}, {64});
        CHECK(result.forced == ForcedEnd::Kept);
        unsigned digits = f.word(1);
        for (std::uint64_t after = c.load; after < 3; ++after)
            digits /= 10;
        CHECK(digits % 10 >= c.least);
    }
    // The other way round: the loads come first.
    KernelFixture f(kLoops);
    const ForcedOrder order{by_thread(0, position(f, "ld.global"), 3),
                            by_thread(32, position(f, "st.global"), 1)};
    CHECK(force(f, order, {1}, {64}).forced == ForcedEnd::Kept);
    CHECK(f.word(1) == 0);
}

TEST_CASE("a lane is held back inside a branch, and the others go on behind it") {
    // Lanes 0-15 store into words 1-16; then lane 0 reads word 9, which is lane 8's, into word 0.
    KernelFixture f(kernel_text("mov.u32 %r1, %tid.x; setp.gt.u32 %p1, %r1, 15;\n"
                                "mul.wide.u32 %d1, %r1, 4; add.u64 %d1, %d1, %d0;\n"
                                "@%p1 bra behind;\n"
                                "st.global.u32 [%d1+4], 7;\n"
                                "behind: setp.ne.u32 %p2, %r1, 0;\n"
                                "@%p2 bra end;\n"
                                "ld.global.u32 %r3, [%d0+36];\n"
                                "st.global.u32 [%d0], %r3;\n"
                                "end:"));
    const ForcedOrder order{by_thread(0, position(f, "ld.global")),
                            by_thread(8, position(f, "st.global"))};
    const LaunchResult result = force(f, order, {1}, {32});
    CHECK(result.outcome == LaunchOutcome::Finished);
    CHECK(result.forced == ForcedEnd::Kept);
    CHECK(f.word(0) == 0);
    CHECK(f.word(9) == 7);
}

TEST_CASE("accesses that do not happen are said not to have met") {
    KernelFixture f(kLastWins);
    const CodePosition store = position(f, "st.global");
    const ForcedOrder order{by_thread(0, store, 2), by_thread(32, store)};
    const LaunchResult result = force(f, order, {1}, {64});
    CHECK(result.outcome == LaunchOutcome::Finished);
    CHECK(result.forced == ForcedEnd::GivenUp); // the second had to go on
    KernelFixture g(kLastWins);
    const ForcedOrder never{by_thread(0, store, 2), by_thread(32, store, 2)};
    CHECK(force(g, never, {1}, {64}).forced == ForcedEnd::NotMet);
}

TEST_CASE("a forced order that is kept anyway leaves every turn as it was") {
    for (const std::uint64_t seed : {0u, 3u, 11u}) {
        KernelFixture plain(kLoops), forced(kLoops);
        plain.options.seed = forced.options.seed = seed;
        EventHash before, after;
        plain.run({1}, {96}, {&before});
        const CodePosition store = position(forced, "st.global");
        // Both never happen, so nothing is ever held back.
        const ForcedOrder order{by_thread(0, store, 100), by_thread(32, store, 100)};
        force(forced, order, {1}, {96}, {&after});
        CHECK(before.value == after.value);
        CHECK(plain.memory.content_hash() == forced.memory.content_hash());
    }
}

TEST_CASE("without a forced order none is reported") {
    KernelFixture f(kLastWins);
    CHECK(f.run({1}, {64}).forced == ForcedEnd::None);
}

// Divergence, rejoining, release and rendezvous of a warp's lanes.
#include "sim/exec/splits.h"

#include "tests/unit/sim/exec/kernel_fixture.h"

using namespace warpscope;
using warpscope::testing::kernel_text;
using warpscope::testing::KernelFixture;

namespace {

Warp one_split(LaneMask lanes) {
    Warp w;
    w.alive = w.existing = lanes;
    w.splits.resize(1);
    w.splits[0].lanes = lanes;
    w.frames.resize(1);
    w.frames[0].used = true;
    w.frames[0].lanes = lanes;
    return w;
}

LaneMask all_lanes(const Warp& w) {
    LaneMask all = 0;
    for (const Split& s : w.splits) {
        CHECK((all & s.lanes) == 0);
        all |= s.lanes;
    }
    return all;
}

} // namespace

TEST_CASE("lanes that part at a branch rejoin at its post-dominator") {
    Warp w = one_split(kAllLanes);
    diverge(w, 0, 0x0000FFFF, 10, 5, 20);
    REQUIRE(w.splits.size() == 2);
    for (Split& s : w.splits)
        s.pc = 20;
    settle(w, 1);
    CHECK(w.splits[1].state == SplitState::AtRejoin);
    settle(w, 0);
    REQUIRE(w.splits.size() == 1);
    CHECK(w.splits[0].lanes == kAllLanes);
    CHECK(w.splits[0].state == SplitState::Ready);
    CHECK(w.splits[0].rejoin == kNone16);
}

TEST_CASE("a branch whose target is its post-dominator waits there at once") {
    Warp w = one_split(kAllLanes);
    diverge(w, 0, 0xFF, 20, 5, 20);
    REQUIRE(w.splits.size() == 2);
    CHECK(w.splits[1].state == SplitState::AtRejoin);
    CHECK(w.splits[0].pc == 5);
}

TEST_CASE("a loop that lanes leave one by one needs one rejoin point") {
    Warp w = one_split(kAllLanes);
    for (unsigned lane = 0; lane < 31; ++lane) {
        std::uint32_t looping = 0;
        for (std::uint32_t s = 0; s < w.splits.size(); ++s)
            if (w.splits[s].state == SplitState::Ready) looping = s;
        diverge(w, looping, w.splits[looping].lanes & ~(1u << lane), 1, 8, 8);
        CHECK(w.splits.size() <= 2);
        CHECK(w.rejoins.size() == 1);
        CHECK(all_lanes(w) == kAllLanes);
    }
}

TEST_CASE("lanes that exit are no longer waited for") {
    Warp w = one_split(kAllLanes);
    diverge(w, 0, 0xFFFF0000, 10, 5, 20);
    w.splits[1].pc = 20;
    settle(w, 1);
    retire(w, 0);
    REQUIRE(w.splits.size() == 1);
    CHECK(w.alive == 0xFFFF0000);
    CHECK(w.splits[0].state == SplitState::Ready);
    CHECK(w.splits[0].rejoin == kNone16);
}

TEST_CASE("whatever lanes do, every living lane is in exactly one split") {
    std::uint64_t random = 12345;
    const auto next = [&](std::uint64_t n) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        return (random >> 33) % n;
    };
    for (int trial = 0; trial < 500; ++trial) {
        Warp w = one_split(kAllLanes);
        for (int step = 0; step < 60 && !w.finished(); ++step) {
            const std::uint32_t s = static_cast<std::uint32_t>(next(w.splits.size()));
            if (w.splits[s].state != SplitState::Ready) {
                release_waiting(w, true);
            } else if (next(8) == 0) {
                retire(w, s);
            } else if (const LaneMask part =
                           w.splits[s].lanes & static_cast<LaneMask>(next(1u << 31) * 2 + next(2));
                       part != 0 && part != w.splits[s].lanes) {
                const std::uint32_t at = w.splits[s].pc;
                diverge(w, s, part, at + 1 + static_cast<std::uint32_t>(next(4)), at + 1,
                        at + 1 + static_cast<std::uint32_t>(next(6)));
            } else if (w.splits[s].rejoin_pc != kNoPosition) {
                w.splits[s].pc = w.splits[s].rejoin_pc;
                settle(w, s);
            }
            REQUIRE(all_lanes(w) == w.alive);
            REQUIRE(w.splits.size() <= kLanes);
        }
    }
}

namespace {

/// Lane 0 waits in a loop for what lane 1 of the same warp stores after the loop.
const std::string kProducerConsumer =
    kernel_text("mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; @!%p1 bra AFTER;\n"
                "WAIT: ld.volatile.global.u32 %r2, [%d0]; setp.eq.u32 %p2, %r2, 0; @%p2 bra WAIT;\n"
                "AFTER: setp.eq.u32 %p3, %r1, 1; @%p3 st.volatile.global.u32 [%d0], 5;");

} // namespace

TEST_CASE("a lane that waits for a lane of its warp gets on under the default model") {
    KernelFixture f(kProducerConsumer);
    CHECK(f.run({1, 1, 1}, {32, 1, 1}).outcome == LaunchOutcome::Finished);
    CHECK(f.word(0) == 5);
}

TEST_CASE("on the SIMT stack it never does, and the report says why") {
    KernelFixture f(kProducerConsumer);
    f.options.divergence = DivergenceModel::Stack;
    f.options.max_instructions = 20'000;
    const LaunchResult r = f.run({1, 1, 1}, {32, 1, 1});
    CHECK(r.outcome == LaunchOutcome::BudgetExhausted);
    CHECK(r.fault.detail.find("lanes 1-31: waits at PTX line") != std::string::npos);
    CHECK(r.fault.detail.find("on the SIMT stack") != std::string::npos);
}

TEST_CASE("unequal trip counts of a plain loop rejoin, however long the loop") {
    // Lane l runs 100 * (l + 1) iterations; afterwards the warp must be whole again.
    KernelFixture f(
        kernel_text("mov.u32 %r1, %tid.x; mad.lo.u32 %r2, %r1, 100, 100; mov.u32 %r3, 0;\n"
                    "LOOP: add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, %r2; @%p1 bra LOOP;\n"
                    "activemask.b32 %r4; mul.wide.u32 %d1, %r1, 4; add.u64 %d1, %d1, %d0; "
                    "st.global.u32 [%d1], %r4;"));
    f.run({1, 1, 1}, {32, 1, 1});
    for (unsigned lane = 0; lane < 32; ++lane)
        CHECK(f.word(lane) == kAllLanes);
}

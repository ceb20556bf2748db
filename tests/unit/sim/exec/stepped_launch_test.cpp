// Stepping: any way of cutting a launch into steps gives the same states.
#include "sim/exec/stepped_launch.h"

#include "tests/unit/sim/exec/kernel_fixture.h"

using namespace warpscope;
using warpscope::testing::kernel_text;
using warpscope::testing::KernelFixture;

namespace {

const std::string kMixed = kernel_text(
    "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; and.b32 %r3, %r1, 3; setp.eq.u32 %p1, %r3, 0; "
    "@%p1 bra ODD;\n"
    "add.u32 %r4, %r1, %r2; bra JOIN;\nODD: mul.lo.u32 %r4, %r1, 7;\nJOIN: bar.sync 0;\n"
    "mul.wide.u32 %d1, %r1, 4; add.u64 %d1, %d1, %d0; st.global.u32 [%d1], %r4;");

SteppedLaunch start(KernelFixture& f, bool ordered) {
    f.request.grid = {3, 1, 1};
    f.request.block = {96, 1, 1};
    return SteppedLaunch(f.request, f.gpu, f.memory, f.options, {}, ordered);
}

} // namespace

TEST_CASE("single steps and one long run reach the same state at every instruction") {
    for (bool ordered : {false, true}) {
        KernelFixture by_step(kMixed);
        SteppedLaunch steps = start(by_step, ordered);
        std::vector<Hash> states;
        while (!steps.ended()) {
            steps.run(1);
            states.push_back(steps.state_hash());
        }
        CHECK(steps.result().outcome == LaunchOutcome::Finished);
        REQUIRE(states.size() == steps.position());
        for (std::uint64_t at : {std::uint64_t{1}, std::uint64_t{17}, states.size() / 2,
                                 states.size() - 1, states.size()}) {
            KernelFixture whole(kMixed);
            SteppedLaunch one = start(whole, ordered);
            one.run(at);
            CHECK(one.position() == at);
            CHECK(one.state_hash() == states[at - 1]);
        }
    }
}

TEST_CASE("two launches in one process do not disturb each other") {
    KernelFixture a(kMixed), b(kMixed);
    SteppedLaunch first = start(a, false), second = start(b, false);
    while (!first.ended()) {
        first.run(5);
        second.run(5);
        REQUIRE(first.state_hash() == second.state_hash());
    }
    CHECK(second.ended());
}

TEST_CASE("resident blocks are one for an independent launch and all that fit for an ordered one") {
    KernelFixture f(kMixed);
    SteppedLaunch one = start(f, false);
    one.run(1);
    CHECK(one.resident().size() == 1);
    KernelFixture g(kMixed);
    SteppedLaunch all = start(g, true);
    all.run(2000);
    CHECK(all.ended());
}

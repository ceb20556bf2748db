// Tests of cooperative launches: all blocks are there at once, and meet in a workspace.
#include "tests/unit/sim/exec/kernel_fixture.h"

using namespace warpscope;
using namespace warpscope::testing;

namespace {

/// Every block counts itself in the workspace's barrier word and waits for all others.
const std::string kMeet = kernel_text(
    "mov.u32 %r1, %envreg1; mov.u32 %r2, %envreg2; mov.b64 %d1, {%r2, %r1};\n"
    "red.global.add.u32 [%d1+4], 1; mov.u32 %r3, %nctaid.x;\n"
    "WAIT: ld.volatile.global.u32 %r4, [%d1+4]; setp.lt.u32 %p1, %r4, %r3; @%p1 bra WAIT;\n"
    "mov.u32 %r5, %ctaid.x; setp.eq.u32 %p2, %r5, 0; @%p2 st.global.u32 [%d0], %r4;");

void give_workspace(KernelFixture& f) {
    f.request.grid_workspace =
        f.memory.allocate(kGridWorkspaceBytes, AllocationKind::Workspace)->base;
    f.memory.fill(f.request.grid_workspace, 0, kGridWorkspaceBytes);
}

} // namespace

TEST_CASE("blocks of a cooperative launch are all resident, in every order of turns") {
    for (std::uint64_t seed : {0, 1, 2}) {
        KernelFixture f(kMeet);
        f.gpu.sm_count = 4;
        f.options.seed = seed;
        f.options.max_instructions = 100'000'000;
        give_workspace(f);
        const auto blocks = 4 * f.gpu.max_blocks_per_sm; // all that this GPU holds
        const LaunchResult r = f.run({blocks, 1, 1}, {1, 1, 1});
        CHECK(r.outcome == LaunchOutcome::Finished);
        CHECK(r.ordered_reason == "a cooperative launch");
        CHECK(f.word(0) == blocks);
    }
}

TEST_CASE("a cooperative launch of more blocks than are resident is refused") {
    KernelFixture f(kMeet);
    f.gpu.sm_count = 4;
    f.request.grid = {4 * f.gpu.max_blocks_per_sm + 1, 1, 1};
    f.request.block = {1, 1, 1};
    CHECK(check_launch(f.request, f.gpu).ok());
    give_workspace(f);
    CHECK(check_launch(f.request, f.gpu).error().message.find("cooperative launch of 129 blocks") !=
          std::string::npos);
}

TEST_CASE("an ordinary launch has no workspace") {
    KernelFixture f(kernel_text("mov.u32 %r1, %envreg1; mov.u32 %r2, %envreg2;\n"
                                "or.b32 %r3, %r1, %r2; add.u32 %r3, %r3, 1;\n"
                                "st.global.u32 [%d0], %r3;"));
    CHECK(f.run({2, 1, 1}, {1, 1, 1}).outcome == LaunchOutcome::Finished);
    CHECK(f.word(0) == 1);
}

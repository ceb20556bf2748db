// Barriers and member masks: completion, divergence, deadlock and what the fault says.
#include "tests/unit/sim/exec/kernel_fixture.h"

using namespace warpscope;
using warpscope::testing::kernel_text;
using warpscope::testing::KernelFixture;

TEST_CASE("a barrier in divergent code is a fault that tells where the others are") {
    KernelFixture f(kernel_text(
        "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 16; @!%p1 bra OUT; bar.sync 0; OUT: st.global.u32 [%d0], 1;"));
    const LaunchResult r = f.run({1, 1, 1}, {32, 1, 1});
    CHECK(r.outcome == LaunchOutcome::Deadlock);
    CHECK(r.fault.kind == FaultKind::DivergentBarrier);
    CHECK(r.fault.lanes == 0x0000FFFF);
    CHECK(r.fault.detail.find("lanes 16-31: waits at") != std::string::npos);
}

TEST_CASE("threads that have exited are not waited for at a barrier") {
    KernelFixture f(kernel_text("mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 40; @%p1 ret; bar.sync "
                                "0; st.global.u32 [%d0], 1;"));
    CHECK(f.run({1, 1, 1}, {96, 1, 1}).outcome == LaunchOutcome::Finished);
    CHECK(f.word(0) == 1);
}

TEST_CASE("lanes that branch to the kernel's end have left before a barrier") {
    KernelFixture f(kernel_text(
        "mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 40; @%p1 bra END; bar.sync 0; st.global.u32 [%d0], 1; END:"));
    CHECK(f.run({1, 1, 1}, {96, 1, 1}).outcome == LaunchOutcome::Finished);
    CHECK(f.word(0) == 1);
}

TEST_CASE("warps that wait at different barriers deadlock, and the fault says who waits where") {
    KernelFixture f(kernel_text("mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32; @%p1 bra A; "
                                "bar.sync 2, 64; bra END; A: bar.sync 1, 64; END:"));
    const LaunchResult r = f.run({1, 1, 1}, {64, 1, 1});
    CHECK(r.outcome == LaunchOutcome::Deadlock);
    CHECK(r.fault.kind == FaultKind::Deadlock);
    CHECK(r.fault.detail.find("barrier 1: 32 of 64 threads have come") != std::string::npos);
    CHECK(r.fault.detail.find("barrier 2: 32 of 64 threads have come") != std::string::npos);
    CHECK(r.fault.detail.find("warp 0, lanes 0-31: waits at barrier 1") != std::string::npos);
}

TEST_CASE("bar.warp.sync in both arms of a branch joins the lanes") {
    KernelFixture f(kernel_text("mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 7; @%p1 bra A; "
                                "bar.warp.sync 0xffffffff; bra END;\n"
                                "A: bar.warp.sync 0xffffffff; END: st.global.u32 [%d0], 3;"));
    CHECK(f.run({1, 1, 1}, {32, 1, 1}).outcome == LaunchOutcome::Finished);
    CHECK(f.word(0) == 3);
}

TEST_CASE("a shuffle whose members come to different instructions is a fault") {
    KernelFixture f(kernel_text("mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 7; @%p1 bra A; "
                                "shfl.sync.idx.b32 %r2, %r1, 0, 31, 0xffffffff; bra END;\n"
                                "A: shfl.sync.idx.b32 %r3, %r1, 0, 31, 0xffffffff; END:"));
    const LaunchResult r = f.run({1, 1, 1}, {32, 1, 1});
    CHECK(r.outcome == LaunchOutcome::Fault);
    CHECK(r.fault.kind == FaultKind::BadMemberMask);
}

TEST_CASE("a member mask that names a lane which waits elsewhere lets that lane go on") {
    KernelFixture f(kernel_text(
        "mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; @!%p1 bra LATER; bar.warp.sync 0xffffffff;\n"
        "LATER: setp.eq.u32 %p2, %r1, 0; @%p2 bra END; bar.warp.sync 0xffffffff; END: "
        "st.global.u32 [%d0], 4;"));
    CHECK(f.run({1, 1, 1}, {32, 1, 1}).outcome == LaunchOutcome::Finished);
    CHECK(f.word(0) == 4);
}

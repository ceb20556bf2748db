// Tests of basic blocks, post-dominators and reconvergence points.
#include "sim/program/control_flow.h"

#include "tests/catch.h"
#include "tests/unit/sim/ptx/small_rows.h"

using namespace warpscope;
using ptx::kernel_of;

namespace {

/// Reconvergence of the instruction `at`, checked against the label where it should be.
std::uint32_t rejoin(const Function& function, std::uint32_t at) {
    return analyse_control_flow(function).reconvergence[at];
}

std::uint32_t label(const Function& function, const std::string& name) {
    for (const Label& l : function.labels)
        if (l.name == name) return l.target;
    return UINT32_MAX;
}

} // namespace

TEST_CASE("an if rejoins behind its body") {
    const Function k = kernel_of("@%p1 bra J; mov.u32 %r1, 1; J: mov.u32 %r2, 2; ret;");
    CHECK(rejoin(k, 0) == label(k, "J"));
}

TEST_CASE("an if-else rejoins where both arms meet") {
    const Function k =
        kernel_of("@%p1 bra E; mov.u32 %r1, 1; bra.uni J; E: mov.u32 %r1, 2; J: ret;");
    CHECK(rejoin(k, 0) == label(k, "J"));
    const ControlFlow flow = analyse_control_flow(k);
    CHECK(flow.blocks.size() == 4);
    CHECK(flow.post_dominator[0] == flow.block_of[label(k, "J")]);
    CHECK(flow.post_dominator[3] == 4);
}

TEST_CASE("a loop rejoins behind itself") {
    const Function k = kernel_of("L: add.s32 %r1, %r1, 1; @%p1 bra L; mov.u32 %r2, 0; ret;");
    CHECK(rejoin(k, 1) == 2);
}

TEST_CASE("a break leaves for the instruction behind the loop") {
    const Function k = kernel_of("L: @%p1 bra D; add.s32 %r1, %r1, 1; @%p2 bra L; D: ret;");
    CHECK(rejoin(k, 0) == label(k, "D"));
    CHECK(rejoin(k, 2) == label(k, "D"));
}

TEST_CASE("a guarded return rejoins at the end only") {
    const Function k = kernel_of("@%p1 ret; mov.u32 %r1, 1; ret;");
    CHECK(rejoin(k, 0) == k.instructions.size());
}

TEST_CASE("an early return inside an if pushes the rejoin point to the end") {
    const Function k = kernel_of("@%p1 bra J; ret; J: mov.u32 %r1, 1; ret;");
    CHECK(rejoin(k, 0) == k.instructions.size());
}

TEST_CASE("all targets of a table are successors") {
    const Function k = kernel_of("t: .branchtargets A, B, C; brx.idx %r1, t; A: bra J; B: bra J; "
                                 "C: mov.u32 %r1, 0; J: ret;");
    const ControlFlow flow = analyse_control_flow(k);
    CHECK(flow.blocks[0].successors.size() == 3);
    CHECK(flow.reconvergence[0] == label(k, "J"));
}

TEST_CASE("branches inside an endless loop still rejoin inside it") {
    const Function k = kernel_of("L: @%p1 bra J; mov.u32 %r1, 1; J: mov.u32 %r2, 2; bra L;");
    CHECK(rejoin(k, 0) == label(k, "J"));
    CHECK(rejoin(k, 3) == k.instructions.size());
}

TEST_CASE("a branch to the very end and code without return reach the exit") {
    const Function k = kernel_of("@%p1 bra END; mov.u32 %r1, 1; END:");
    CHECK(rejoin(k, 0) == k.instructions.size());
    CHECK(analyse_control_flow(kernel_of("")).blocks.empty());
}

TEST_CASE("unreachable code does no harm") {
    const Function k = kernel_of("ret; U: bra U; X: mov.u32 %r1, 1; ret;");
    CHECK(analyse_control_flow(k).reconvergence.size() == 4);
}

TEST_CASE("calls rejoin behind themselves") {
    const Function k =
        kernel_of("{ .param .b32 r; .param .b64 a; @%p1 call (r), callee, (a); } ret;");
    CHECK(rejoin(k, 0) == 1);
}

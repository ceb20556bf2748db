// Tests what is said about each kind of fault, on kernels that commit it.
#include "runtime/report/findings.h"

#include "tests/unit/runtime/report/small_kernels.h"

using namespace warpscope;
using namespace warpscope::test;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string details(const Finding& finding) {
    std::string text;
    for (const std::string& line : finding.details)
        text += line + "\n";
    return text;
}

} // namespace

TEST_CASE("findings: an access past the end names the nearest allocation", "[report]") {
    const Finding finding = finding_of(run(kernel(".loc 1 3 7\nmul.wide.u32 %d1, %t, 8;\nadd.u64 "
                                                  "%d2, %p, %d1;\nst.global.u32 [%d2], %t;") +
                                               ".file 1 \"small.cu\"\n",
                                           {.threads = 64}, "out=zeros:u32:100"));
    CHECK(finding.checker == "memory");
    CHECK(finding.kind == "OutOfBounds");
    CHECK_THAT(finding.message,
               ContainsSubstring("out of bounds: 4-byte store to global memory at 0x7f"));
    CHECK_THAT(details(finding),
               ContainsSubstring("right behind the end of buffer `out` (400 bytes at 0x7f"));
    CHECK_THAT(details(finding),
               ContainsSubstring("as 100 elements of 4 bytes: the access is to element 100"));
    CHECK(finding.thread == Dim3{50, 0, 0});
    CHECK(finding.warp == 1);
    CHECK(finding.lane == 18);
    CHECK(finding.lanes == 0xFFFC0000);
    CHECK(finding.kernel == "k(unsigned int*)");
    CHECK(finding.has_address);
    CHECK(finding.ptx_text == "st.global.u32 [%d2], %t;");
    REQUIRE(finding.source.size() == 1);
    CHECK(finding.source[0].text == "  third();");
    CHECK(finding.source[0].function == "k");
    CHECK(!finding.advice.empty());
}

TEST_CASE("findings: where the nearest allocation was made", "[report]") {
    Ran ran = run(kernel("ld.global.u32 %r1, [%p+400];"), {}, "zeros:u32:100");
    const Address address = ran.launch.buffers[0].address;
    Allocation* near = ran.launch.launch.memory->find(address);
    near->name.clear();
    near->allocated_at = {"/home/me/saxpy.cu", 31, 0};
    const Finding finding = finding_of(ran);
    CHECK_THAT(details(finding), ContainsSubstring("right behind the end of allocation 1 (400 "
                                                   "bytes at 0x7f"));
    CHECK_THAT(details(finding), ContainsSubstring(", allocated at saxpy.cu:31)"));
    CHECK(finding.memory.id == 1);
    CHECK(finding.memory.address == address);
    CHECK(finding.memory.bytes == 400);
    CHECK(finding.memory.allocated_at.file == "/home/me/saxpy.cu");
    CHECK(finding.memory.allocated_at.line == 31);
}

TEST_CASE("findings: distances before and past allocations", "[report]") {
    const Finding before = finding_of(run(kernel("ld.global.u32 %r1, [%p+-8];")));
    CHECK_THAT(details(before), ContainsSubstring("8 bytes before buffer `pointer` ("));
    CHECK_THAT(before.message, ContainsSubstring("4-byte load from global memory"));
    const Finding past = finding_of(run(kernel("ld.global.u32 %r1, [%p+300];")));
    CHECK_THAT(details(past), ContainsSubstring("44 bytes past the end of buffer `pointer` ("));
    const Finding across =
        finding_of(run(kernel("ld.global.v2.u32 {%r1, %r2}, [%p+8];"), {}, "zeros:u32:3"));
    CHECK_THAT(details(across),
               ContainsSubstring("8 bytes into buffer `pointer` (12 bytes at 0x7f"));
}

TEST_CASE("findings: null pointers are told as such", "[report]") {
    const Finding finding =
        finding_of(run(kernel("mov.u64 %d1, 0;\nld.global.u32 %r1, [%d1+16];")));
    CHECK(finding.kind == "OutOfBounds");
    CHECK(finding.message == "null pointer: 4-byte load from global memory at 0x10");
    CHECK_THAT(finding.advice, ContainsSubstring("cudaMalloc"));
    CHECK(finding.details.empty());
}

TEST_CASE("findings: freed memory is remembered", "[report]") {
    Ran ran = run(kernel("ld.global.u32 %r1, [%p+300];"));
    PreparedLaunch& launch = ran.launch.launch;
    const Address address = ran.launch.buffers[0].address;
    launch.memory->allocate(64, AllocationKind::Device);
    launch.memory->find(address)->allocated_at = {"/home/me/main.cu", 31, 0};
    launch.memory->release(address);
    ran.run.result.fault.address = address + 8;
    const Finding finding = finding_of(ran);
    CHECK_THAT(finding.message, ContainsSubstring("use after free"));
    CHECK_THAT(details(finding), ContainsSubstring("the address lay in allocation 1 ("));
    CHECK_THAT(details(finding),
               ContainsSubstring(", allocated at main.cu:31), which has been freed"));
    CHECK(finding.memory.id == 1);
    CHECK(finding.memory.allocated_at.file == "/home/me/main.cu");
}

TEST_CASE("findings: misaligned, read-only and shared accesses", "[report]") {
    const Finding misaligned = finding_of(run(kernel("ld.global.u32 %r1, [%p+2];")));
    CHECK(misaligned.kind == "Misaligned");
    CHECK_THAT(misaligned.message, ContainsSubstring("misaligned address"));
    CHECK_THAT(misaligned.message, ContainsSubstring("no multiple of 4"));

    const Finding read_only =
        finding_of(run(kernel("mov.u64 %d1, table;\ncvta.const.u64 %d2, %d1;\nst.u32 [%d2], 1;",
                              ".const .align 4 .u32 table[4] = {1, 2, 3, 4};\n")));
    CHECK(read_only.kind == "ReadOnly");
    CHECK_THAT(details(read_only),
               ContainsSubstring("0 bytes into variable `table` (16 bytes at 0x"));

    const Finding shared = finding_of(
        run(kernel("mul.wide.u32 %d1, %t, 16;\nst.shared.u32 [%d1], %t;"), {.shared = 128}));
    CHECK_THAT(shared.message,
               ContainsSubstring("out of bounds: 4-byte store to shared memory at offset 128"));
    CHECK_THAT(details(shared),
               ContainsSubstring("128 bytes of shared memory: 0 static, 128 dynamic"));

    const Finding atomic = finding_of(run(kernel("atom.global.add.u32 %r1, [%p+400], 1;")));
    CHECK_THAT(atomic.message, ContainsSubstring("4-byte atomic on global memory"));
}

TEST_CASE("findings: traps, budgets and deadlocks", "[report]") {
    const Finding trap = finding_of(run(kernel("trap;")));
    CHECK(trap.kind == "Trap");
    CHECK(trap.checker == "execution");
    CHECK(!trap.has_address);

    LaunchOptions options;
    options.max_instructions = 1000;
    const Finding budget = finding_of(run(kernel("L:\nbra L;"), {}, "zeros:u32:1", options));
    CHECK(budget.message ==
          "instruction budget exhausted: the launch was ended after 1,000 warp instructions");
    CHECK_THAT(budget.advice, ContainsSubstring("--max-instructions"));

    options.divergence = DivergenceModel::Stack;
    const Finding stack = finding_of(run(kernel("L:\nbra L;"), {}, "zeros:u32:1", options));
    CHECK_THAT(stack.advice, ContainsSubstring("--divergence volta"));

    const Finding deadlock =
        finding_of(run(kernel("setp.lt.u32 %q1, %t, 32;\n@%q1 bra A;\nbar.sync 1, 64;\nbra "
                              "E;\nA:\nbar.sync 2, 64;\nE:"),
                       {.threads = 64}));
    CHECK(deadlock.kind == "Deadlock");
    CHECK(deadlock.checker == "sync");
    CHECK_THAT(details(deadlock), ContainsSubstring("barrier 1: 32 of 64 threads have come"));
}

TEST_CASE("findings: calls are told from the inside out", "[report]") {
    const std::string function = ".func store(.param .u64 to)\n{\n.reg .b64 %a;\n.loc 1 2 3\n"
                                 "ld.param.u64 %a, [to];\nst.global.u32 [%a+4096], 1;\nret;\n}\n";
    const std::string call =
        "{\n.param .b64 x;\n.loc 1 3 7\nst.param.b64 [x], %p;\ncall.uni store, (x);\n}";
    const Finding finding = finding_of(run(kernel(call, function) + ".file 1 \"small.cu\"\n"));
    REQUIRE(finding.source.size() == 2);
    CHECK(finding.source[0].line == 2);
    CHECK(finding.source[0].function == "store");
    CHECK(finding.source[0].relation == SourceRelation::Here);
    CHECK(finding.source[1].line == 3);
    CHECK(finding.source[1].relation == SourceRelation::CalledFrom);
}

TEST_CASE("findings: every kind has a name, a message and an advice", "[report]") {
    Ran ran = run(kernel("trap;"));
    for (unsigned k = 1; k <= static_cast<unsigned>(FaultKind::Breakpoint); ++k) {
        ran.run.result.fault.kind = static_cast<FaultKind>(k);
        const Finding finding = finding_of(ran);
        INFO(finding.kind);
        CHECK(!finding.kind.empty());
        CHECK(finding.message.size() > 10);
        CHECK(finding.advice.size() > 10);
    }
}

TEST_CASE("findings: an assertion shows its expression", "[report]") {
    Ran ran = run(kernel("trap;"));
    ran.run.result.fault.kind = FaultKind::AssertFailed;
    ran.run.result.fault.detail = "a.cu\n7\nk\nx < 3";
    CHECK(finding_of(ran).message == "assertion failed: x < 3");
    CHECK(finding_of(ran).details.empty());
}

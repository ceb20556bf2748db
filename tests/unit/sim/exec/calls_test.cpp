// Calls through pointers: what they reach, what they refuse, and how lanes part and meet at them.
#include "sim/exec/reachable.h"
#include "sim/ptx/linker.h"
#include "tests/unit/sim/exec/kernel_fixture.h"

using namespace warpscope;
using warpscope::testing::kernel_text;
using warpscope::testing::KernelFixture;

namespace {

const char* const kFunctions = R"(
.func (.param .b32 r) one(.param .b32 a) { st.param.b32 [r], 1; ret; }
.func (.param .b32 r) two(.param .b32 a) { st.param.b32 [r], 2; ret; }
.func (.param .b32 r) other(.param .b64 a) { st.param.b32 [r], 3; ret; }
.func never(.param .b32 a, .param .b32 b) { ret; }
.func unmentioned(.param .b32 a) { ret; }
.global .u64 table[4] = {one, two, other, never};
)";

/// Loads table[%r1], which `index` sets, calls it and stores the result and how many lanes are
/// there.
std::string call_of(const std::string& index, const std::string& guard = {}) {
    return kernel_text(
        "mov.u32 %r0, %tid.x; " + index +
            "mov.u64 %d1, table; mad.wide.u32 %d1, %r1, 8, %d1; ld.global.u64 %d2, [%d1];\n"
            "proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n" +
            guard +
            "call (%r2), %d2, (%r0), proto;\n"
            "activemask.b32 %r3; popc.b32 %r3, %r3; mad.lo.u32 %r2, %r3, 100, %r2;\n"
            "mad.wide.u32 %d3, %r0, 4, %d0; st.global.u32 [%d3], %r2;",
        kFunctions);
}

} // namespace

TEST_CASE("lanes that call different functions meet behind the call") {
    KernelFixture f(call_of("and.b32 %r1, %r0, 1;"));
    const LaunchResult result = f.run({1}, {32});
    REQUIRE(result.outcome == LaunchOutcome::Finished);
    CHECK(f.word(0) == 3201);
    CHECK(f.word(1) == 3202);
    CHECK(f.word(31) == 3202);
    DivergenceCount parted;
    for (const DivergenceCount& count : result.statistics.divergence[0])
        parted += count;
    CHECK(parted.times == 1);
    CHECK(parted.taken == 16);
    CHECK(parted.not_taken == 16);
}

TEST_CASE("lanes whose guard is false wait behind the call") {
    KernelFixture f(
        call_of("and.b32 %r1, %r0, 1; mov.u32 %r2, 9; setp.gt.u32 %p0, %r0, 3;", "@%p0 "));
    REQUIRE(f.run({1}, {32}).outcome == LaunchOutcome::Finished);
    CHECK(f.word(0) == 3209);
    CHECK(f.word(4) == 3201);
    CHECK(f.word(5) == 3202);
}

TEST_CASE("a call to an address that is no function names lanes and address") {
    for (const char* wrong : {"0", "0x4000008", "0x5000000"}) {
        KernelFixture f(
            call_of("and.b32 %r1, %r0, 1;",
                    std::string("setp.ge.u32 %p0, %r0, 30; @%p0 mov.u64 %d2, ") + wrong + ";\n"));
        const LaunchResult result = f.run({1}, {32});
        REQUIRE(result.outcome == LaunchOutcome::Fault);
        CHECK(result.fault.kind == FaultKind::NullFunction);
        CHECK(result.fault.lanes == 0xC0000000);
        CHECK(result.fault.lane == 30);
        const std::string in_hexadecimal = wrong[1] == '\0' ? "0x0" : wrong;
        CHECK(result.fault.detail == "the pointer is " + in_hexadecimal);
        CHECK(f.word(0) == 0); // no lane has been called for
    }
}

TEST_CASE("a call of a function with other parameters is told from one of none") {
    for (const char* index : {"2", "3"}) {
        KernelFixture f(call_of(std::string("mov.u32 %r1, ") + index + ";"));
        const LaunchResult result = f.run({1}, {2});
        REQUIRE(result.outcome == LaunchOutcome::Fault);
        CHECK(result.fault.kind == FaultKind::WrongSignature);
        CHECK(result.fault.lanes == 3);
        const std::string name = index[0] == '2' ? "other" : "never";
        CHECK(result.fault.detail.find("the address of " + name) != std::string::npos);
    }
}

TEST_CASE("a kernel reaches what its indirect calls may, and nothing else") {
    KernelFixture f(call_of("and.b32 %r1, %r0, 1;"));
    std::vector<std::string> names;
    for (const ExecutableFunction& function : f.request.executable->functions)
        names.push_back(function.source->name);
    CHECK(names == std::vector<std::string>{"k", "one", "two"});
}

TEST_CASE("calls that pass values of another size are refused") {
    const std::string text = kernel_text("call (%r0), one, (%d0);", kFunctions);
    Result<Module> module = ptx::parse(text, "test.ptx");
    REQUIRE(module.ok());
    DeviceMemory memory(1 << 20);
    auto instance = load_module(std::make_shared<const Module>(std::move(*module)), memory);
    REQUIRE(instance.ok());
    const auto executable = build_executable(*instance, "k", isa::best_level());
    REQUIRE(!executable.ok());
    CHECK(executable.error().message.find("another size than the 4 bytes") != std::string::npos);
}

TEST_CASE("functions of two files that call through each other's tables link") {
    const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";
    const std::string first =
        head + ".weak .func (.param .b32 r) shown(.param .b32 a) { st.param.b32 [r], 5; ret; }\n"
               ".func (.param .b32 r) hidden(.param .b32 a) { st.param.b32 [r], 6; ret; }\n"
               ".weak .global .align 8 .u64 virtual_table[3] = {0, shown, hidden};\n";
    const std::string second =
        head +
        ".weak .func (.param .b32 r) shown(.param .b32 a) { st.param.b32 [r], 5; ret; }\n"
        ".func (.param .b32 r) hidden(.param .b32 a) { st.param.b32 [r], 7; ret; }\n"
        ".extern .global .align 8 .u64 virtual_table[3];\n"
        ".visible .entry k(.param .u64 buffer) { .reg .b64 %d<4>; .reg .b32 %r<4>;\n"
        "ld.param.u64 %d0, [buffer]; ld.global.u64 %d1, [virtual_table+8];\n"
        "ld.global.u64 %d2, [virtual_table+16]; mov.u64 %d3, hidden;\n"
        "list: .calltargets shown, hidden;\n"
        "call (%r0), %d1, (1), list; call (%r1), %d2, (1), list; call (%r2), %d3, (1), list;\n"
        "st.global.v2.u32 [%d0], {%r0, %r1}; st.global.u32 [%d0+8], %r2; ret; }\n";
    std::vector<Module> modules;
    for (const std::string& text : {first, second}) {
        Result<Module> module = ptx::parse(text, "part.ptx");
        if (!module) FAIL(to_string(module.error()));
        modules.push_back(std::move(*module));
    }
    Result<Module> linked = ptx::link(std::move(modules));
    if (!linked) FAIL(to_string(linked.error()));
    KernelFixture f(*linked);
    REQUIRE(f.run({1}, {1}).outcome == LaunchOutcome::Finished);
    CHECK(f.word(0) == 5);
    CHECK(f.word(1) == 6);
    CHECK(f.word(2) == 7);
}

TEST_CASE("lanes left out of a brx.idx by its guard are counted where they part") {
    struct Branches : Observer {
        Interest interest() const override { return {.branches = true}; }
        struct Part : BlockObserver {
            explicit Part(std::vector<BranchEvent>& e) : events(e) {}
            void on_branch(const BranchEvent& e) override { events.push_back(e); }
            std::vector<BranchEvent>& events;
        };
        std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t) override {
            return std::make_unique<Part>(events);
        }
        std::vector<BranchEvent> events;
    } branches;
    KernelFixture f(
        kernel_text(R"(mov.u32 %r0, %tid.x; and.b32 %r1, %r0, 1; setp.lt.u32 %p0, %r0, 8;
ways: .branchtargets even, odd;
@%p0 brx.idx %r1, ways;
even: mov.u32 %r2, 1; bra join;
odd: mov.u32 %r2, 2;
join: add.u32 %r2, %r2, 1;)"));
    const LaunchResult result = f.run({1}, {32}, {&branches});
    REQUIRE(result.outcome == LaunchOutcome::Finished);
    REQUIRE(branches.events.size() == 2);
    CHECK(branches.events[0].taken == 0x55);
    CHECK(branches.events[0].not_taken == 0xFFFFFFAA);
    CHECK(branches.events[1].taken == 0xAA);
    CHECK(branches.events[1].not_taken == 0xFFFFFF00);
    DivergenceCount parted;
    for (const DivergenceCount& count : result.statistics.divergence[0])
        parted += count;
    CHECK(parted.times == 2);
    CHECK(parted.taken == 8);
    CHECK(parted.not_taken == 28 + 24);
}

TEST_CASE("known chains of calls have the stack they need, recursion ends at the limit") {
    const std::string leaf = ".func leaf(.param .b64 to) { .local .b8 room[4096]; .reg .b64 %d<2>; "
                             "ld.param.u64 %d0, [to]; "
                             "st.global.u32 [%d0], 7; ret; }\n";
    KernelFixture chain(kernel_text("call leaf, (%d0);", leaf));
    chain.request.stack_limit_bytes = 1024;
    REQUIRE(chain.run({1}, {1}).outcome == LaunchOutcome::Finished);
    CHECK(chain.word(0) == 7);

    const std::string deeper =
        ".func deeper(.param .b64 to) { .local .b8 room[512]; .reg .b64 %d<2>; "
        "ld.param.u64 %d0, [to]; call deeper, (%d0); ret; }\n";
    KernelFixture recursion(kernel_text("call deeper, (%d0);", deeper));
    recursion.request.stack_limit_bytes = 1024;
    const LaunchResult result = recursion.run({1}, {1});
    CHECK(result.fault.kind == FaultKind::StackOverflow);
    CHECK(result.fault.callers.size() == 2);
}

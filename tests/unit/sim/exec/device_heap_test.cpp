// malloc and free in device code: blocks, limits, faults, and what observers are told.
#include "sim/debug/announce_memory.h"
#include "sim/debug/memory_rebuilder.h"
#include "tests/unit/sim/exec/kernel_fixture.h"

using namespace warpscope;
using warpscope::testing::kernel_text;
using warpscope::testing::KernelFixture;

namespace {

const char* const kDeclarations = R"(
.extern .func (.param .b64 r) malloc(.param .b64 size);
.extern .func free(.param .b64 block);
)";

/// `body` runs with the thread's number in %r0 and the place of its result in %d7.
KernelFixture fixture(const std::string& body) {
    return KernelFixture(
        kernel_text("mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x;\n"
                    "mad.lo.u32 %r1, %r1, %r2, %r0; mad.wide.u32 %d7, %r1, 8, %d0;\n" +
                        body,
                    kDeclarations));
}

std::uint64_t wide(const KernelFixture& f, std::uint64_t index) {
    return f.word(2 * index) | static_cast<std::uint64_t>(f.word(2 * index + 1)) << 32;
}

} // namespace

TEST_CASE("blocks of a launch are apart, hold what is written and live on") {
    KernelFixture f =
        fixture("call (%d1), malloc, (24); st.global.u64 [%d7], %d1; st.u32 [%d1+20], %r1;");
    const LaunchResult result = f.run({3}, {32});
    REQUIRE(result.outcome == LaunchOutcome::Finished);
    CHECK(result.ordered);
    CHECK(result.ordered_reason.starts_with("malloc or free"));
    CHECK(f.memory.heap_used() == 96 * 32);
    for (std::uint64_t i = 0; i < 96; ++i) {
        const Address block = wide(f, i);
        CHECK(block % 16 == 0);
        const Allocation* a = f.memory.find(block);
        REQUIRE(a != nullptr);
        CHECK(a->kind == AllocationKind::Heap);
        CHECK(a->base == block);
        CHECK(a->size == 24);
        std::uint32_t value = 0;
        f.memory.read(block + 20, &value, 4);
        CHECK(value == i);
    }
}

TEST_CASE("an exhausted heap gives 0, and a size that overflows does too") {
    KernelFixture f = fixture("call (%d1), malloc, (1024); st.global.u64 [%d7], %d1;");
    f.request.heap_limit_bytes = 10 * 1024;
    REQUIRE(f.run({1}, {16}).outcome == LaunchOutcome::Finished);
    for (std::uint64_t i = 0; i < 16; ++i)
        CHECK((wide(f, i) != 0) == (i < 10));
    KernelFixture huge = fixture("call (%d1), malloc, (-1); st.global.u64 [%d7], %d1;");
    REQUIRE(huge.run({1}, {1}).outcome == LaunchOutcome::Finished);
    CHECK(wide(huge, 0) == 0);
}

TEST_CASE("an access behind a block's end is a fault") {
    KernelFixture f = fixture("call (%d1), malloc, (24); st.u32 [%d1+24], %r0;");
    const LaunchResult result = f.run({1}, {1});
    REQUIRE(result.outcome == LaunchOutcome::Fault);
    CHECK(result.fault.kind == FaultKind::OutOfBounds);
}

TEST_CASE("an instruction that reached a block before it was freed does not reach it after") {
    KernelFixture f = fixture(R"(call (%d1), malloc, (64); mov.u32 %r3, 0;
again: st.u32 [%d1], %r3; add.u32 %r3, %r3, 1; setp.eq.u32 %p0, %r3, 3; @%p0 call free, (%d1); bra again;)");
    const LaunchResult result = f.run({1}, {1});
    REQUIRE(result.outcome == LaunchOutcome::Fault);
    CHECK(result.fault.kind == FaultKind::UseAfterFree);
    CHECK(result.fault.is_store);
}

TEST_CASE("free of what malloc did not return is a fault by name") {
    struct Case {
        const char* body;
        FaultKind kind;
        const char* detail;
    };
    const Case cases[] = {
        {"call free, (%d1); call free, (%d1);", FaultKind::DoubleFree,
         "24 bytes that has been freed"},
        {"add.u64 %d1, %d1, 8; call free, (%d1);", FaultKind::BadFree,
         "8 bytes into a block of 24"},
        {"call free, (%d0);", FaultKind::BadFree, "which malloc did not return"},
        {"call free, (4660);", FaultKind::BadFree, "free was given 0x1234"},
    };
    for (const Case& c : cases) {
        KernelFixture f = fixture(std::string("call (%d1), malloc, (24);") + c.body);
        const LaunchResult result = f.run({1}, {1});
        REQUIRE(result.outcome == LaunchOutcome::Fault);
        CHECK(result.fault.kind == c.kind);
        CHECK(result.fault.detail.find(c.detail) != std::string::npos);
    }
    KernelFixture f = fixture("call free, (0);");
    CHECK(f.run({1}, {32}).outcome == LaunchOutcome::Finished);
}

TEST_CASE("memory rebuilt from events equals the device's, blocks that came and went included") {
    KernelFixture f = fixture(R"(call (%d1), malloc, (40); st.u32 [%d1], %r1; st.u32 [%d1+36], %r0;
and.b32 %r3, %r1, 1; setp.eq.u32 %p0, %r3, 0; @%p0 call free, (%d1); st.global.u64 [%d7], %d1;)");
    MemoryRebuilder rebuilder;
    announce_memory(f.memory, {&rebuilder});
    for (int launch = 0; launch < 2; ++launch) {
        REQUIRE(f.run({4}, {64}, {&rebuilder}).outcome == LaunchOutcome::Finished);
        CHECK(rebuilder.misses() == 0);
        CHECK(rebuilder.content_hash() == f.memory.content_hash());
    }
    CHECK(f.memory.heap_used() == 2 * 128 * 48);
}

TEST_CASE("system functions that are declared with too little are refused") {
    const std::string text = kernel_text("call free;", ".extern .func free();\n");
    Result<Module> module = ptx::parse(text, "test.ptx");
    REQUIRE(module.ok());
    DeviceMemory memory(1 << 20);
    auto instance = load_module(std::make_shared<const Module>(std::move(*module)), memory);
    REQUIRE(instance.ok());
    const auto executable = build_executable(*instance, "k", isa::best_level());
    REQUIRE(!executable.ok());
    CHECK(executable.error().message.find("too few parameters") != std::string::npos);
}

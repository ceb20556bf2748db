// The search for a schedule that changes an output, on races small enough to know the answer.
#include "sim/debug/race_search.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "sim/debug/capture.h"
#include "sim/debug/memory_difference.h"
#include "sim/debug/race_recorder.h"
#include "sim/gpu/gpu_presets.h"
#include "sim/ptx/parser.h"
#include "tests/catch.h"

using namespace warpscope;

namespace {

/// Lines are counted from 1; those of the accesses are looked up by their comments.
const std::string kHead = ".version 8.0\n.target sm_80\n.address_size 64\n"
                          ".visible .entry k(.param .u64 buffer)\n{\n.reg .pred %p<4>;\n"
                          ".reg .b32 %r<8>;\n.reg .b64 %d<4>;\n.reg .f32 %f<4>;\n"
                          "ld.param.u64 %d0, [buffer];\nmov.u32 %r1, %tid.x;\n";

const std::string kWriteRead = kHead + "setp.eq.u32 %p1, %r1, 32;\nsetp.eq.u32 %p2, %r1, 0;\n"
                                       "mov.f32 %f1, 0f3FC00000;\n"
                                       "@%p1 ld.global.f32 %f2, [%d0]; // read\n"
                                       "@%p1 st.global.f32 [%d0+8], %f2; // result\n"
                                       "@%p2 st.global.f32 [%d0], %f1; // write\nret;\n}\n";

const std::string kSameValue = kHead + "mov.u32 %r2, 7;\nst.global.u32 [%d0], %r2; // write\n"
                                       "ret;\n}\n";

/// Thread 32 follows the pointer that thread 0 writes: a fault where it comes first.
const std::string kFaults = kHead + "setp.eq.u32 %p1, %r1, 32;\nsetp.eq.u32 %p2, %r1, 0;\n"
                                    "mov.u64 %d1, %d0;\n"
                                    "@%p2 st.global.u64 [%d0], %d1; // write\n"
                                    "@!%p1 ret;\n"
                                    "ld.global.u64 %d2, [%d0]; // read\n"
                                    "st.global.u32 [%d2+16], %r1;\nret;\n}\n";

struct Case {
    Capsule capsule;
    PreparedLaunch launch;
    Finding finding;
};

std::uint32_t line_of(const std::string& text, const std::string& comment) {
    const std::size_t at = text.find("// " + comment);
    REQUIRE(at != std::string::npos);
    return 1 + static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + at, '\n'));
}

Case make_case(const std::string& text, Dim3 grid = {1}, Dim3 block = {64},
               std::uint64_t seed = 0) {
    DeviceMemory memory(std::uint64_t{1} << 24);
    Result<Module> module = ptx::parse(text, "race.ptx");
    if (!module) FAIL(to_string(module.error()));
    auto instance = load_module(std::make_shared<const Module>(std::move(*module)), memory);
    REQUIRE(instance.ok());
    auto executable = build_executable(*instance, "k", isa::best_level());
    REQUIRE(executable.ok());
    LaunchRequest request;
    request.executable = *executable;
    request.id = 1;
    request.grid = grid;
    request.block = block;
    const Address buffer = memory.allocate(256, AllocationKind::Device)->base;
    memory.fill(buffer, 0, 256);
    request.parameters.resize(8);
    std::memcpy(request.parameters.data(), &buffer, 8);
    LaunchOptions options;
    options.seed = seed;
    options.max_instructions = 1'000'000;
    Case c;
    c.capsule = make_capsule(request, default_gpu(), memory, options);
    auto launch = prepare_launch(c.capsule);
    if (!launch) FAIL(to_string(launch.error()));
    c.launch = std::move(*launch);
    c.finding.checker = "race";
    c.finding.has_address = true;
    c.finding.address = buffer;
    c.finding.classes = {"global", "inter-warp", "read-write", "unordered"};
    c.finding.parties.resize(1);
    c.finding.parties[0].launch = 1;
    return c;
}

void name_parties(Case& c, unsigned later, std::uint32_t later_line, unsigned earlier,
                  std::uint32_t earlier_line) {
    c.finding.warp = later / 32, c.finding.lane = later % 32, c.finding.ptx_line = later_line;
    FindingParty& p = c.finding.parties[0];
    p.warp = earlier / 32, p.lane = earlier % 32, p.ptx_line = earlier_line;
}

RaceExplanation explain(const Case& c, unsigned seeds = 0) {
    RaceSearchOptions options;
    options.seeds = seeds;
    auto found = explain_race(c.capsule, c.launch, c.finding, options);
    if (!found) FAIL(to_string(found.error()));
    return std::move(*found);
}

} // namespace

TEST_CASE("a write that comes before or after a read changes what was read", "[race-search]") {
    Case c = make_case(kWriteRead);
    // In the natural order warp 0 comes first.
    name_parties(c, 32, line_of(kWriteRead, "read"), 0, line_of(kWriteRead, "write"));
    const RaceExplanation found = explain(c);
    REQUIRE(found.change);
    CHECK(found.tried.size() == 1);
    CHECK(found.tried[0].first == RaceSide::Later);
    CHECK(found.tried[0].forced == ForcedEnd::Kept);
    REQUIRE(found.change->memory.size() == 1);
    const MemoryDifference& d = found.change->memory[0];
    CHECK(d.type == Type::F32);
    CHECK(d.element == 2);
    CHECK(d.elements == 1);
    CHECK(d.recorded == "1.5");
    CHECK(d.other == "0");
    REQUIRE(d.store);
    const Function& kernel = c.launch.request.executable->kernel_source();
    CHECK(kernel.instructions[d.store->instruction].line == line_of(kWriteRead, "result"));
}

TEST_CASE("equal values change nothing, whatever is tried", "[race-search]") {
    Case c = make_case(kSameValue);
    const std::uint32_t line = line_of(kSameValue, "write");
    name_parties(c, 40, line, 3, line);
    const RaceExplanation found = explain(c, 4);
    CHECK_FALSE(found.change);
    CHECK(found.tried.size() == 2 + 4);
    CHECK(found.tried[0].forced == ForcedEnd::Kept);
    CHECK(found.tried[1].forced == ForcedEnd::Kept);
    CHECK(found.not_tried.empty());
}

TEST_CASE("the recorded seed is not tried as another one", "[race-search]") {
    Case c = make_case(kSameValue, {1}, {64}, 2);
    const std::uint32_t line = line_of(kSameValue, "write");
    name_parties(c, 40, line, 3, line);
    for (const TriedSchedule& s : explain(c, 4).tried)
        if (s.kind == TriedSchedule::Kind::Seed) CHECK(s.seed != 2);
}

TEST_CASE("a fault in one of the schedules is a change", "[race-search]") {
    Case c = make_case(kFaults, {1}, {64}, 0);
    name_parties(c, 32, line_of(kFaults, "read"), 0, line_of(kFaults, "write"));
    const RaceExplanation found = explain(c);
    REQUIRE(found.change);
    CHECK(found.change->recorded_outcome == LaunchOutcome::Finished);
    CHECK(found.change->other_outcome == LaunchOutcome::Fault);
    CHECK(found.change->memory.empty());
}

TEST_CASE("what does not fit the launch is refused", "[race-search]") {
    const Case good = [] {
        Case c = make_case(kSameValue);
        const std::uint32_t line = line_of(kSameValue, "write");
        name_parties(c, 40, line, 3, line);
        return c;
    }();
    CHECK(race_place(good.finding, good.launch.request).ok());
    const auto refuses = [&](auto&& change) {
        Finding f = good.finding;
        change(f);
        CHECK_FALSE(race_place(f, good.launch.request).ok());
    };
    refuses([](Finding& f) { f.parties.clear(); });
    refuses([](Finding& f) { f.classes.clear(); });
    refuses([](Finding& f) { f.has_address = false; });
    refuses([](Finding& f) { f.ptx_line = 1; });
    refuses([](Finding& f) { f.warp = 2; });
    refuses([](Finding& f) { f.lane = 32; });
    refuses([](Finding& f) { f.block = {1, 0, 0}; });
    refuses([](Finding& f) { f.parties[0].ptx_line = 4000; });
}

TEST_CASE("differences are counted by elements of the store's type", "[race-search]") {
    DeviceMemory a(1 << 20), b(1 << 20);
    for (DeviceMemory* m : {&a, &b}) {
        const Allocation* x = m->allocate(64, AllocationKind::Device);
        m->fill(x->base, 0, 64);
        m->allocate(64, AllocationKind::Heap);
    }
    CHECK(compare_memory(a, b).empty());
    const Address base = a.allocations().begin()->first;
    const std::int16_t values[] = {-2, 5};
    b.write(base + 6, values, 2);
    b.write(base + 20, values + 1, 2);
    b.fill(std::next(b.allocations().begin())->first, 1, 4); // of the heap: left out
    auto found = compare_memory(a, b);
    REQUIRE(found.size() == 1);
    CHECK(found[0].element == 6);
    describe_elements(found[0], base + 6, 2, Type::S16, a, b);
    CHECK(found[0].element == 3);
    CHECK(found[0].recorded == "0");
    CHECK(found[0].other == "-2");
    CHECK(found[0].elements == 2);
    describe_elements(found[0], base + 4, 4, Type::B32, a, b);
    CHECK(found[0].elements == 2);
    CHECK(found[0].other == "0xfffe0000");
}

TEST_CASE("printed lines are compared whatever their order", "[race-search]") {
    CHECK_FALSE(line_missing("a\nb\n", "b\na\n"));
    CHECK(line_missing("a\n", "a\na\n") == "a");
    CHECK(line_missing("", "x") == "x");
    CHECK_FALSE(line_missing("x", ""));
}

// Findings in words: kinds folded, the worst first, parties, excerpts and where to go.
#include "gui/views/findings_view.h"

#include "tests/catch.h"
#include "tests/unit/gui/moments.h"

using namespace warpscope;
using namespace warpscope::views;

namespace {

SourceLine source(std::uint32_t line) {
    SourceLine at;
    at.file = "a.cu";
    at.line = line;
    return at;
}

Finding race(std::uint32_t line, std::uint32_t other_line) {
    Finding f;
    f.checker = "race";
    f.kind = "Race";
    f.classes = {"shared", "inter-warp", "read-write", "unordered"};
    f.message = "race: a write and an earlier read of shared memory that nothing orders";
    f.advice = "put __syncthreads() between";
    f.details = {"in shared memory, offset 128",
                 "this follows from the input alone, not from the order"};
    f.launch = 1;
    f.block = {1, 0, 0};
    f.thread = {32, 0, 0};
    f.warp = 1;
    f.lane = 0;
    f.source = {source(line)};
    f.ptx_line = 84;
    f.ptx_text = "st.shared.u32 [%rd8], %r2;";
    f.address = 128;
    f.has_address = true;
    f.times = 32;
    FindingParty p;
    p.does = "reads";
    p.launch = 1;
    p.block = {1, 0, 0};
    p.thread = {31, 0, 0};
    p.lane = 31;
    p.source = {source(other_line)};
    p.ptx_line = 87;
    p.ptx_text = "ld.shared.u32 %r3, [%rd9];";
    f.parties = {p};
    return f;
}

} // namespace

TEST_CASE("a race names both parties, their lines and the step to go before", "[gui][findings]") {
    const auto facts = test::facts_with_lines({14, 16}, {64, 1, 1});
    LaunchReport launch;
    launch.findings = {race(14, 16)};
    const FindingsView view = findings_view(&launch, {}, nullptr, *facts);
    REQUIRE(view.items.size() == 1);
    const FindingItem& item = view.items[0];
    CHECK(item.kind == "Race between warps");
    CHECK(item.place == "race, line 14");
    CHECK(item.count == "32 times");
    CHECK(item.headline == "Thread 32 writes what thread 31 reads, and nothing orders the two.");
    CHECK(item.unordered);
    CHECK(item.order_note == "This follows from the input alone, not from the order.");
    REQUIRE(item.actors.size() == 2);
    CHECK(item.actors[0].writes);
    CHECK(item.actors[1].known);
    CHECK_FALSE(item.actors[1].writes);
    CHECK(item.actors[1].where == "warp 0, lane 31");
    // Lines 12 to 18: two around each, without a gap.
    REQUIRE(item.excerpt.size() == 7);
    CHECK(item.excerpt.front().number == 12);
    CHECK(item.excerpt[2].actors == std::vector<std::size_t>{0});
    CHECK(item.excerpt[4].actors == std::vector<std::size_t>{1});
    REQUIRE(item.wish);
    CHECK(item.wish->block == 1);
    CHECK(item.wish->warp == 1);
    CHECK(item.wish->ptx_line == 84);
    CHECK(item.wish->lanes == 1);
    CHECK(item.wish->address == 128);
}

TEST_CASE("lines far apart are two pieces of an excerpt", "[gui][findings]") {
    const auto facts = test::facts_with_lines({10, 40}, {64, 1, 1});
    LaunchReport launch;
    launch.findings = {race(10, 40)};
    const FindingItem item = findings_view(&launch, {}, nullptr, *facts).items.at(0);
    REQUIRE(item.excerpt.size() == 11);
    CHECK(item.excerpt[5].number == 0);
}

TEST_CASE("kinds are folded, errors before what counters advise", "[gui][findings]") {
    const auto facts = test::facts_with_lines({14, 16}, {64, 1, 1});
    LaunchReport launch;
    Finding warning = race(3, 4);
    warning.severity = Severity::Warning;
    launch.findings = {warning, race(14, 16), race(20, 21)};
    CounterReport counters;
    LineCounters line;
    line.source = source(16);
    line.ptx_line = 101;
    line.passes = 320;
    line.avoidable_passes = 310;
    line.kinds = {{"shared load", 320, 10, 32}};
    line.advice_needed = true;
    line.advice = "a stride of 32 words puts all 32 lanes into one bank; pad the row to 33 words";
    counters.lines = {line};
    InstructionCounters instruction;
    instruction.ptx_line = 101;
    instruction.ptx_text = "ld.shared.u32 %r1, [%rd1];";
    instruction.source = source(16);
    instruction.counters = {{"avoidable_passes", 310}, {"shared_load_bank_conflicts", 310}};
    counters.instructions = {instruction};
    const FindingsView view = findings_view(&launch, {}, &counters, *facts);
    REQUIRE(view.kinds.size() == 3);
    CHECK(view.kinds[0].title == "Race between warps");
    CHECK(view.kinds[0].severity == Severity::Error);
    CHECK(view.kinds[0].items.size() == 2);
    CHECK(view.kinds[0].count == "64 times");
    CHECK(view.kinds[2].title == "Bank conflicts");
    CHECK(view.kinds[2].count == "310 passes");
    const FindingItem& advice = view.items.at(3);
    CHECK(advice.place == "shared load, line 16");
    CHECK(advice.headline == "A stride of 32 words puts all 32 lanes into one bank.");
    CHECK(advice.advice == "Pad the row to 33 words.");
    CHECK(advice.conflict);
    CHECK_FALSE(advice.excerpt.empty());
    REQUIRE(advice.wish);
    CHECK(advice.wish->ptx_line == 101);
    CHECK_FALSE(advice.wish->address);
    CHECK(view.errors == 2);
    CHECK(view.warnings == 2);
}

TEST_CASE("a file is found by the shorter name that reports give it", "[gui][findings]") {
    CHECK(gui::names_file("/home/me/project/a.cu", "/home/me/project/a.cu"));
    CHECK(gui::names_file("project/a.cu", "/home/me/project/a.cu"));
    CHECK_FALSE(gui::names_file("ject/a.cu", "/home/me/project/a.cu"));
    CHECK_FALSE(gui::names_file("/project/a.cu", "/home/me/project/a.cu"));
    CHECK_FALSE(gui::names_file("", "/home/me/project/a.cu"));
}

TEST_CASE("kinds become words", "[gui][findings]") {
    CHECK(words_of("OutOfBounds") == "Out of bounds");
    CHECK(words_of("Deadlock") == "Deadlock");
}

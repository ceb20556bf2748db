// Breakpoints as the user sets and changes them, where they stop, and how they are kept.
#include "gui/views/breakpoint_list.h"

#include <utility>

#include "gui/views/text_field.h"
#include "tests/catch.h"
#include "tests/unit/gui/moments.h"

using namespace warpscope;
using namespace warpscope::test;
using namespace warpscope::views;
using Kind = gui::UserBreakpoint::Kind;

TEST_CASE("breakpoints come, change and go", "[gui][views]") {
    BreakpointList list;
    const BreakPlace line = {Kind::Line, "a.cu", 14}, ptx = {Kind::Ptx, "", 14};
    std::uint64_t before = list.revision();
    const auto changed = [&] { return std::exchange(before, list.revision()) != list.revision(); };
    list.toggle(line);
    CHECK(changed());
    REQUIRE(list.at(line) != nullptr);
    CHECK(list.at(ptx) == nullptr);
    CHECK(list.at({Kind::Line, "b.cu", 14}) == nullptr);
    const unsigned id = list.at(line)->id;
    list.toggle_enabled(id);
    CHECK(changed());
    CHECK_FALSE(list.find(id)->enabled);
    list.toggle(ptx);
    list.toggle(line);
    CHECK(changed());
    CHECK(list.at(line) == nullptr);
    CHECK(list.all().size() == 1);
    list.toggle(line);
    CHECK(list.at(line)->id != id); // numbers are never used again
    WatchedRange bytes;
    bytes.first = 64, bytes.size = 4;
    list.toggle(bytes);
    const unsigned watch = list.all().back().id;
    CHECK(words_of(*list.find(watch)) == "writes of 4 bytes at global 0x40");
    list.next_access(watch);
    CHECK(words_of(*list.find(watch)) == "accesses to 4 bytes at global 0x40");
    list.next_access(watch);
    CHECK(words_of(*list.find(watch)) == "reads of 4 bytes at global 0x40");
    list.next_access(watch);
    CHECK(words_of(*list.find(watch)) == "writes of 4 bytes at global 0x40");
    list.toggle(bytes);
    CHECK(list.find(watch) == nullptr);
    list.toggle_findings();
    CHECK(list.all().back().kind == Kind::Finding);
    list.toggle_findings();
    CHECK(list.all().size() == 2);
}

TEST_CASE("conditions are read where they are written", "[gui][views]") {
    BreakpointList list;
    const BreakPlace line = {Kind::Line, "a.cu", 14};
    REQUIRE(list.set_condition(line, "  if threadIdx.x == 37 && %r7 > 100 "));
    CHECK(list.at(line)->condition == "threadIdx.x == 37 && %r7 > 100");
    REQUIRE(list.set_condition(line, "lane 7"));
    CHECK(list.at(line)->condition == "lane == 7");
    REQUIRE(list.set_condition(line, "finding"));
    CHECK(list.at(line)->only_findings);
    CHECK(list.at(line)->condition.empty());
    CHECK(condition_text(*list.at(line)) == "finding");
    const Status wrong = list.set_condition(line, "threadIdx.x == ");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().where.column == 15);
    CHECK(list.at(line)->only_findings); // as it was
    CHECK_FALSE(list.set_condition({Kind::Line, "a.cu", 20}, "lane 32 )"));
    CHECK(list.at({Kind::Line, "a.cu", 20}) == nullptr);
    REQUIRE(list.set_condition(line, ""));
    CHECK(condition_text(*list.at(line)).empty());
}

TEST_CASE("breakpoints know the lines that have code, and where they stop", "[gui][views]") {
    auto facts = facts_with_lines({10, 10, 14}, {64, 1, 1});
    CHECK(line_with_code(*facts, "a.cu", 10) == 10u);
    CHECK(line_with_code(*facts, "a.cu", 11) == 14u);
    CHECK_FALSE(line_with_code(*facts, "a.cu", 15));
    CHECK_FALSE(line_with_code(*facts, "b.cu", 1));
    // Warp 0 comes to line 10 twice, warp 1 once; each time it runs two instructions of it.
    const std::vector<gui::TimelineRow> rows = {row_at(1, 0, 0), row_at(2, 1, 0), row_at(3, 0, 1),
                                                row_at(4, 1, 1), row_at(5, 0, 2), row_at(6, 0, 0),
                                                row_at(7, 0, 1)};
    const gui::Moment moment = moment_at(facts, rows, 0);
    BreakpointList list;
    const BreakPlace ten = {Kind::Line, "a.cu", 10};
    list.toggle(ten);
    CHECK(known_stops(moment, list.all()) == std::vector<std::uint64_t>{1, 2, 6});
    list.toggle({Kind::Ptx, "", 101});
    CHECK(known_stops(moment, list.all()) == std::vector<std::uint64_t>{1, 2, 3, 4, 6, 7});
    REQUIRE(list.set_condition(ten, "lane == 3")); // nobody knows without looking
    CHECK(known_stops(moment, list.all()) == std::vector<std::uint64_t>{3, 4, 7});
    list.toggle_enabled(list.at({Kind::Ptx, "", 101})->id);
    CHECK(known_stops(moment, list.all()).empty());

    const std::vector<PlacedFinding> findings = {{{6, Severity::Error}, "a.cu", 10, 100},
                                                 {{5, Severity::Warning}, "a.cu", 14, 102}};
    REQUIRE(list.set_condition(ten, "finding"));
    list.toggle_findings();
    const auto all = with_findings(list.all(), findings);
    CHECK(all[0].positions == std::vector<std::uint64_t>{6});
    CHECK(all[2].positions == std::vector<std::uint64_t>{5, 6});
    CHECK(known_stops(moment, all) == std::vector<std::uint64_t>{5, 6});
}

TEST_CASE("breakpoints are kept by program", "[gui][views]") {
    BreakpointList list;
    const BreakPlace line = {Kind::Line, "a.cu", 14}, ptx = {Kind::Ptx, "", 99};
    REQUIRE(list.set_condition(line, "lane == 7"));
    list.toggle(ptx);
    list.toggle_enabled(list.at(ptx)->id);
    list.toggle(WatchedRange{});
    const std::string text = save_breakpoints({{"/x/a.cu", list.all()}, {"/x/none.cu", {}}});
    const auto read = read_breakpoints(text, "file");
    REQUIRE(read);
    REQUIRE(read->size() == 1);
    BreakpointList again;
    again.replace(read->at("/x/a.cu"));
    REQUIRE(again.all().size() == 2);
    REQUIRE(again.at(line) != nullptr);
    CHECK(again.at(line)->condition == "lane == 7");
    CHECK(again.at(line)->enabled);
    REQUIRE(again.at(ptx) != nullptr);
    CHECK_FALSE(again.at(ptx)->enabled);
    CHECK_FALSE(read_breakpoints("{", "file"));
    CHECK_FALSE(read_breakpoints("{\"warpscope-gui-breakpoints\": 9}", "file"));
    const auto odd = read_breakpoints(R"({"warpscope-gui-breakpoints": 1, "programs":
        {"a": [{"line": -1}, 3, {"ptx": 5, "if": "((" }], "b": 7}})",
                                      "file");
    REQUIRE(odd);
    REQUIRE(odd->at("a").size() == 1);
    CHECK(odd->at("a")[0].line == 5);
}

TEST_CASE("a line of text is edited by characters", "[gui][views]") {
    TextField field;
    field.set("a–b");
    const auto press = [&](gui::Key key) { return field.press({.key = key}); };
    CHECK(press(gui::Key::Left));
    CHECK(press(gui::Key::Backspace));
    CHECK(field.text == "ab");
    field.type("xy");
    CHECK(field.text == "axyb");
    CHECK(press(gui::Key::Home));
    CHECK(press(gui::Key::Delete));
    CHECK(press(gui::Key::Left));
    CHECK(field.text == "xyb");
    CHECK(press(gui::Key::End));
    CHECK(press(gui::Key::Right));
    CHECK(press(gui::Key::Delete));
    CHECK(press(gui::Key::Backspace));
    CHECK(field.text == "xy");
    CHECK_FALSE(press(gui::Key::F5));
}

// Lines that move and steps that are found again.
#include <random>

#include "gui/engine/compiler_messages.h"
#include "gui/views/line_map.h"
#include "gui/views/return_place.h"
#include "tests/catch.h"
#include "tests/unit/gui/moments.h"

using namespace warpscope;
using namespace warpscope::gui;
using namespace warpscope::test;
using views::Found;
using views::LineMap;

namespace {

using Lines = std::vector<std::string>;

/// Two warps over lines 10, 11, 12 with a loop over 11 and 12: instruction i is of line[i].
std::vector<TimelineRow> loop_rows(unsigned rounds) {
    std::vector<TimelineRow> rows;
    std::uint64_t position = 0;
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
        rows.push_back(row_at(++position, warp, 0));
        for (unsigned r = 0; r < rounds; ++r)
            for (const std::uint32_t instruction : {1u, 2u, 3u})
                rows.push_back(row_at(++position, warp, instruction));
    }
    return rows;
}

std::shared_ptr<LaunchFacts> loop_facts(const std::vector<std::uint32_t>& lines = {10, 11, 11,
                                                                                   12}) {
    auto facts = facts_with_lines(lines, {64});
    const char* const names[] = {"mov.u32", "ld.shared.u32", "add.u32", "bra"};
    for (std::size_t i = 0; i < facts->code[0].size(); ++i)
        facts->code[0][i].mnemonic = names[i % 4];
    return facts;
}

} // namespace

TEST_CASE("lines are found after inserting, deleting and changing", "[gui][line-map]") {
    const LineMap same(Lines{"a", "b"}, Lines{"a", "b"});
    CHECK_FALSE(same.changed());
    CHECK(same.after(2) == 2);
    const LineMap inserted(Lines{"a", "b", "c"}, Lines{"a", "x", "y", "b", "c"});
    CHECK(inserted.after(1) == 1);
    CHECK(inserted.after(2) == 4);
    CHECK(inserted.before(2) == 0);
    CHECK(inserted.before(5) == 3);
    const LineMap deleted(Lines{"a", "b", "c"}, Lines{"a", "c"});
    CHECK(deleted.after(2) == 2);
    CHECK(deleted.after(3) == 2);
    const LineMap changed(Lines{"a", "b", "c", "d"}, Lines{"a", "B", "C", "d"});
    CHECK(changed.after(2) == 2);
    CHECK(changed.after(3) == 3);
    CHECK(changed.before(3) == 0);
    const LineMap shorter(Lines{"a", "b", "c"}, Lines{"a"});
    CHECK(shorter.after(3) == 1);
    CHECK(LineMap().after(7) == 7);
    CHECK(LineMap(Lines{"a"}, Lines{}).after(1) == 0);
    // A moved block of text leaves the rest where it was.
    const LineMap both(Lines{"{", "x", "}", "{", "y", "}"}, Lines{"{", "}", "{", "y", "z", "}"});
    CHECK(both.after(5) == 4);
    CHECK(both.after(6) == 6);
}

TEST_CASE("mapping lines keeps their order and finds what is equal", "[gui][line-map]") {
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::mt19937 random(seed);
        Lines before;
        for (unsigned i = random() % 30; i-- > 0;)
            before.push_back(std::string(1, static_cast<char>('a' + random() % 6)));
        Lines after = before;
        for (unsigned edits = random() % 6; edits-- > 0;) {
            const auto at =
                after.begin() + static_cast<std::ptrdiff_t>(random() % (after.size() + 1));
            if (random() % 2 == 0)
                after.insert(at, "new");
            else if (at != after.end())
                after.erase(at);
        }
        INFO(seed);
        const LineMap map(before, after);
        CHECK(map.changed() == (before != after));
        std::uint32_t last = 0;
        std::size_t kept = 0;
        for (std::uint32_t line = 1; line <= before.size(); ++line) {
            const std::uint32_t now = map.after(line);
            CHECK(now >= last);
            CHECK(now <= after.size());
            if (!after.empty()) CHECK(now >= 1);
            last = now;
            // Back and forth is the same line, and the same text.
            if (now != 0 && map.before(now) == line) {
                ++kept;
                CHECK(before[line - 1] == after[now - 1]);
            }
        }
        std::size_t named = 0;
        for (std::uint32_t line = 1; line <= after.size(); ++line)
            if (const std::uint32_t was = map.before(line)) {
                ++named;
                CHECK(map.after(was) == line);
            }
        CHECK(named == kept);
        // Every line that was not touched is one of these.
        std::size_t common = after.size();
        for (const std::string& line : after)
            common -= line == "new";
        CHECK(kept >= common);
    }
}

TEST_CASE("a step is found again in the same run", "[gui][return]") {
    const auto facts = loop_facts();
    const auto rows = loop_rows(3);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        INFO(i);
        const Moment moment = moment_at(facts, rows, i);
        const auto place = views::place_of(moment);
        REQUIRE(place);
        const auto step = views::find_place(*facts, *moment.timeline, *place);
        REQUIRE(step);
        CHECK(step->position == rows[i].position);
        CHECK(step->found == Found::Same);
    }
}

TEST_CASE("a step is found again in another run, or the nearest", "[gui][return]") {
    const auto rows = loop_rows(3);
    // Warp 1, second round, ld.shared of line 11.
    const auto place = views::place_of(moment_at(loop_facts(), rows, 14));
    REQUIRE(place);
    REQUIRE(place->warp == 1);
    REQUIRE(place->line == 11);
    REQUIRE(place->occurrence == 1);
    const auto find = [&](const LaunchFacts& facts, const std::vector<TimelineRow>& in) {
        Timeline timeline;
        timeline.rows = in;
        return views::find_place(facts, timeline, *place);
    };
    // More rounds change nothing.
    auto step = find(*loop_facts(), loop_rows(5));
    REQUIRE(step);
    CHECK(step->found == Found::Same);
    CHECK(step->position == 16 + 1 + 3 + 1);
    // Fewer rounds: the last time.
    step = find(*loop_facts(), loop_rows(1));
    REQUIRE(step);
    CHECK(step->found == Found::OtherTime);
    CHECK(step->position == 6);
    // The line's instructions are others: the second time that the warp comes to it.
    auto others = loop_facts();
    others->code[0][1].mnemonic = "ld.shared.v2.u32";
    step = find(*others, loop_rows(3));
    REQUIRE(step);
    CHECK(step->found == Found::Same);
    CHECK(step->position == rows[14].position);
    // Only the other warp runs it.
    std::vector<TimelineRow> one = rows;
    std::erase_if(one, [](const TimelineRow& row) { return row.warp == 1; });
    step = find(*loop_facts(), one);
    REQUIRE(step);
    CHECK(step->found == Found::OtherWarp);
    CHECK(step->warp == 0);
    // Nobody does.
    step = find(*loop_facts({10, 14, 15, 16}), rows);
    REQUIRE(step);
    CHECK(step->found == Found::OtherLine);
    CHECK(step->line == 10);
    CHECK_FALSE(find(*loop_facts(), {}));
}

TEST_CASE("what compilers say is read message by message", "[gui][messages]") {
    const auto said =
        compiler_messages("In file included from a.cu:1:\n"
                          "dir/a.cu:12:7: error: use of undeclared identifier 'flaot'\n"
                          "   12 |   x = flaot(1);\n"
                          "      |       ^\n"
                          "dir/a.cu:3:1: note: did you mean 'float'?\n"
                          "dir/a.cu:3:1: note: and another\n"
                          "b.h:4: warning: odd\n"
                          "dir/a.cu:12:7: error: use of undeclared identifier 'flaot'\n"
                          "dir/a.cu:3:1: note: did you mean 'float'?\n"
                          "c.cu:1:10: fatal error: 'no.h' file not found\n"
                          "k.ptx:9:3: error: no such instruction\n"
                          "  try: `add.u32 d, a, b;`\n"
                          "warpscope: error: dir/a.cu does not compile\n"
                          "2 errors generated.\n");
    REQUIRE(said.size() == 4);
    CHECK(said[0] ==
          CompilerMessage{"dir/a.cu", 12, 7, true,
                          "use of undeclared identifier 'flaot' (did you mean 'float'?)"});
    CHECK(said[1] == CompilerMessage{"b.h", 4, 0, false, "odd"});
    CHECK(said[2].text == "'no.h' file not found");
    CHECK(said[3].text == "no such instruction; try: `add.u32 d, a, b;`");
    CHECK(compiler_messages("").empty());
    CHECK(compiler_messages(": error: x\n:1: error: x\na:0: error: x\nerror: x").empty());
}

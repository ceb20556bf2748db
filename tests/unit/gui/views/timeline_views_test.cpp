// Views that read a timeline: time bar, navigation, opening, splits, source, warps.
#include <algorithm>

#include "gui/views/navigation.h"
#include "gui/views/opening.h"
#include "gui/views/selection.h"
#include "gui/views/source_view.h"
#include "gui/views/split_rows.h"
#include "gui/views/words.h"
#include "runtime/report/units.h"
#include "tests/catch.h"
#include "tests/unit/gui/moments.h"

using namespace warpscope;
using namespace warpscope::test;
using namespace warpscope::views;

namespace {

/// Two warps: both run lines 10 and 12 (a barrier), then 14 with a conflict of degree 8 in warp 1.
gui::Moment two_warps(std::size_t now) {
    auto facts = facts_with_lines({10, 12, 14}, {64, 1, 1});
    facts->code[0][1].barrier = true;
    std::vector<gui::TimelineRow> rows = {row_at(1, 0, 0), row_at(2, 0, 1), row_at(3, 1, 0),
                                          row_at(4, 1, 1), row_at(5, 1, 2), row_at(6, 0, 2)};
    rows[4].passes = 8, rows[4].least_passes = 1, rows[4].access = true;
    rows[5].passes = 1, rows[5].least_passes = 1, rows[5].access = true;
    rows[3].opens = true; // the second warp comes last
    return moment_at(facts, rows, now);
}

} // namespace

TEST_CASE("steps lead on and back, by instruction, warp, barrier, line and conflict",
          "[gui][views]") {
    const gui::Moment moment = two_warps(2);
    CHECK(step_from(moment, Direction::On) == 4u);
    CHECK(step_from(moment, Direction::Back) == 2u);
    CHECK(step_of_warp(moment, 0, Direction::On) == 6u);
    CHECK(step_of_warp(moment, 0, Direction::Back) == 2u);
    CHECK(step_at_barrier(moment, Direction::On) == 4u);
    CHECK(step_at_barrier(moment, Direction::Back) == 2u);
    CHECK(step_at_lines(moment, {14}, Direction::On) == 5u);
    CHECK_FALSE(step_at_lines(moment, {14}, Direction::Back));
    CHECK(nearest_step_at_line(moment, 12) == 4u);
    CHECK(step_at_conflict(moment, Direction::On) == 5u);
    CHECK_FALSE(step_at_conflict(moment, Direction::Back));
    CHECK(first_step(moment) == 1u);
    CHECK(last_step(moment) == 6u);
    CHECK(next_access(moment, true) == 5u);
    CHECK_FALSE(next_access(moment, false));
}

TEST_CASE("steps go by source lines of a warp, and by blocks", "[gui][views]") {
    // Warp 0 runs lines 10 10 - 12 12 10; "-" has no line of its own.
    auto facts = facts_with_lines({10, 10, 0, 12, 12}, {64, 1, 1});
    const std::vector<gui::TimelineRow> rows = {row_at(1, 0, 0), row_at(2, 0, 1), row_at(3, 1, 3),
                                                row_at(4, 0, 2), row_at(5, 0, 3), row_at(6, 0, 4),
                                                row_at(7, 0, 0)};
    const auto on = [&](std::size_t now) {
        return line_of_warp(moment_at(facts, rows, now), 0, Direction::On);
    };
    const auto back = [&](std::size_t now) {
        return line_of_warp(moment_at(facts, rows, now), 0, Direction::Back);
    };
    CHECK(on(0) == 5u);
    CHECK(on(3) == 5u);
    CHECK(on(4) == 7u);
    CHECK_FALSE(on(6));
    CHECK(back(6) == 5u);
    CHECK(back(5) == 5u); // in the middle of a line: to its beginning
    CHECK(back(4) == 1u);
    CHECK(back(3) == 1u);
    CHECK_FALSE(back(0));
    CHECK_FALSE(line_of_warp(moment_at(facts, rows, 0), 7, Direction::On));

    const std::vector<gui::BlockSpan> blocks = {{1, 7, 7}, {0, 0, 0}, {8, 20, 13}, {9, 30, 10}};
    CHECK(block_from(moment_at(facts, rows, 3), blocks, Direction::On) == 8u);
    CHECK(block_from(moment_at(facts, rows, 3), blocks, Direction::Back) == 1u);
    CHECK_FALSE(block_from(moment_at(facts, rows, 0), blocks, Direction::Back));
}

TEST_CASE("the ends of a block lead into the launch", "[gui][views]") {
    gui::Moment last = two_warps(5);
    CHECK(step_from(last, Direction::On) == 7u);
    last.ended = true;
    CHECK_FALSE(step_from(last, Direction::On));
    CHECK_FALSE(step_from(two_warps(0), Direction::Back));
}

TEST_CASE("a launch opens where it is worst", "[gui][views]") {
    const gui::Moment moment = two_warps(0);
    CHECK(worst_step(*moment.timeline) == 5u);
    CHECK(worst_step(*moment.timeline, 0) == 6u); // nothing wrong there: its first access
    CHECK_FALSE(worst_step(*moment.timeline, 9));
    gui::Timeline idle;
    idle.rows = {row_at(1, 0, 0), row_at(2, 0, 1, 0xFF), row_at(3, 0, 1, 0x1)};
    CHECK(worst_step(idle) == 2u);
    gui::TimelineRow waste = row_at(1, 0, 0), conflict = row_at(1, 0, 0);
    waste.sectors = 32, waste.least_sectors = 4;
    conflict.passes = 2, conflict.least_passes = 1;
    CHECK(badness(conflict) > badness(waste));
    CHECK(badness(waste) > badness(idle.rows[2]));
    CHECK(badness(idle.rows[0]) == 0);
}

TEST_CASE("the selection follows the step and keeps its lane while that takes part",
          "[gui][views]") {
    gui::Moment moment = two_warps(4);
    gui::LaneAccess access;
    access.space = Space::Shared;
    access.lanes = 0xF0;
    access.address[5] = 20;
    moment.step.accesses.push_back(access);
    Selection before;
    before.lane = 5;
    CHECK(follow(before, moment).lane == 5);
    CHECK(follow(before, moment).warp == 1);
    CHECK(follow(before, moment).address == 20);
    before.lane = 1;
    CHECK(follow(before, moment).lane == 4);
    REQUIRE(access_in(moment, Space::Shared));
    CHECK(access_in(moment, Space::Shared).now);
    CHECK_FALSE(access_in(moment, Space::Global));
    moment.global.position = 3;
    moment.global.access.lanes = 0x3;
    REQUIRE(access_in(moment, Space::Global));
    CHECK_FALSE(access_in(moment, Space::Global).now);
    CHECK(access_in(moment, Space::Global).position == 3);
    CHECK(step_number(moment).now == 5);
    CHECK(step_number(moment).all == 6);
    CHECK(report::grouped(1234567) == "1,234,567");
    CHECK(report::grouped(999) == "999");
}

TEST_CASE("warps show who stepped, waits and is gone", "[gui][views]") {
    gui::Moment moment = two_warps(4);
    SnapshotBlock block;
    SnapshotWarp zero, one;
    zero.existing = one.existing = kAllLanes;
    zero.alive = 0xFFFF;
    one.alive = kAllLanes;
    zero.splits = {split_of(2, 0xFF, warpscope::LaneState::AtBarrier, false),
                   split_of(2, 0xFF00, warpscope::LaneState::AtRejoin, true)};
    one.splits = {split_of(2, 0xFFFF, warpscope::LaneState::Ready, true),
                  split_of(1, 0xFFFF0000, warpscope::LaneState::Ready, false)};
    moment.step.executed = 0xFFFF;
    block.warps = {zero, one};
    moment.snapshot.blocks.push_back(block);
    const std::vector<WarpRow> rows = warp_rows(moment);
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].lane[0] == views::LaneState::AtBarrier);
    CHECK(rows[0].lane[8] == views::LaneState::Rejoining);
    CHECK(rows[0].lane[31] == views::LaneState::Exited);
    CHECK(rows[1].lane[0] == views::LaneState::Stepped);
    CHECK(rows[1].lane[31] == views::LaneState::Divergent);
    CHECK(rows[1].stepped);
    CHECK(rows[1].lanes_on == 16);
    CHECK(rows[0].at == "101 ld.shared");
    CHECK(rows[1].at == "102 ld.shared");
    const auto runs = runs_of(rows[0].lane);
    REQUIRE(runs.size() == 3);
    CHECK(runs[1].first == 8);
    CHECK(runs[1].count == 8);
    CHECK_THAT(describe_lane(moment, rows[0], 9),
               Catch::Matchers::ContainsSubstring("thread (9,0,0)"));
}

TEST_CASE("a block that is gone has no lanes left, and threads that never were are absent",
          "[gui][views]") {
    auto facts = facts_with_lines({10}, {40, 1, 1});
    const std::vector<WarpRow> rows = warp_rows(moment_at(facts, {row_at(1, 0, 0)}, 0));
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].lane[0] == views::LaneState::Exited);
    CHECK(rows[1].lanes_of == 8);
    CHECK(rows[1].lane[8] == views::LaneState::Absent);
    CHECK_FALSE(rows[1].begun);
}

TEST_CASE("PTX unfolds under its line, with tags where warps stand", "[gui][views]") {
    gui::Moment moment = two_warps(4);
    SnapshotBlock block;
    SnapshotWarp warp;
    warp.existing = warp.alive = kAllLanes;
    warp.splits = {split_of(2, kAllLanes, warpscope::LaneState::Ready, true)};
    block.warps = {warp, warp};
    moment.snapshot.blocks.push_back(block);
    const SourceView view = source_view(moment, follow({}, moment), true);
    CHECK(view.has_source);
    const auto ptx = std::find_if(view.rows.begin(), view.rows.end(), [](const SourceRow& r) {
        return r.kind == SourceRow::Kind::Ptx;
    });
    REQUIRE(ptx != view.rows.end());
    CHECK(ptx->number == 102);
    CHECK(ptx->current);
    CHECK(ptx->passes == 8);
    CHECK((ptx - 1)->number == 14);
    CHECK((ptx - 1)->selected);
    CHECK((ptx - 1)->passes == 9);
    CHECK((ptx - 1)->avoidable_passes == 7);
    REQUIRE(ptx->tags.size() == 1);
    CHECK(ptx->tags[0].text == "W1");
    CHECK(ptx->tags[0].stepped);
    // Folded, no PTX is there.
    const SourceView folded = source_view(moment, follow({}, moment), false);
    CHECK(folded.rows.size() == 60);
    CHECK(folded.rows[folded.current].number == 14);
    CHECK(warp_list({0, 1, 2, 3, 7, 9, 10}) == "W0–3,7,9–10");
}

TEST_CASE("without sources the PTX is shown", "[gui][views]") {
    auto facts = facts_with_lines({0, 0}, {32, 1, 1});
    facts->sources.clear();
    const gui::Moment moment = moment_at(facts, {row_at(1, 0, 0), row_at(2, 0, 1)}, 1);
    const SourceView view = source_view(moment, follow({}, moment), true);
    CHECK_FALSE(view.has_source);
    REQUIRE(view.rows.size() == 2);
    CHECK(view.rows[1].current);
    CHECK(view.current == 1);
}

TEST_CASE("lanes that part leave a row each, and rounds are counted", "[gui][views]") {
    auto facts = facts_with_lines({5, 6, 7}, {32, 1, 1});
    // Line 5 runs whole; after its branch 8 lanes loop over line 6 three times, 2 of them once
    // more.
    const std::vector<gui::TimelineRow> rows = {row_at(1, 0, 0),       row_at(2, 0, 1, 0xFF),
                                                row_at(3, 0, 1, 0xFF), row_at(4, 0, 1, 0xFF),
                                                row_at(5, 0, 1, 0x3),  row_at(6, 0, 2)};
    gui::Moment moment = moment_at(facts, rows, 4);
    SnapshotBlock block;
    SnapshotWarp warp;
    warp.existing = warp.alive = kAllLanes;
    warp.splits = {split_of(1, 0x3, warpscope::LaneState::Ready, true),
                   split_of(2, ~0x3u, warpscope::LaneState::AtRejoin, false)};
    block.warps = {warp};
    moment.snapshot.blocks.push_back(block);
    const SplitView view = split_view(moment, 0);
    REQUIRE(view.rows.size() == 3);
    CHECK(view.rows[0].mask == kAllLanes);
    CHECK(view.rows[1].branch_line == 5);
    CHECK(view.rows[1].mask == 0xFF);
    CHECK(view.rows[2].branch_line == 6);
    CHECK(view.rows[2].mask == 0x3);
    CHECK(view.looping);
    CHECK(view.round == 4);
    CHECK(view.most_rounds == 4);
    CHECK(view.rounds[0] == 4);
    CHECK(view.rounds[7] == 3);
    CHECK(view.rounds[8] == 0);
    CHECK(view.lane_work == 8 * 3 + 2);
    CHECK(view.lane_slots == 128);
    CHECK(view.headline == "Round 4: 2 of 32 lanes work");
    const SourceView source = source_view(moment, follow({}, moment), false);
    const auto said = step_in_words(source, view);
    REQUIRE(said.size() == 3);
    CHECK(said[0] == "2 lanes are still in the loop.");
    CHECK(said[1] == "30 wait at line 7 to rejoin.");
    // Rejoined, the rows are back to the entry.
    CHECK(split_view(moment_at(facts, rows, 5), 0).rows.size() == 1);
}

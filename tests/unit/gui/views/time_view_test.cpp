// The time bar's view: bins, marks, phases, zoom, and what it shows of a warp and of the launch.
#include "gui/views/time_view.h"

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
    std::vector<gui::TimelineRow> rows = {row_at(11, 0, 0), row_at(12, 0, 1), row_at(13, 1, 0),
                                          row_at(14, 1, 1), row_at(15, 1, 2), row_at(16, 0, 2)};
    rows[3].opens = true;
    rows[4].passes = 8, rows[4].least_passes = 1, rows[4].access = true;
    rows[5].passes = 1, rows[5].least_passes = 1, rows[5].access = true;
    gui::Moment moment = moment_at(facts, rows, now);
    auto launch = std::make_shared<gui::LaunchIndex>();
    launch->steps = 20;
    TimelineLevel level;
    level.bins.resize(20);
    level.bins[14].cost = 8;
    launch->levels = coarser_levels(level);
    moment.launch = launch;
    return moment;
}

TimeView view_of(const gui::Moment& moment, const MarkSources& sources,
                 const TimeRequest& request) {
    return time_view(moment, mark_entries(moment, sources, request.scope, request.warp), request);
}

TimeRequest columns(unsigned count, unsigned mark = 1) {
    TimeRequest request;
    request.columns = count;
    request.mark = mark;
    return request;
}

} // namespace

TEST_CASE("time is binned by the worst, with marks and phases", "[gui][views]") {
    const gui::Moment moment = two_warps(2);
    MarkSources sources;
    sources.breakpoints = {15, 16};
    sources.findings = {{15, Severity::Error}, {99, Severity::Error}};
    const TimeView view = view_of(moment, sources, columns(3));
    REQUIRE(view.bins.size() == 3);
    CHECK(view.entries == 6);
    CHECK(view.now == 2);
    CHECK(view.bins[2].cost == 8);
    CHECK(view.bins[2].degree == 8);
    CHECK(view.bins[0].cost == 0);
    CHECK(view.bins[1].opens); // both warps have come at row 3
    CHECK_FALSE(view.bins[0].opens);
    REQUIRE(view.phases.size() == 2);
    CHECK(view.phases[0].last == 3);
    CHECK(view.phases[1].first_line == 14);
    // More columns than steps: one bin each.
    CHECK(view_of(moment, {}, columns(100)).bins.size() == 6);
    CHECK(position_of(moment, view, 4) == 15u);
}

TEST_CASE("marks that stand too close are one, and its worst kind is shown", "[gui][views]") {
    const gui::Moment moment = two_warps(2);
    MarkSources sources;
    sources.breakpoints = {11, 15, 16};
    sources.findings = {{16, Severity::Warning}};
    // 60 pixels for 6 steps: marks of 8 pixels are apart, a count takes as much again.
    const TimeView apart = view_of(moment, sources, columns(60, 8));
    REQUIRE(apart.marks.size() == 4);
    CHECK(apart.marks[0].kind == MarkKind::Breakpoint);
    CHECK(apart.marks[1].kind == MarkKind::Barrier);
    CHECK(apart.marks[3].kind == MarkKind::Warning);
    CHECK(apart.marks[3].count[static_cast<unsigned>(MarkKind::Breakpoint)] == 1);
    CHECK(words_of(apart.marks[3]) == "1 warning, 1 breakpoint");
    const TimeView close = view_of(moment, sources, columns(60, 14));
    REQUIRE(close.marks.size() == 2);
    CHECK(close.marks[0].all() == 1);
    CHECK(close.marks[1].kind == MarkKind::Warning);
    CHECK(close.marks[1].all() == 4); // the barrier, two breakpoints and the warning
    CHECK(close.marks[1].position == 16);
    // Each is counted once, however many there are.
    for (unsigned mark = 1; mark < 70; ++mark) {
        std::uint32_t all = 0;
        for (const TimeMark& m : view_of(moment, sources, columns(60, mark)).marks)
            all += m.all();
        CHECK(all == 5);
    }
}

TEST_CASE("the time bar turns to the page with the step when it is asked to", "[gui][views]") {
    const gui::Moment moment = two_warps(4);
    TimeRequest request = columns(2);
    request.range = {0, 2};
    CHECK(view_of(moment, {}, request).range == StripRange{0, 2});
    request.follows = true;
    CHECK(view_of(moment, {}, request).range == StripRange{4, 2});
    request.range = {};
    CHECK(view_of(moment, {}, request).range == StripRange{0, 6});
}

TEST_CASE("the time bar shows a warp, or the launch", "[gui][views]") {
    const gui::Moment moment = two_warps(4);
    MarkSources sources;
    sources.breakpoints = {15, 16};
    sources.findings = {{3, Severity::Error}, {15, Severity::Error}};
    TimeRequest request = columns(50);
    request.scope = TimeScope::Warp;
    request.warp = 1;
    const TimeView warp = view_of(moment, sources, request);
    CHECK(warp.entries == 3);
    CHECK(warp.now == 2);
    CHECK(warp.bins[2].cost == 8);
    REQUIRE(warp.marks.size() == 2); // the barrier, and row 4 with its finding
    CHECK(warp.marks[1].kind == MarkKind::Error);
    CHECK(warp.marks[1].all() == 2);
    REQUIRE(warp.phases.size() == 2);
    CHECK(warp.phases[0].last == 1);
    CHECK(warp.phases[1].first == 2);
    CHECK(position_of(moment, warp, 1) == 14u);
    // The last step of the other warp before now.
    request.warp = 0;
    CHECK(view_of(moment, sources, request).now == 1);

    request.scope = TimeScope::Launch;
    const TimeView launch = view_of(moment, sources, request);
    CHECK(launch.entries == 20);
    CHECK(launch.now == 14);
    CHECK(launch.bins[14].cost == 8);
    CHECK(launch.marks.size() == 3); // of other blocks, too; no barriers
    CHECK(position_of(moment, launch, 4) == 5u);
}

TEST_CASE("a zoomed time bar goes along a page at a time", "[gui][views]") {
    CHECK(following({}, 100, 50) == StripRange{});
    CHECK(following({0, 100}, 100, 50) == StripRange{});
    CHECK(following({20, 10}, 100, 25) == StripRange{20, 10});
    CHECK(following({20, 10}, 100, 30) == StripRange{30, 10});
    CHECK(following({20, 10}, 100, 99) == StripRange{90, 10});
    CHECK(following({95, 10}, 100, 100) == StripRange{90, 10}); // nothing to go along with
    TimeRequest request = columns(50);
    request.range = {3, 2};
    const gui::Moment moment = two_warps(0);
    const TimeView view = view_of(moment, {}, request);
    CHECK(view.zoomed());
    REQUIRE(view.bins.size() == 2);
    CHECK(view.bins[1].cost == 8);
    CHECK(first_entry_of(view, 1) == 4);
    REQUIRE(view.marks.size() == 1);
}

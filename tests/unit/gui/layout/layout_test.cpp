// The parts of the window: sizes as designed, one lane axis, splitters within their limits.
#include "gui/layout/layout.h"

#include <cmath>
#include <string>
#include <vector>

#include "tests/catch.h"

using namespace warpscope::gui;

namespace {

Layout layout_of(float width, float height, LayoutState state = {}, float scale = 1) {
    return compute_layout(width, height, scale, state);
}

} // namespace

TEST_CASE("a large window has the sizes of the design", "[gui][layout]") {
    LayoutState state;
    state.has_lower = true;
    const Layout layout = layout_of(1920, 1200, state);
    CHECK(layout.toolbar == Rect{0, 0, 1920, 40});
    CHECK(layout.selection == Rect{0, 40, 1920, 32});
    CHECK(layout.body == Rect{0, 72, 1920, 1012});
    CHECK(layout.time_bar == Rect{0, 1084, 1920, 92});
    CHECK(layout.status == Rect{0, 1176, 1920, 24});
    CHECK(layout.of(Slot::Source).w == 620);
    CHECK(layout.of(Slot::Warps).x == 624);
    CHECK(layout.of(Slot::Warps).h == 264);
    CHECK(layout.of(Slot::Lanes).h == 232);
    CHECK(layout.of(Slot::Memory).h == 508);
    const LaneAxis axis = lane_axis(layout.of(Slot::Warps), layout.metrics);
    CHECK(axis.cell == 34);
    CHECK(axis.left == 756);
}

TEST_CASE("a small window has the compact sizes", "[gui][layout]") {
    const Layout layout = layout_of(1280, 800);
    CHECK(layout.body.h == 642);
    CHECK(layout.of(Slot::Source).w == 440);
    CHECK(lane_axis(layout.of(Slot::Lanes), layout.metrics).cell == 22);
    CHECK(layout.of(Slot::Warps).h == 190);
    CHECK(layout.of(Slot::Lanes).h == 148);
    CHECK(layout.of(Slot::Memory).h == 296);
}

TEST_CASE("lanes stand at one x in all panels of the column", "[gui][layout]") {
    for (const float width : {1100.f, 1280.f, 1600.f, 1920.f, 2560.f}) {
        const Layout layout = layout_of(width, 1000);
        const LaneAxis warps = lane_axis(layout.of(Slot::Warps), layout.metrics);
        const LaneAxis memory = lane_axis(layout.of(Slot::Memory), layout.metrics);
        for (unsigned lane = 0; lane < 32; ++lane) {
            CHECK(warps.x(lane) == memory.x(lane));
            CHECK(warps.x(lane) == std::round(warps.x(lane)));
            CHECK(warps.lane_at(warps.x(lane) + 1) == lane);
        }
        CHECK_FALSE(warps.lane_at(warps.left - 1));
        CHECK_FALSE(warps.lane_at(warps.right()));
    }
}

TEST_CASE("parts fill the window and do not overlap", "[gui][layout]") {
    LayoutState state;
    state.has_lower = true;
    state.workspace =
        GENERATE(Workspace::Debug, Workspace::Review, Workspace::Memory, Workspace::Time);
    for (const float scale : {0.8f, 1.f, 1.5f, 2.f}) {
        const Layout layout = layout_of(1920 * scale, 1200 * scale, state, scale);
        float area = 0;
        for (unsigned a = 0; a < kSlots; ++a) {
            const Rect& r = layout.slot[a];
            area += r.w * r.h;
            for (unsigned b = 0; b < a; ++b) {
                const Rect& o = layout.slot[b];
                const bool apart = r.empty() || o.empty() || r.right() <= o.x || o.right() <= r.x ||
                                   r.bottom() <= o.y || o.bottom() <= r.y;
                CHECK(apart);
            }
        }
        CHECK(area <= layout.body.w * layout.body.h);
        CHECK(area >= layout.body.w * layout.body.h * 0.98f);
    }
}

TEST_CASE("workspaces give room to what they are for", "[gui][layout]") {
    LayoutState state;
    state.has_lower = true;
    const auto shown = [&](Workspace workspace) {
        state.workspace = workspace;
        std::vector<Slot> slots;
        const Layout layout = layout_of(1920, 1200, state);
        for (unsigned s = 0; s < kSlots; ++s)
            if (!layout.slot[s].empty()) slots.push_back(static_cast<Slot>(s));
        return slots;
    };
    const std::vector<Slot> four = {Slot::Source, Slot::Lower, Slot::Warps, Slot::Lanes,
                                    Slot::Memory};
    CHECK(shown(Workspace::Debug) == four);
    CHECK(shown(Workspace::Memory) == four);
    CHECK(shown(Workspace::Review) == std::vector{Slot::Lower, Slot::Second});
    CHECK(shown(Workspace::Time) == std::vector{Slot::Source, Slot::Lower, Slot::Second});
    state.workspace = Workspace::Review;
    CHECK(layout_of(1920, 1200, state).of(Slot::Lower).w == 756);
    CHECK(pinned_panel(Workspace::Review, Slot::Second) == std::string("compare"));
    CHECK(pinned_panel(Workspace::Time, Slot::Second) == std::string("timeline"));
    CHECK(pinned_panel(Workspace::Debug, Slot::Lower) == nullptr);
}

TEST_CASE("splitters move within their limits and go back", "[gui][layout]") {
    LayoutState state;
    state.has_lower = true;
    const Layout layout = layout_of(1920, 1200, state);
    CHECK(layout.splitters.size() == 4);
    const Splits left = dragged(layout, {}, SplitterKind::Left, 10, 500);
    CHECK(std::abs(left.left * layout.body.w - 360.0) <= 0.01);
    const Splits wide = dragged(layout, {}, SplitterKind::Left, 5000, 500);
    CHECK(std::abs(wide.left * layout.body.w - 1560.0) <= 0.01);
    const Splits warps = dragged(layout, {}, SplitterKind::Warps, 900, 172);
    state.splits[0] = warps;
    const Layout moved = layout_of(1920, 1200, state);
    CHECK(std::abs(moved.of(Slot::Warps).h - 100.0) <= 1);
    CHECK(std::abs(moved.of(Slot::Lanes).h - 232.0) <= 1);
    CHECK(restored(warps, SplitterKind::Warps).warps == 0);
}

TEST_CASE("an enlarged panel takes the body but for the explanation", "[gui][layout]") {
    LayoutState state;
    state.enlarged = Slot::Memory;
    const Layout layout = layout_of(1920, 1200, state);
    CHECK(layout.of(Slot::Memory).w == 1396);
    CHECK(layout.explanation.w == 520);
    CHECK(layout.of(Slot::Source).empty());
    CHECK(layout.time_bar.h == 92);
}

TEST_CASE("narrow windows fold the left column, tiny ones say so", "[gui][layout]") {
    CHECK_FALSE(layout_of(1000, 800).folded.empty());
    CHECK(layout_of(1000, 800).of(Slot::Source).empty());
    // Unfolded it lies over the others, which stay where they are.
    LayoutState state;
    state.has_lower = state.unfolded = true;
    const Layout over = layout_of(1000, 800, state);
    CHECK(over.over == Rect{44, 64, 440, 642});
    CHECK(over.of(Slot::Source).w == 440);
    CHECK(over.of(Slot::Lower).bottom() == over.body.bottom());
    CHECK(over.of(Slot::Memory) == layout_of(1000, 800).of(Slot::Memory));
    CHECK(layout_of(899, 800).too_small);
    CHECK(layout_of(1200, 559).too_small);
    CHECK_FALSE(layout_of(900, 560).too_small);
}

TEST_CASE("layouts are saved and read again", "[gui][layout]") {
    LayoutState state;
    state.workspace = Workspace::Review;
    state.splits[1] = {0.4f, 0.5f, 0.25f, 0.2f};
    state.watches = {"i * 2", "\"quoted\" \xFF"};
    const auto read = read_layout(save_layout(state), "layout.json");
    REQUIRE(read);
    REQUIRE(read->watches.size() == 2);
    CHECK(read->watches[0] == "i * 2");
    CHECK(read->workspace == Workspace::Review);
    CHECK(read->splits == state.splits);
    CHECK_FALSE(read_layout("{", "layout.json"));
    CHECK_FALSE(read_layout("[1, 2]", "layout.json"));
    CHECK_FALSE(read_layout("{\"warpscope-gui-layout\": 99}", "layout.json"));
    // Shares beyond the window are as if they were not there.
    const auto odd = read_layout(R"({"warpscope-gui-layout": 1, "workspace": 7,
        "splits": {"Debug": {"left": 5, "source": "x", "warps": -1}, "Review": 3}})",
                                 "layout.json");
    REQUIRE(odd);
    CHECK(odd->splits[0] == Splits{});
}

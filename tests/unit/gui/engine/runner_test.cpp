// Runs of the desktop: to breakpoints anywhere in a launch, to lines, calls and writes.
#include "gui/engine/runner.h"

#include "gui/engine/stepper.h"
#include "sim/debug/capture.h"
#include "tests/catch.h"
#include "tests/unit/sim/debug/small_launch.h"
#include "tests/unit/temporary_folder.h"

using namespace warpscope;
using namespace warpscope::gui;
using namespace warpscope::test;

namespace {

struct Opened {
    TemporaryFolder folder;
    std::atomic<bool> cancel = false;
    std::atomic<std::uint64_t> watched = 0;
    std::unique_ptr<Stepper> stepper;

    Opened(const char* kernel, Dim3 grid, Dim3 block) {
        PreparedLaunch launch = small_launch(kernel, grid, block, 256);
        const Capsule capsule =
            make_capsule(launch.request, launch.gpu, *launch.memory, launch.options);
        const auto written = write_capsule(capsule, folder.path);
        if (!written) FAIL(to_string(written.error()));
        auto made = Stepper::open(*written, cancel, &watched);
        if (!made) FAIL(to_string(made.error()));
        stepper = std::move(*made);
        stepper->go_to(1);
    }
    /// Where it ended, which is shown then.
    RunEnd run(const RunWish& wish) {
        RunEnd end = stepper->run(wish);
        stepper->go_to(end.position);
        CHECK(stepper->position() == end.position);
        return end;
    }
    RunEnd run(Direction direction) {
        RunWish wish;
        wish.direction = direction;
        return run(wish);
    }
    std::uint32_t ptx_line(std::uint32_t instruction) {
        return stepper->moment().facts->code[0][instruction].ptx_line;
    }
    UserBreakpoint at_instruction(std::uint32_t instruction, const std::string& condition = {}) {
        UserBreakpoint b;
        b.kind = UserBreakpoint::Kind::Ptx;
        b.id = 7;
        b.line = ptx_line(instruction);
        b.condition = condition;
        return b;
    }
};

} // namespace

TEST_CASE("runs go to a breakpoint in every block, and back", "[gui][engine]") {
    // 18 steps a block; the 12th is st.shared.
    Opened launch("reverse", {3}, {32});
    launch.stepper->runner().set_breakpoints({launch.at_instruction(11)});
    CHECK(launch.stepper->runner().troubles().empty());
    for (const std::uint64_t expected : {12u, 30u, 48u}) {
        const RunEnd end = launch.run(Direction::Forward);
        CHECK(end.position == expected);
        CHECK(end.note.breakpoints == std::vector<unsigned>{7});
        CHECK(end.note.lanes == kAllLanes);
        CHECK_THAT(end.note.text, Catch::Matchers::StartsWith("Stopped at PTX line"));
        CHECK(launch.stepper->moment().step.at.instruction == 11);
    }
    CHECK(launch.run(Direction::Forward).position == 54);
    CHECK(launch.run(Direction::Forward).position == 54);
    for (const std::uint64_t expected : {48u, 30u, 12u, 1u, 1u})
        CHECK(launch.run(Direction::Back).position == expected);
    // A step back from one leads forward to it again.
    launch.stepper->go_to(29);
    CHECK(launch.run(Direction::Forward).position == 30);
    launch.stepper->go_to(31);
    CHECK(launch.run(Direction::Back).position == 30);
    // Turned off, it does not stop.
    UserBreakpoint off = launch.at_instruction(11);
    off.enabled = false;
    launch.stepper->runner().set_breakpoints({off});
    CHECK(launch.run(Direction::Forward).position == 54);
}

TEST_CASE("conditions choose lanes and blocks, and say what is wrong with them", "[gui][engine]") {
    Opened launch("reverse", {3}, {32});
    launch.stepper->runner().set_breakpoints(
        {launch.at_instruction(11, "lane >= 4 && lane < 6 && blockIdx.x == 1")});
    const RunEnd end = launch.run(Direction::Forward);
    CHECK(end.position == 30);
    CHECK(end.note.lanes == 0x30);
    CHECK_THAT(end.note.text, Catch::Matchers::ContainsSubstring("lanes 4 to 5"));
    CHECK(launch.stepper->moment().snapshot.position == 30);
    CHECK(launch.run(Direction::Forward).position == 54);
    CHECK(launch.run(Direction::Back).position == 30);
    launch.stepper->runner().set_breakpoints({launch.at_instruction(11, "nobody > 1")});
    launch.stepper->go_to(1);
    CHECK(launch.run(Direction::Forward).position == 54);
    const auto troubles = launch.stepper->runner().troubles();
    REQUIRE(troubles.size() == 1);
    CHECK(troubles[0].first == 7);
    CHECK_THAT(troubles[0].second.message, Catch::Matchers::ContainsSubstring("nobody"));
    UserBreakpoint nowhere = launch.at_instruction(11);
    nowhere.kind = UserBreakpoint::Kind::Line;
    nowhere.file = "nowhere.cu";
    launch.stepper->runner().set_breakpoints({nowhere});
    CHECK(launch.stepper->runner().troubles().size() == 1);
}

TEST_CASE("runs stop at watched memory and at findings' moments", "[gui][engine]") {
    Opened launch("reverse", {2}, {32});
    UserBreakpoint shared;
    shared.kind = UserBreakpoint::Kind::Memory;
    shared.watched.space = Space::Shared;
    shared.watched.first = 20, shared.watched.size = 4;
    shared.watched.block = 1;
    launch.stepper->runner().set_breakpoints({shared});
    const RunEnd write = launch.run(Direction::Forward);
    CHECK(write.position == 30);
    CHECK(write.note.lanes == 1u << 5);
    shared.on_read = true, shared.on_write = false;
    launch.stepper->runner().set_breakpoints({shared});
    CHECK(launch.run(Direction::Forward).position > 30);
    UserBreakpoint finding;
    finding.kind = UserBreakpoint::Kind::Finding;
    finding.positions = {3, 33};
    launch.stepper->runner().set_breakpoints({finding});
    launch.stepper->go_to(1);
    CHECK(launch.run(Direction::Forward).position == 3);
    CHECK(launch.run(Direction::Forward).position == 33);
    CHECK(launch.run(Direction::Back).position == 3);
}

TEST_CASE("runs go to a line, whichever way it is", "[gui][engine]") {
    Opened launch("reverse", {2}, {32});
    RunWish wish;
    wish.kind = RunWish::Kind::Place;
    wish.line = launch.ptx_line(11);
    CHECK(launch.run(wish).position == 12);
    CHECK(launch.run(wish).position == 30);
    RunEnd none = launch.run(wish);
    CHECK(none.position == 30);
    CHECK_THAT(none.note.text, Catch::Matchers::ContainsSubstring("does not run"));
    launch.stepper->go_to(36);
    wish.either = true;
    CHECK(launch.run(wish).position == 30);
    wish.direction = Direction::Back;
    CHECK(launch.run(wish).position == 12);
}

TEST_CASE("a lane is followed line by line, into calls and out of them", "[gui][engine]") {
    Opened launch("wide", {1}, {64});
    RunWish wish;
    wish.kind = RunWish::Kind::Line;
    wish.focus = {0, 1, 3};
    // In PTX without lines every instruction is one: warp 1's steps, into the call.
    launch.stepper->go_to(1);
    const auto timeline = launch.stepper->moment().timeline;
    std::vector<std::uint64_t> own;
    std::size_t called = 0;
    for (const TimelineRow& row : timeline->rows)
        if (row.warp == 1) {
            if (row.function != 0 && called == 0) called = own.size();
            own.push_back(row.position);
        }
    REQUIRE(called > 1);
    launch.stepper->go_to(own[0]);
    for (std::size_t k = 1; k <= called; ++k)
        CHECK(launch.run(wish).position == own[k]);
    CHECK(launch.stepper->moment().step.at.function != 0);
    RunWish back = wish;
    back.direction = Direction::Back;
    CHECK(launch.run(back).position == own[called - 1]);
    CHECK(launch.run(wish).position == own[called]);
    // Out of it again, and back out to the call.
    RunWish out = wish;
    out.step = LineStep::Out;
    launch.run(out);
    CHECK(launch.stepper->moment().step.at.function == 0);
    CHECK(launch.stepper->position() > own[called]);
    launch.stepper->go_to(own[called]);
    out.direction = Direction::Back;
    launch.run(out);
    CHECK(launch.stepper->position() == own[called - 1]);
    // A warp that is not there is said so.
    wish.focus.block = 5;
    CHECK_THAT(launch.run(wish).note.text,
               Catch::Matchers::ContainsSubstring("not on the machine"));
}

TEST_CASE("who wrote some bytes, and who will", "[gui][engine]") {
    Opened launch("reverse", {2}, {32});
    launch.stepper->go_to(36);
    RunWish wish;
    wish.kind = RunWish::Kind::Write;
    wish.bytes.space = Space::Shared;
    wish.bytes.first = 20, wish.bytes.size = 4;
    wish.bytes.block = 1;
    wish.direction = Direction::Back;
    const RunEnd end = launch.run(wish);
    CHECK(end.position == 30);
    CHECK(end.note.lanes == 1u << 5);
    const RunEnd before = launch.run(wish);
    CHECK(before.position == 30);
    CHECK_THAT(before.note.text, Catch::Matchers::ContainsSubstring("Nobody wrote"));
    wish.direction = Direction::Forward;
    launch.stepper->go_to(1);
    CHECK(launch.run(wish).position == 30);
}

TEST_CASE("a run that is cancelled says so and leaves the launch usable", "[gui][engine]") {
    Opened launch("count", {5}, {70});
    REQUIRE(launch.stepper->go_to(0)); // where a search looks whether it is cancelled
    launch.cancel = true;
    const RunEnd end = launch.stepper->run({});
    CHECK(end.cancelled);
    launch.cancel = false;
    CHECK(launch.stepper->go_to(end.position));
    CHECK_FALSE(launch.run(Direction::Forward).cancelled);
}

// The engine on a real launch: it opens, goes anywhere, and what it shows is what a session has.
#include "gui/engine/engine.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include "gui/engine/program_run.h"
#include "gui/views/lane_rows.h"
#include "gui/views/warp_rows.h"
#include "sim/debug/capture.h"
#include "tests/catch.h"
#include "tests/unit/sim/debug/small_launch.h"
#include "tests/unit/temporary_folder.h"

using namespace warpscope;
using namespace warpscope::gui;
using namespace warpscope::test;

namespace {

std::filesystem::path captured(const std::filesystem::path& folder, const std::string& kernel,
                               Dim3 grid, Dim3 block) {
    PreparedLaunch launch = small_launch(kernel, grid, block);
    const Capsule capsule =
        make_capsule(launch.request, launch.gpu, *launch.memory, launch.options);
    const auto written = write_capsule(capsule, folder);
    if (!written) FAIL(to_string(written.error()));
    return *written;
}

void settle(const Engine& engine) {
    while (engine.status().busy)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace

TEST_CASE("a moment is what the session has there, forwards and back", "[gui][engine]") {
    const TemporaryFolder folder;
    const auto capsule = captured(folder.path, "reverse", {2}, {32});
    const std::atomic<bool> cancel = false;
    auto stepper = Stepper::open(capsule, cancel);
    REQUIRE(stepper);
    auto session = Session::open(small_launch("reverse", {2}, {32}));
    REQUIRE(session);
    (*session)->run_to_end();
    const std::uint64_t all = (*session)->position();
    REQUIRE(all > 10);
    for (const std::uint64_t position :
         {all, std::uint64_t{1}, all / 2, all / 2 - 1, all - 1, all / 2 + 1}) {
        INFO(position);
        CHECK((*stepper)->go_to(position));
        auto fresh = Session::open(small_launch("reverse", {2}, {32}));
        REQUIRE(fresh);
        (*fresh)->run_to(position);
        const Moment moment = (*stepper)->moment();
        CHECK(moment.snapshot.position == position);
        CHECK((*stepper)->hash() == (*fresh)->hash());
        CHECK(moment.step.position == position);
        CHECK(moment.timeline->block == moment.step.block);
        const std::size_t index = moment.timeline->index_at(position);
        REQUIRE(index < moment.timeline->rows.size());
        CHECK(moment.timeline->rows[index].position == position);
        CHECK(moment.timeline->rows[index].instruction == moment.step.at.instruction);
    }
    CHECK_FALSE((*stepper)->moment().facts->code.empty());
}

TEST_CASE("a wished step is gone before, in its block", "[gui][engine]") {
    const TemporaryFolder folder;
    const std::atomic<bool> cancel = false;
    auto stepper = Stepper::open(captured(folder.path, "wide", {2}, {64}), cancel);
    REQUIRE(stepper);
    REQUIRE((*stepper)->go_to(1));
    const Moment first = (*stepper)->moment();
    // A store of the second warp of the second block.
    StepWish wish;
    wish.block = 1;
    wish.warp = 1;
    REQUIRE((*stepper)->position_in(1, 0) == (*stepper)->blocks()[1].first);
    REQUIRE((*stepper)->go_to((*stepper)->blocks()[1].first));
    const auto timeline = (*stepper)->moment().timeline;
    REQUIRE(timeline->block == 1);
    std::size_t at = timeline->rows.size();
    for (std::size_t i = 0; i < timeline->rows.size(); ++i)
        if (timeline->rows[i].warp == 1 && timeline->rows[i].store && at == timeline->rows.size())
            at = i;
    REQUIRE(at > 0);
    REQUIRE(at < timeline->rows.size());
    const TimelineRow& row = timeline->rows[at];
    wish.ptx_line = first.facts->find(row.function, row.instruction)->ptx_line;
    CHECK((*stepper)->position_before(wish) == timeline->rows[at - 1].position);
    // The address decides, too: nobody reaches this one.
    wish.address = 1;
    CHECK_FALSE((*stepper)->position_before(wish));
    wish.address.reset();
    wish.ptx_line = 100000;
    CHECK_FALSE((*stepper)->position_before(wish));
    wish.block = 7;
    CHECK_FALSE((*stepper)->position_before(wish));
    CHECK_FALSE((*stepper)->position_in(7, 1));
}

TEST_CASE("the values of an access are those that memory had", "[gui][engine]") {
    const TemporaryFolder folder;
    const std::atomic<bool> cancel = false;
    auto stepper = Stepper::open(captured(folder.path, "reverse", {1}, {32}), cancel);
    REQUIRE(stepper);
    (*stepper)->go_to(UINT64_MAX);
    const Timeline timeline = *(*stepper)->moment().timeline;
    unsigned shared = 0, global = 0;
    for (const TimelineRow& row : timeline.rows) {
        (*stepper)->go_to(row.position);
        const Moment moment = (*stepper)->moment();
        for (const LaneAccess& access : moment.step.accesses) {
            shared += access.space == Space::Shared;
            global += access.space == Space::Global;
            CHECK(access.new_values.size() == std::size_t{access.width} * kLanes);
            views::Selection selection = views::follow({}, moment);
            const auto rows = views::lane_rows(moment, selection);
            const auto value = std::find_if(rows.begin(), rows.end(), [](const auto& r) {
                return r.name.starts_with("value");
            });
            const bool user = access.space == Space::Shared || access.space == Space::Global;
            CHECK((value != rows.end()) == user);
        }
    }
    CHECK(shared == 2);
    CHECK(global == 2);
}

TEST_CASE("the engine publishes moments and answers the newest wish", "[gui][engine]") {
    const TemporaryFolder folder;
    const auto capsule = captured(folder.path, "count", {5}, {70});
    std::atomic<unsigned> woken = 0;
    Engine engine("/nonexistent/warpscope", [&] { ++woken; });
    CHECK(engine.moment() == nullptr);
    OpenRequest request;
    request.path = capsule;
    engine.open(request);
    settle(engine);
    REQUIRE(engine.moment() != nullptr);
    CHECK_FALSE(engine.status().error);
    CHECK(engine.moment()->step.position >= 1);
    const auto first = engine.moment();
    for (std::uint64_t position = 1; position <= 40; ++position)
        engine.go_to(position);
    settle(engine);
    CHECK(engine.moment()->step.position == 40);
    // What was published before has not changed.
    CHECK(first->id < engine.moment()->id);
    CHECK(first->snapshot.position == first->step.position);
    engine.run_to_end();
    settle(engine);
    CHECK(engine.moment()->ended);
    CHECK(engine.moment()->end_text == "Finished");
    CHECK(woken > 2);
}

TEST_CASE("a launch that faults opens at the fault", "[gui][engine]") {
    const TemporaryFolder folder;
    Engine engine("/nonexistent/warpscope", [] {});
    OpenRequest request;
    request.path = captured(folder.path, "far", {3}, {32});
    engine.open(request);
    settle(engine);
    REQUIRE(engine.moment() != nullptr);
    const Moment& moment = *engine.moment();
    CHECK(moment.ended);
    CHECK(moment.step.faulted);
    CHECK(moment.fault_lanes == 1u << 3);
    CHECK_THAT(moment.end_text, Catch::Matchers::ContainsSubstring("out of bounds"));
    CHECK(views::warp_rows(moment)[0].lane[3] == views::LaneState::Faulted);
    CHECK(views::follow({}, moment).lane == 3);
    // It can still be looked at before.
    engine.go_to(1);
    settle(engine);
    CHECK_FALSE(engine.moment()->ended);
    CHECK(engine.moment()->fault_lanes == 0);
}

TEST_CASE("what cannot be opened is told, and what was open stays", "[gui][engine]") {
    const TemporaryFolder folder;
    const auto capsule = captured(folder.path, "wide", {1}, {20});
    Engine engine("/nonexistent/warpscope", [] {});
    OpenRequest request;
    request.path = capsule;
    engine.open(request);
    settle(engine);
    REQUIRE(engine.moment() != nullptr);
    const std::uint64_t id = engine.moment()->id;
    for (const char* wrong : {"/nonexistent/program.cu", "/nonexistent"}) {
        request.path = wrong;
        engine.open(request);
        settle(engine);
        REQUIRE(engine.status().error);
        CHECK(engine.moment()->id == id);
    }
    request.path = capsule;
    request.launch = 7;
    engine.open(request);
    settle(engine);
    REQUIRE(engine.status().error);
    CHECK_THAT(engine.status().error->message, Catch::Matchers::ContainsSubstring("no launch 7"));
    std::ofstream(capsule / "manifest.json") << "{";
    request.launch = 0;
    engine.open(request);
    settle(engine);
    CHECK(engine.status().error);
}

TEST_CASE("compilers' messages become a place and a reason", "[gui][engine]") {
    const Diagnostic found = diagnostic_of(
        "In file included from x:1:\na.cu:43:7: error: unknown type name 'flaot'\n", "a.cu");
    CHECK(found.where.file == "a.cu");
    CHECK(found.where.line == 43);
    CHECK(found.message == "unknown type name 'flaot'");
    CHECK(diagnostic_of("", "a.cu").message == "the program launched no kernel");
    CHECK(diagnostic_of("one\ntwo\n\n", "a.cu").message == "two");
}

// Tests of sessions with a history: going both ways, what a step did, searching.
#include <algorithm>

#include "sim/debug/session.h"
#include "sim/debug/timeline.h"
#include "tests/catch.h"
#include "tests/unit/sim/debug/small_launch.h"

using namespace warpscope;
using namespace warpscope::test;

namespace {

std::unique_ptr<Session> open(const char* kernel, Dim3 grid, Dim3 block) {
    SessionOptions options;
    options.history_bytes = std::uint64_t{1} << 28;
    auto session = Session::open(small_launch(kernel, grid, block), options);
    if (!session) FAIL(to_string(session.error()));
    return std::move(*session);
}

/// Steps that write to some bytes of device memory.
class WritesTo final : public StepMatcher {
public:
    WritesTo(Address address, std::uint64_t size) : address_(address), size_(size) {}
    void begin() override { found_ = false; }
    void on_access(const AccessEvent& event) override {
        if (event.kind == AccessKind::Load || event.space != Space::Global) return;
        for_each_lane(event.lanes, [&](unsigned lane) {
            const Address at = event.address(lane);
            found_ |= at < address_ + size_ && address_ < at + event.width;
        });
    }
    bool matches(const Session&) override { return found_; }

private:
    Address address_;
    std::uint64_t size_;
    bool found_ = false;
};

} // namespace

TEST_CASE("a session goes back and forth between identical snapshots", "[session]") {
    for (const char* kernel : {"reverse", "count", "queue", "heap"}) {
        INFO(kernel);
        auto session = open(kernel, {2}, {32});
        REQUIRE(session->go_to(14));
        const Hash here = session->snapshot().hash;
        CHECK(session->step_back());
        CHECK(session->step_back());
        CHECK(session->position() == 12);
        CHECK(session->snapshot().hash != here);
        session->step();
        session->step();
        CHECK(session->snapshot().hash == here);
        session->run_to_end();
        CHECK(session->ended());
        const std::uint64_t end = session->position();
        const std::uint64_t executed = session->result().statistics.warp_instructions;
        CHECK(session->go_to(14));
        CHECK(session->snapshot().hash == here);
        CHECK_FALSE(session->ended());
        session->run_to_end();
        CHECK(session->position() == end);
        CHECK(session->result().statistics.warp_instructions == executed);
        CHECK(session->frontier() == end);
        CHECK_FALSE(session->go_to(end + 1));
    }
}

TEST_CASE("a session at its beginning cannot step back", "[session]") {
    auto session = open("reverse", {2}, {32});
    CHECK_FALSE(session->step_back());
    CHECK_FALSE(session->last_step());
    session->step();
    CHECK(session->step_back());
    CHECK(session->position() == 0);
}

TEST_CASE("a session tells what the last step did", "[session]") {
    auto session = open("reverse", {2}, {32});
    REQUIRE(session->go_to(12)); // st.shared
    REQUIRE(session->last_step());
    const StepRecord& store = *session->last_step();
    CHECK(store.position == 12);
    CHECK(store.block == 0);
    CHECK(store.warp == 0);
    CHECK(store.at.instruction == 11);
    CHECK(store.at.ptx_line > 0);
    CHECK(store.executed == kAllLanes);
    REQUIRE(store.accesses.size() == 1);
    const LaneAccess& access = store.accesses[0];
    CHECK(access.space == Space::Shared);
    CHECK(access.writes());
    CHECK(access.width == 4);
    CHECK(access.address[5] == 20);
    CHECK(access.value(5) == 5);

    REQUIRE(session->go_to(13));
    CHECK_FALSE(session->last_step()->barriers.empty());
    REQUIRE(session->go_to(18)); // ret
    CHECK(session->last_step()->retired == kAllLanes);
    REQUIRE(session->go_to(19));
    CHECK(session->last_step()->block == 1);
}

TEST_CASE("a session tells of the step that stops a launch", "[session]") {
    auto session = open("far", {1}, {32});
    session->run_to_end();
    CHECK(session->result().outcome == LaunchOutcome::Fault);
    REQUIRE(session->last_step());
    CHECK(session->last_step()->faulted);
    CHECK(session->last_step()->position == session->position());
    const std::uint64_t end = session->position();
    REQUIRE(session->step_back()); // to the moment before it
    CHECK_FALSE(session->ended());
    CHECK_FALSE(session->last_step()->faulted);
    session->step();
    CHECK(session->ended());
    CHECK(session->position() == end);
    CHECK(session->result().fault.kind == FaultKind::OutOfBounds);
}

TEST_CASE("a session finds who wrote, and who will", "[session]") {
    auto session = open("reverse", {2}, {32});
    const Address out = output_of(session->request());
    const Address word = out + 4 * 40; // of block 1
    WritesTo writes(word, 4);
    session->run_to_end();
    const std::uint64_t end = session->position();
    REQUIRE(session->find_previous_write(writes, end, {word, 4}) == 18 + 17);
    CHECK(session->position() == 18 + 17);
    CHECK(session->last_step()->block == 1);
    // Nobody did before.
    CHECK_FALSE(session->find_previous_write(writes, 18 + 16, {word, 4}));
    CHECK(session->position() == 18 + 17);
    CHECK_FALSE(session->find_next(writes));
    CHECK(session->ended());
    REQUIRE(session->go_to(3));
    REQUIRE(session->find_next(writes) == 18 + 17);
    CHECK(session->last_step()->position == 18 + 17);
    CHECK(session->find_previous(writes, end) == 18 + 17);
}

TEST_CASE("a timeline has an entry for each warp instruction", "[timeline]") {
    for (const char* kernel : {"reverse", "count", "queue", "wide", "heap"}) {
        INFO(kernel);
        TimelineRecorder recorder(1);
        SessionOptions options;
        options.observers = {&recorder};
        const Dim3 block = {std::string(kernel) == "reverse" ? 32u : 70u};
        auto watched = Session::open(small_launch(kernel, {3}, block, 256), options);
        REQUIRE(watched.ok());
        (*watched)->run_to_end();
        CHECK(recorder.steps() == (*watched)->position());
        REQUIRE(recorder.blocks().size() == 3);
        std::uint64_t sum = 0;
        for (const BlockSpan& span : recorder.blocks())
            sum += span.steps;
        CHECK(sum == recorder.steps());
        CHECK(recorder.block_steps().size() == recorder.blocks()[1].steps);

        // Each says what a session with a history says of the step there.
        auto session =
            Session::open(small_launch(kernel, {3}, block, 256), {{}, std::uint64_t{1} << 28});
        REQUIRE(session.ok());
        for (const TimelineStep& step : recorder.block_steps()) {
            REQUIRE((*session)->go_to(step.position));
            const auto& record = (*session)->last_step();
            REQUIRE(record);
            CHECK(record->block == 1);
            CHECK(record->warp == step.warp);
            CHECK(record->at.instruction == step.at.instruction);
            CHECK(record->executed == step.executed);
        }
    }
}

TEST_CASE("a timeline knows what accesses cost, and makes coarser levels", "[timeline]") {
    TimelineRecorder recorder(0);
    SessionOptions options;
    options.observers = {&recorder};
    auto watched = Session::open(small_launch("reverse", {2}, {32}), options);
    REQUIRE(watched.ok());
    (*watched)->run_to_end();
    const std::vector<TimelineStep>& steps = recorder.block_steps();
    REQUIRE(steps.size() == 18);
    CHECK(steps[7].kind == StepKind::Global);
    CHECK(steps[7].cost == 4);
    CHECK(steps[11].kind == StepKind::Shared);
    CHECK(steps[11].cost == 1);
    CHECK(steps[12].kind == StepKind::Barrier);
    CHECK(steps[17].kind == StepKind::Exit);
    CHECK(recorder.blocks()[0].cost == 4 + 1 + 1 + 4);

    const std::vector<TimelineLevel> levels = coarser_levels(level_of(steps));
    REQUIRE(levels.size() == 4); // 18, 5, 2, 1
    CHECK(levels[1].steps_per_bin == 4);
    CHECK(levels[1].peak_cost == std::vector<std::uint16_t>{0, 4, 1, 1, 4});
    CHECK(levels[3].peak_cost == std::vector<std::uint16_t>{4});
    CHECK(levels[3].most_lanes == std::vector<std::uint8_t>{32});
    CHECK(recorder.launch_level().peak_cost.size() == 36);
}

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
        const Hash here = session->hash();
        CHECK(session->step_back());
        CHECK(session->step_back());
        CHECK(session->position() == 12);
        CHECK(session->hash() != here);
        session->step();
        session->step();
        CHECK(session->hash() == here);
        session->run_to_end();
        CHECK(session->ended());
        const std::uint64_t end = session->position();
        const std::uint64_t executed = session->result().statistics.warp_instructions;
        CHECK(session->go_to(14));
        CHECK(session->hash() == here);
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

TEST_CASE("a search hears what its matcher asks for, and finds the same", "[session]") {
    /// Counts what it is told of.
    class Counts final : public StepMatcher {
    public:
        explicit Counts(const Interest& interest) : interest_(interest) {}
        Interest interest() const override { return interest_; }
        void begin() override {}
        void on_instruction(const InstructionEvent&) override { ++instructions; }
        void on_unfinished(const InstructionEvent&) override { ++instructions; }
        void on_access(const AccessEvent& event) override {
            ++accesses;
            values += event.new_values != nullptr;
        }
        void on_barrier(const BarrierEvent&) override { ++barriers; }
        bool matches(const Session&) override { return false; }
        unsigned instructions = 0, accesses = 0, values = 0, barriers = 0;

    private:
        Interest interest_;
    };
    auto session = open("reverse", {2}, {64});
    session->run_to_end();
    const std::uint64_t end = session->position();
    const Hash at_end = session->hash();
    Counts all(kEveryEvent), lean({.instructions = true});
    Counts between({.instructions = true, .accesses = true});
    for (Counts* counts : {&all, &lean, &between, &all}) {
        counts->instructions = counts->accesses = counts->values = counts->barriers = 0;
        REQUIRE(session->go_to(0));
        CHECK_FALSE(session->find_next(*counts));
        CHECK(session->position() == end);
        CHECK(session->hash() == at_end);
        CHECK(counts->instructions == end);
    }
    CHECK(all.accesses > 0);
    CHECK(all.values == all.accesses);
    CHECK(all.barriers > 0);
    CHECK(lean.accesses == 0);
    CHECK(lean.barriers == 0);
    CHECK(between.accesses == all.accesses);
    CHECK(between.values == 0);
}

TEST_CASE("a survey and a block's steps have an entry for each warp instruction", "[timeline]") {
    for (const char* kernel : {"reverse", "count", "queue", "wide", "heap"}) {
        INFO(kernel);
        LaunchSurvey survey;
        SessionOptions options;
        options.observers = {&survey};
        const Dim3 block = {std::string(kernel) == "reverse" ? 32u : 70u};
        auto watched = Session::open(small_launch(kernel, {3}, block, 256), options);
        REQUIRE(watched.ok());
        (*watched)->run_to_end();
        survey.finish();
        CHECK(survey.steps() == (*watched)->position());
        CHECK(survey.level().bins.size() == survey.steps());
        REQUIRE(survey.blocks().size() == 3);
        std::uint64_t sum = 0;
        for (const BlockSpan& span : survey.blocks())
            sum += span.steps;
        CHECK(sum == survey.steps());

        // Each says what a session with a history says of the step there.
        auto session =
            Session::open(small_launch(kernel, {3}, block, 256), {{}, std::uint64_t{1} << 28});
        REQUIRE(session.ok());
        const BlockSpan& span = survey.blocks()[1];
        BlockSteps steps(1, span.last);
        REQUIRE((*session)->go_to(span.first - 1));
        CHECK((*session)->find_next(steps) == span.last);
        const std::vector<TimelineRow> rows = steps.take_rows();
        CHECK(steps.whole());
        CHECK(rows.size() == span.steps);
        for (const TimelineRow& row : rows) {
            REQUIRE((*session)->go_to(row.position));
            const auto& record = (*session)->last_step();
            REQUIRE(record);
            CHECK(record->block == 1);
            CHECK(record->warp == row.warp);
            CHECK(record->at.instruction == row.instruction);
            CHECK(record->executed == row.executed);
            const bool opened = std::any_of(
                record->barriers.begin(), record->barriers.end(),
                [](const StepBarrier& b) { return b.phase == BarrierEvent::Phase::Open; });
            CHECK(opened == row.opens);
            CHECK(survey.level().bins[row.position - 1] == bin_of(row));
        }
    }
}

TEST_CASE("rows know what accesses cost, and levels find the most of any range", "[timeline]") {
    auto session = open("reverse", {2}, {32});
    BlockSteps steps(0, 18);
    REQUIRE(session->find_next(steps) == 18u);
    const std::vector<TimelineRow> rows = steps.take_rows();
    REQUIRE(rows.size() == 18);
    CHECK(rows[7].sectors == 4);
    CHECK(rows[7].least_sectors == 4);
    CHECK(rows[11].passes == 1);
    CHECK(rows[11].store);
    CHECK(rows[12].opens);
    CHECK(badness(rows[11]) == 0);

    TimelineLevel finest;
    for (const TimelineRow& row : rows)
        finest.bins.push_back(bin_of(row));
    const std::vector<TimelineLevel> levels = coarser_levels(finest);
    REQUIRE(levels.size() == 4); // 18, 5, 2, 1
    CHECK(levels[1].steps_per_bin == 4);
    const std::vector<std::uint16_t> costs = {0, 4, 1, 1, 4};
    for (std::size_t k = 0; k < costs.size(); ++k)
        CHECK(levels[1].bins[k].cost == costs[k]);
    CHECK(levels[3].bins[0].lanes == 32);
    CHECK(levels[3].bins[0].opens);
    for (std::uint64_t first = 0; first <= 18; ++first)
        for (std::uint64_t last = first; last <= 20; ++last) {
            TimelineBin most;
            for (std::uint64_t k = first; k < std::min<std::uint64_t>(last, 18); ++k)
                add_most(most, finest.bins[k]);
            CHECK(most_in(levels, first, last) == most);
        }
    CHECK(most_in({}, 0, 4) == TimelineBin{});
}

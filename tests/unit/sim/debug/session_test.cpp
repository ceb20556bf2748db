// Tests of Session and Snapshot: stepping equals running, sessions do not touch each other, state
// can be looked at.
#include "sim/debug/session.h"

#include <algorithm>

#include "sim/debug/capture.h"
#include "tests/catch.h"
#include "tests/unit/sim/debug/small_launch.h"

using namespace warpscope;
using namespace warpscope::test;

namespace {

std::unique_ptr<Session> open(PreparedLaunch launch) {
    auto session = Session::open(std::move(launch));
    if (!session) FAIL(to_string(session.error()));
    return std::move(*session);
}

struct Shape {
    const char* kernel;
    Dim3 grid, block;
};

const Shape kShapes[] = {
    {"reverse", {2}, {32}}, {"count", {5}, {70}}, {"queue", {6}, {64}},
    {"far", {3}, {32}},     {"wide", {1}, {20}},
};

} // namespace

TEST_CASE("a stepped session ends as run_launch does", "[session]") {
    for (const Shape& shape : kShapes) {
        INFO(shape.kernel);
        PreparedLaunch whole = small_launch(shape.kernel, shape.grid, shape.block);
        LaunchOptions options = whole.options;
        options.host_threads = 2;
        const LaunchResult result =
            run_launch(whole.request, whole.gpu, *whole.memory, options, {});

        auto session = open(small_launch(shape.kernel, shape.grid, shape.block));
        std::uint64_t steps = 0;
        while (!session->ended() && steps < 100000) {
            session->step();
            ++steps;
        }
        REQUIRE(session->ended());
        CHECK(session->result().outcome == result.outcome);
        CHECK(session->result().ordered == result.ordered);
        CHECK(session->position() == result.statistics.warp_instructions);
        CHECK(session->memory_hash() == whole.memory->content_hash());
        CHECK(session->result().fault.kind == result.fault.kind);
        CHECK(session->result().fault.address == result.fault.address);
    }
}

TEST_CASE("equal positions have equal hashes however they were reached", "[session]") {
    for (const Shape& shape : kShapes) {
        INFO(shape.kernel);
        auto stepped = open(small_launch(shape.kernel, shape.grid, shape.block));
        std::vector<Hash> hashes = {stepped->hash()};
        while (!stepped->ended()) {
            stepped->step();
            hashes.push_back(stepped->hash());
        }
        const std::uint64_t end = stepped->position();
        for (std::uint64_t target :
             {std::uint64_t{0}, std::uint64_t{1}, end / 3, end / 2, end - 1}) {
            auto other = open(small_launch(shape.kernel, shape.grid, shape.block));
            CHECK(other->run_to(target));
            CHECK(other->position() == target);
            CHECK(other->hash() == hashes[target]);
            other->run_to_end();
            CHECK(other->hash() == hashes.back());
        }
    }
}

TEST_CASE("run_to says when it did not get there", "[session]") {
    auto session = open(small_launch("reverse", {2}, {32}));
    CHECK(session->run_to(5));
    CHECK_FALSE(session->run_to(4));
    CHECK(session->position() == 5);
    CHECK_FALSE(session->run_to(1000000));
    CHECK(session->ended());
}

TEST_CASE("two sessions in one process do not touch each other", "[session]") {
    auto a = open(small_launch("queue", {4}, {64}));
    auto b = open(small_launch("reverse", {2}, {32}));
    auto alone = open(small_launch("queue", {4}, {64}));
    alone->run_to_end();
    while (!a->ended() || !b->ended()) {
        a->step();
        b->step();
    }
    CHECK(a->hash() == alone->hash());
    std::uint32_t first = 0;
    REQUIRE(b->read_memory(output_of(b->request()), &first, 4));
    CHECK(first == 31);
}

TEST_CASE("a snapshot shows warps, registers, shared memory and global memory", "[session]") {
    auto session = open(small_launch("reverse", {2}, {32}));
    REQUIRE(session->run_to(12)); // behind st.shared
    const Address out = output_of(session->request());
    const Snapshot snapshot = session->snapshot({{out, 16}, {out + 252, 8}});
    CHECK(snapshot.position == 12);
    REQUIRE(snapshot.blocks.size() == 1);
    REQUIRE(snapshot.blocks[0].warps.size() == 1);
    const SnapshotWarp& warp = snapshot.blocks[0].warps[0];
    REQUIRE(warp.splits.size() == 1);
    CHECK(warp.splits[0].lanes == kAllLanes);
    CHECK(warp.splits[0].at.function_name == "reverse");
    CHECK(warp.splits[0].at.instruction == 12);
    CHECK(warp.splits[0].at.ptx_line > 0);
    CHECK(warp.splits[0].current);
    REQUIRE(snapshot.blocks[0].shared.size() == 128);
    CHECK(snapshot.blocks[0].shared[4 * 9] == 9);
    REQUIRE(snapshot.memory.size() == 2);
    CHECK(snapshot.memory[0].bytes.size() == 16);
    CHECK(snapshot.memory[0].bytes[4] == 1);
    CHECK(snapshot.memory[1].bytes.empty()); // reaches beyond the end

    const std::vector<RegisterValue> values = registers(snapshot, 0, 0, 0, {"%r5", "%rd3"});
    REQUIRE(values.size() == 2);
    for (const RegisterValue& value : values)
        for (unsigned lane = 0; lane < kLanes; ++lane)
            CHECK(value.low[lane] == (value.name == "%r5" ? lane : out + 4 * lane));
    CHECK(registers(snapshot, 0, 1, 0).empty());
    CHECK(registers(Snapshot{}, 0, 0, 0).empty());

    // A snapshot stays what it was.
    session->run_to_end();
    CHECK(snapshot.blocks[0].shared[4 * 9] == 9);
    CHECK(registers(snapshot, 0, 0, 0, {"%r5"})[0].low[7] == 7);
}

TEST_CASE("a snapshot shows divergence, predicates and calls", "[session]") {
    auto session = open(small_launch("count", {1}, {32}));
    bool diverged = false;
    while (!session->ended() && !diverged) {
        session->step();
        const Snapshot snapshot = session->snapshot();
        if (snapshot.blocks.empty() || snapshot.blocks[0].warps[0].splits.size() < 2) continue;
        diverged = true;
        LaneMask all = 0;
        for (const SnapshotSplit& split : snapshot.blocks[0].warps[0].splits)
            all |= split.lanes;
        CHECK(all == kAllLanes);
        const auto predicate = registers(snapshot, 0, 0, 0, {"%p1"});
        REQUIRE(predicate.size() == 1);
        CHECK(predicate[0].type == "pred");
        CHECK(predicate[0].low[0] == 1);
        CHECK(predicate[0].low[1] == 0);
    }
    CHECK(diverged);

    auto calling = open(small_launch("wide", {1}, {20}));
    bool inside = false;
    while (!calling->ended() && !inside) {
        calling->step();
        const Snapshot snapshot = calling->snapshot();
        if (snapshot.blocks.empty()) continue;
        const SnapshotSplit& split = snapshot.blocks[0].warps[0].splits[0];
        if (split.at.function_name != "twice") continue;
        inside = true;
        REQUIRE(split.callers.size() == 1);
        CHECK(split.callers[0].function_name == "wide");
        CHECK(split.lanes == lowest_lanes(20));
    }
    CHECK(inside);
}

TEST_CASE("a launch that cannot be is refused", "[session]") {
    PreparedLaunch launch = small_launch("reverse", {2}, {32});
    launch.request.block = {4096};
    CHECK_FALSE(Session::open(std::move(launch)).ok());
}

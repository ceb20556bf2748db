// Tests of the ceiling's parts: mixes keep their proportions, lanes their patterns, and every
// executed operation is measured. How long anything takes is no test's business.
#include "sim/debug/operation_cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "sim/debug/access_sampler.h"
#include "sim/debug/operation_set.h"
#include "tests/catch.h"
#include "tests/unit/sim/debug/small_launch.h"

using namespace warpscope;
using namespace warpscope::test;

TEST_CASE("loop_like: operations in proportion to their counts, in program order", "[bench]") {
    const std::vector<std::uint64_t> counts = {10, 1000, 500, 0, 250, 1000};
    const std::vector<std::uint32_t> order = loop_like(counts, 1024);
    CHECK(order.size() > 900);
    CHECK(order.size() < 1150);
    const auto share = [&](std::uint32_t n) {
        return static_cast<double>(std::count(order.begin(), order.end(), n)) /
               static_cast<double>(order.size());
    };
    for (std::uint32_t n = 0; n < counts.size(); ++n)
        CHECK(std::abs(share(n) - static_cast<double>(counts[n]) / 2760) < 0.002);
    // Between two of the most frequent first operation, all others rise.
    for (std::size_t k = 1; k < order.size(); ++k)
        CHECK((order[k] > order[k - 1] || order[k - 1] == 5));
}

TEST_CASE("loop_like: nothing for nothing, and some rounds of a long program", "[bench]") {
    CHECK(loop_like({}, 1024).empty());
    CHECK(loop_like({0, 0}, 1024).empty());
    CHECK(loop_like(std::vector<std::uint64_t>(1000, 7), 1024).size() == 16 * 1000);
    CHECK(loop_like({UINT64_MAX / 4, UINT64_MAX / 4}, 64).size() == 64);
}

TEST_CASE("lane patterns: whole warps, halves, quarters, active lanes only", "[bench]") {
    std::array<Address, kLanes> a{};
    const auto lay = [&](auto address) {
        for (unsigned l = 0; l < kLanes; ++l)
            a[l] = 0x1000 + static_cast<Address>(address(l));
    };
    const auto pattern = [&](LaneMask lanes = kAllLanes) {
        AccessEvent access;
        access.lanes = lanes;
        access.width = 4;
        access.addresses = a.data();
        return pattern_of(access);
    };
    lay([](unsigned) { return 0u; });
    CHECK(pattern() == LanePattern::Uniform);
    lay([](unsigned l) { return 4 * l; });
    CHECK(pattern() == LanePattern::Contiguous);
    CHECK(pattern(0xF0) == LanePattern::Contiguous);
    CHECK(pattern(0x10) == LanePattern::Uniform);
    lay([](unsigned l) { return l / 16 * 256; });
    CHECK(pattern() == LanePattern::UniformHalves);
    CHECK(pattern(0xFFFF) == LanePattern::Uniform);
    lay([](unsigned l) { return l / 16 * 256 + l % 16 * 4; });
    CHECK(pattern() == LanePattern::ContiguousHalves);
    lay([](unsigned l) { return l / 8 * 256; });
    CHECK(pattern() == LanePattern::UniformQuarters);
    lay([](unsigned l) { return l / 8 * 256 + l % 8 * 4; });
    CHECK(pattern() == LanePattern::ContiguousQuarters);
    lay([](unsigned l) { return l * 8; });
    CHECK(pattern() == LanePattern::Scattered);
    CHECK(pattern(0x3) == LanePattern::Scattered);
    lay([](unsigned l) { return 4 * l ^ 4; });
    CHECK(pattern() == LanePattern::Scattered);
}

TEST_CASE("operation costs: every executed operation, of every function, once", "[bench]") {
    struct Shape {
        const char* kernel;
        Dim3 grid, block;
    };
    for (const Shape& shape : {Shape{"reverse", {2}, {32}}, Shape{"count", {5}, {70}},
                               Shape{"queue", {6}, {64}}, Shape{"wide", {1}, {20}}}) {
        INFO(shape.kernel);
        PreparedLaunch whole = small_launch(shape.kernel, shape.grid, shape.block);
        const LaunchResult ran =
            run_launch(whole.request, whole.gpu, *whole.memory, whole.options, {});
        REQUIRE(ran.outcome == LaunchOutcome::Finished);
        const PreparedLaunch launch = small_launch(shape.kernel, shape.grid, shape.block);
        OperationMeter meter(launch, ran.statistics, isa::best_level());
        meter.measure();
        meter.measure();
        const OperationCosts& costs = meter.costs();
        std::uint64_t executions = 0;
        for (const OperationCost& cost : costs.operations) {
            INFO(cost.form);
            executions += cost.executions;
            CHECK(cost.executions ==
                  ran.statistics.operations[cost.at.function][cost.at.instruction].executions);
            CHECK(std::isfinite(cost.bare));
            CHECK(cost.bare > 0);
            CHECK(cost.checked > 0);
        }
        // A `ret` that stands where all paths meet is not the program's.
        CHECK(executions <= ran.statistics.warp_instructions);
        CHECK(executions + 16 > ran.statistics.warp_instructions);
        CHECK(costs.unseen == 0);
        CHECK(costs.bare_loop.size() == 2);
        CHECK(costs.checked_loop.size() == 2);
    }
}

TEST_CASE("operation set: memory instructions have the addresses that they had", "[bench]") {
    PreparedLaunch whole = small_launch("reverse", {2}, {32});
    const LaunchResult ran = run_launch(whole.request, whole.gpu, *whole.memory, whole.options, {});
    const PreparedLaunch launch = small_launch("reverse", {2}, {32});
    OperationSet set(launch, ran.statistics, isa::best_level());
    unsigned loads = 0;
    for (LoneOperation& operation : set.operations()) {
        if (operation.form != "ld.global.u32 contiguous") continue;
        ++loads;
        Context& c = set.contexts(operation.at.function)[0];
        aim(c, operation.checked, &operation.translation);
        REQUIRE(operation.checked.run(c, operation.checked) == isa::Outcome::Next);
        REQUIRE(operation.bare.run(c, operation.bare) == isa::Outcome::Next);
        // The first block's words were 0, 1, 2 ... when its lanes loaded them.
        std::array<std::uint32_t, kLanes> words{};
        std::memcpy(words.data(), c.registers + operation.bare.operand[0], sizeof words);
        for (unsigned l = 0; l < kLanes; ++l)
            CHECK(words[l] == l);
    }
    CHECK(loads == 1);
}

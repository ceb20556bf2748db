// Where launches stand under the roof.
#include "gui/views/roofline.h"

#include <cmath>

#include "sim/gpu/gpu_presets.h"
#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::views;

namespace {

CounterReport counters_with(double instructions, double sectors) {
    CounterReport counters;
    counters.launch = {{"warp_instructions", instructions}, {"global_load_sectors", sectors}};
    LineCounters line;
    line.source.line = 7;
    line.counters = {{"warp_instructions", instructions / 2}, {"global_load_sectors", sectors}};
    counters.lines = {line, {}};
    return counters;
}

} // namespace

TEST_CASE("the roof is what schedulers and memory can do", "[gui][views]") {
    const GpuSpec gpu = default_gpu();
    const Roofline roof = roofline(counters_with(100, 100), gpu);
    // 132 SMs, 4 schedulers each, 1.98 GHz; 4.8 TB/s in sectors of 32 bytes.
    CHECK(std::abs(roof.peak - 1045.44) < 0.01);
    CHECK(std::abs(roof.sectors - 150.4) < 0.2);
    CHECK(std::abs(roof.ridge - roof.peak / roof.sectors) < 1e-9);
    REQUIRE(roof.points.size() == 2);
    CHECK(roof.points[0].line == 0);
    CHECK(roof.points[0].intensity == 1);
    CHECK(std::abs(roof.points[0].attainable - roof.sectors) < 1e-9);
    CHECK(roof.points[1].name == "line 7");
    CHECK(roof.points[1].intensity == 0.5);
    CHECK_THAT(roof.sentence, Catch::Matchers::ContainsSubstring("memory is the limit"));
}

TEST_CASE("right of the ridge schedulers are the limit", "[gui][views]") {
    const Roofline roof = roofline(counters_with(1e6, 100), default_gpu());
    CHECK(roof.points[0].attainable == roof.peak);
    CHECK_THAT(roof.sentence, Catch::Matchers::ContainsSubstring("schedulers are the limit"));
    CHECK(roofline(counters_with(100, 0), default_gpu()).empty());
}

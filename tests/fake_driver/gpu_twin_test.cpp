// GpuTwin over the fake driver: what stays in memory from one launch to the next.
#include "runtime/compare/gpu_twin.h"

#include "sim/debug/capture.h"
#include "tests/fake_driver/access.h"
#include "tests/unit/runtime/report/small_kernels.h"

using namespace warpscope;
using compare::GpuTwin;

namespace {

PreparedLaunch prepared(const char* argument) {
    PtxRunRequest request;
    request.grid = {1, 1, 1};
    request.block = {32, 1, 1};
    request.arguments = {parse_ptx_argument(argument).value()};
    auto launch = prepare_ptx(test::kernel(""), "small.ptx", request, default_gpu(), {});
    if (!launch) FAIL(to_string(launch.error()));
    return std::move(launch->launch);
}

std::vector<std::string> stray_writes(GpuTwin& twin, const char* argument) {
    const PreparedLaunch p = prepared(argument);
    const Capsule before = make_capsule(p.request, p.gpu, *p.memory, p.options);
    if (Status good = twin.load(before, p.request, compare::Watching::Nothing); !good)
        FAIL(to_string(good.error()));
    REQUIRE(twin.run(p.request, {}));
    return twin.stray_writes();
}

} // namespace

TEST_CASE("a guard that lies where an earlier launch had a buffer is no stray write") {
    const fake::FakeWish wish("");
    auto twin = GpuTwin::open(0);
    REQUIRE(twin);
    CHECK(stray_writes(**twin, "zeros:u32:256").empty());
    CHECK(stray_writes(**twin, "zeros:u32:64").empty());
    CHECK(stray_writes(**twin, "zeros:u32:256").empty());
}

TEST_CASE("a launch that the driver refuses is told so, and the next one runs") {
    const PreparedLaunch p = prepared("zeros:u32:64");
    const Capsule before = make_capsule(p.request, p.gpu, *p.memory, p.options);
    auto twin = GpuTwin::open(0);
    REQUIRE(twin);
    const auto end_of = [&](const char* words) {
        REQUIRE((*twin)->load(before, p.request, compare::Watching::Nothing));
        const fake::FakeWish wish(words);
        return (*twin)->run(p.request, {}).value();
    };
    const compare::TwinEnd refused = end_of("launch-error=701");
    CHECK(refused.refused);
    CHECK(refused.error_number == 701);
    CHECK(refused.error.starts_with("the driver refused the launch: "));
    CHECK(fake::books().modules == 1);
    for (const char* words : {"launch-error=716", "fault-at-launch=716"}) {
        const compare::TwinEnd fault = end_of(words);
        CHECK(!fault.refused);
        CHECK(fault.error_number == 716);
        CHECK(fault.error.find("716") != std::string::npos);
        // Its context has gone, with all that was in it.
        CHECK(fake::books().contexts == 0);
    }
    CHECK(end_of("").error.empty());
}

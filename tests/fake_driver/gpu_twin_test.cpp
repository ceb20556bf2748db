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

// Launches with races are kept within bounds, found again by their IDs, and only once.
#include "runtime/report/kept_launches.h"

#include <filesystem>

#include <unistd.h>

#include "runtime/report/launch_keeper.h"
#include "tests/catch.h"
#include "tests/unit/runtime/report/samples.h"
#include "tests/unit/sim/debug/small_launch.h"

using namespace warpscope;
using namespace warpscope::report;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

struct Folder {
    fs::path path = fs::temp_directory_path() / ("kept-" + std::to_string(getpid()));
    Folder() { fs::remove_all(path); }
    ~Folder() { fs::remove_all(path); }
};

Finding race(std::uint32_t line = 41) {
    Finding f = test::sample_finding();
    f.checker = "race";
    f.kind = "Race";
    f.ptx_line = line;
    f.explain.clear();
    f.not_kept.clear();
    return f;
}

/// Runs the launch between begin and end; gives the findings as end leaves them.
std::vector<Finding> keep(LaunchKeeper& keeper, PreparedLaunch& launch,
                          std::vector<Finding> found) {
    keeper.begin(*launch.memory);
    const LaunchResult result =
        run_launch(launch.request, launch.gpu, *launch.memory, launch.options, {});
    keeper.end({launch.request, launch.gpu, launch.options, result, *launch.memory}, found);
    return found;
}

} // namespace

TEST_CASE("kept launches: a race names its command, other findings do not", "[report]") {
    const Folder folder;
    LaunchKeeper keeper(folder.path);
    PreparedLaunch launch = test::small_launch("reverse", {2}, {32});
    const Hash before = launch.memory->content_hash();
    const auto found = keep(keeper, launch, {race(1), test::sample_finding(), race(2)});
    REQUIRE(launch.memory->content_hash() != before);
    REQUIRE(found[0].explain.starts_with(kExplainCommand));
    const std::string id = found[0].explain.substr(std::string(kExplainCommand).size());
    CHECK(id.ends_with("-1"));
    CHECK(found[1].explain == test::sample_finding().explain);
    CHECK(found[2].explain.ends_with("-2"));
    CHECK(kept_findings(folder.path).size() == 2);

    const auto one = find_race_case(id, folder.path);
    REQUIRE(one.ok());
    CHECK(one->findings.size() == 1);
    CHECK(one->findings[0].ptx_line == 1);
    const auto all = find_race_case(id.substr(0, id.size() - 2), folder.path);
    REQUIRE(all.ok());
    CHECK(all->findings.size() == 2);
    // The state is the one before the launch, and the outcome that of the launch.
    const auto capsule = read_capsule(one->capsule);
    REQUIRE(capsule.ok());
    const auto memory = prepare_memory(*capsule);
    REQUIRE(memory.ok());
    CHECK((*memory)->content_hash() == before);
    REQUIRE(capsule->expected);
    CHECK(capsule->expected->memory == launch.memory->content_hash());
}

TEST_CASE("kept launches: equal launches are kept once, equal races name the first", "[report]") {
    const Folder folder;
    LaunchKeeper keeper(folder.path), another(folder.path);
    PreparedLaunch a = test::small_launch("reverse", {2}, {32});
    PreparedLaunch b = test::small_launch("reverse", {2}, {32});
    const auto first = keep(keeper, a, {race()});
    CHECK(keep(another, b, {race()})[0].explain == first[0].explain);
    CHECK(kept_findings(folder.path).size() == 1);
    PreparedLaunch c = test::small_launch("count", {2}, {32});
    CHECK(keep(keeper, c, {race()})[0].explain.empty());
    CHECK(keep(keeper, c, {race()})[0].not_kept.empty());
    PreparedLaunch d = test::small_launch("count", {2}, {32});
    CHECK_FALSE(keep(keeper, d, {race(), race(7)})[1].explain.empty());
    CHECK(kept_findings(folder.path).size() == 3);
}

TEST_CASE("kept launches: nothing is kept without races or without a folder", "[report]") {
    const Folder folder;
    LaunchKeeper keeper(folder.path), nowhere{fs::path()};
    PreparedLaunch launch = test::small_launch("reverse", {2}, {32});
    keep(keeper, launch, {test::sample_finding()});
    CHECK_FALSE(fs::exists(folder.path));
    const auto found = keep(nowhere, launch, {race()});
    CHECK(found[0].explain.empty());
    CHECK(found[0].not_kept.empty());
}

TEST_CASE("kept launches: why one is not kept is told", "[report]") {
    const Folder folder;
    {
        LaunchKeeper keeper(folder.path);
        PreparedLaunch launch = test::small_launch("reverse", {2}, {32});
        REQUIRE(launch.memory->allocate(LaunchKeeper::kLargestImage, AllocationKind::Device));
        CHECK_THAT(keep(keeper, launch, {race()})[0].not_kept, ContainsSubstring("256 MiB"));
    }
    {
        LaunchKeeper keeper(folder.path);
        for (unsigned n = 0; n < LaunchKeeper::kLaunches; ++n) {
            PreparedLaunch launch = test::small_launch("reverse", {2}, {32}, 64 + n);
            CHECK_FALSE(keep(keeper, launch, {race(n + 1)})[0].explain.empty());
        }
        PreparedLaunch launch = test::small_launch("reverse", {2}, {32});
        CHECK_THAT(keep(keeper, launch, {race(99)})[0].not_kept,
                   ContainsSubstring("16 launches of this run"));
    }
    {
        LaunchKeeper keeper("/dev/null/nowhere");
        PreparedLaunch launch = test::small_launch("reverse", {2}, {32});
        const auto found = keep(keeper, launch, {race()});
        CHECK(found[0].explain.empty());
        CHECK_THAT(found[0].not_kept, ContainsSubstring("cannot be made"));
    }
}

TEST_CASE("kept launches: images of many short launches end", "[report]") {
    const Folder folder;
    LaunchKeeper keeper(folder.path);
    PreparedLaunch launch = test::small_launch("reverse", {2}, {32});
    launch.memory->allocate(LaunchKeeper::kLargestImage / 2, AllocationKind::Device);
    for (unsigned n = 0; n < 8; ++n)
        keep(keeper, launch, {});
    const std::string why = keep(keeper, launch, {race()})[0].not_kept;
    CHECK_THAT(why, ContainsSubstring("so many short launches"));
}

TEST_CASE("kept launches: what is unknown is refused with what is known", "[report]") {
    const Folder folder;
    LaunchKeeper keeper(folder.path);
    PreparedLaunch launch = test::small_launch("reverse", {2}, {32});
    const auto found = keep(keeper, launch, {race()});
    const std::string id = found[0].explain.substr(std::string(kExplainCommand).size());
    for (const std::string& wrong :
         {std::string("00000000-1"), std::string(), id + "1", std::string("nothing")}) {
        const auto refused = find_race_case(wrong, folder.path);
        REQUIRE_FALSE(refused.ok());
        CHECK_THAT(refused.error().hint, ContainsSubstring(id));
    }
}

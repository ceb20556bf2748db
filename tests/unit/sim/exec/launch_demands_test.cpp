// Tests of `// ws.launch` comments: reading them, and holding launches to them.
#include "sim/exec/launch_demands.h"

#include "tests/unit/sim/exec/kernel_fixture.h"

using namespace warpscope;
using namespace warpscope::testing;

namespace {

std::vector<LaunchDemand> demands_of(const std::string& comments) {
    const KernelFixture f(kernel_text(comments));
    return f.request.executable->demands;
}

std::string broken(const std::string& comment, Dim3 grid, Dim3 block) {
    const auto found = find_broken_demand(demands_of(comment), grid, block);
    return found ? std::string(name_of(found->kind)) : "";
}

} // namespace

TEST_CASE("launch demands are read once each, with the instruction behind them") {
    const auto demands = demands_of("// ws.launch rank 1\nmov.u32 %r1, 0;\n// ws.launch rank 1\n"
                                    "// ws.launch rank 2 tile 2 4\nmov.u32 %r2, 0;");
    REQUIRE(demands.size() == 2);
    CHECK(demands[0].rank == 1);
    CHECK(demands[0].at == CodePosition{0, 1});
    CHECK(demands[1].shape == LaunchDemand::Shape::Tile);
    CHECK(demands[1].first == 2);
    CHECK(demands[1].second == 4);
    CHECK(demands[1].at == CodePosition{0, 2});
    CHECK(demands_of("// ws.watch x %r1").empty());
}

TEST_CASE("a demand that nobody understands is an error") {
    for (const char* comment :
         {"// ws.launch", "// ws.launch rank", "// ws.launch rank 4", "// ws.launch rank 0",
          "// ws.launch rank 1 each", "// ws.launch rank 1 each 0", "// ws.launch rank 1 some 4",
          "// ws.launch rank 1 each 4294967296", "// ws.launch rank 2 tile 2",
          "// ws.launch rank 1 each 4 5", "// ws.launch size 3"}) {
        INFO(comment);
        const Result<Module> module =
            ptx::parse(kernel_text(std::string(comment) + "\n"), "test.ptx");
        REQUIRE(module.ok());
        const auto demands = read_launch_demands({&module->functions[0]});
        REQUIRE_FALSE(demands.ok());
        CHECK(demands.error().message.find(comment) != std::string::npos);
    }
}

TEST_CASE("an index of lower rank than the launch is refused") {
    CHECK(broken("// ws.launch rank 1", {8, 1, 1}, {32, 1, 1}).empty());
    CHECK(broken("// ws.launch rank 1", {8, 2, 1}, {32, 1, 1}) == "WrongRank");
    CHECK(broken("// ws.launch rank 1", {8, 1, 1}, {32, 2, 1}) == "WrongRank");
    CHECK(broken("// ws.launch rank 1", {8, 1, 1}, {32, 1, 2}) == "WrongRank");
    CHECK(broken("// ws.launch rank 2", {8, 2, 1}, {32, 2, 1}).empty());
    CHECK(broken("// ws.launch rank 2", {8, 2, 2}, {32, 2, 1}) == "WrongRank");
    CHECK(broken("// ws.launch rank 3", {8, 2, 2}, {32, 2, 1}).empty());
}

TEST_CASE("indices must count in 32 bits") {
    const std::string line = "// ws.launch rank 1";
    CHECK(broken(line, {1u << 22, 1, 1}, {1024, 1, 1}).empty());
    CHECK(broken(line, {(1u << 22) + 1, 1, 1}, {1024, 1, 1}) == "TooManyThreads");
    CHECK(broken("// ws.launch rank 3", {0x7fffffff, 65535, 65535}, {1024, 1, 1}) ==
          "TooManyThreads");
    CHECK(broken("// ws.launch rank 1 each 4", {1u << 20, 1, 1}, {1024, 1, 1}).empty());
    CHECK(broken("// ws.launch rank 1 each 4", {(1u << 20) + 1, 1, 1}, {1024, 1, 1}) ==
          "IndexTooLarge");
    CHECK(broken("// ws.launch rank 2 rows 65536", {1, 32768, 1}, {1, 2, 1}).empty());
    CHECK(broken("// ws.launch rank 2 rows 65536", {1, 32769, 1}, {1, 2, 1}) == "IndexTooLarge");
    CHECK(broken("// ws.launch rank 2 rows 4294967295", {1, 65535, 1}, {1, 1, 1}) ==
          "IndexTooLarge");
    CHECK(broken("// ws.launch rank 2 tile 2 4", {1u << 20, 1, 1}, {1024, 1, 1}).empty());
    CHECK(broken("// ws.launch rank 2 tile 2 4", {(1u << 20) + 1, 1, 1}, {1024, 1, 1}) ==
          "IndexTooLarge");
}

TEST_CASE("a launch that breaks a demand does not pass the checks of a launch") {
    KernelFixture f(kernel_text("// ws.launch rank 1\n"));
    CHECK(check_launch(f.request, f.gpu).ok());
    f.request.block = {32, 2, 1};
    const Status refused = check_launch(f.request, f.gpu);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().message.find("1-D index") != std::string::npos);
}

// Tests that a wrong result of a benchmark's kernel would be noticed; that right ones are taken is
// seen where the kernels run, in tests/cli/benchmarks.py.
#include "cli/bench_workloads.h"

#include <algorithm>
#include <map>

#include "cli/bench_measure.h"
#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::cli;

TEST_CASE("bench workloads: names are unique, the output is a buffer", "[bench]") {
    std::map<std::string, int> names;
    for (const BenchWorkload& workload : bench_workloads()) {
        INFO(workload.name);
        CHECK(++names[workload.name] == 1);
        const BenchProblem problem = workload.problem(BenchSize::Small);
        CHECK(!problem.text.empty());
        const auto& arguments = problem.request.arguments;
        CHECK(std::count_if(arguments.begin(), arguments.end(), [&](const PtxArgument& a) {
                  return a.name == problem.output && a.kind == PtxArgument::Kind::Buffer;
              }) == 1);
    }
}

TEST_CASE("bench workloads: memory that no kernel changed is no right result", "[bench]") {
    for (const BenchWorkload& workload : bench_workloads()) {
        INFO(workload.name);
        const BenchProblem problem = workload.problem(BenchSize::Small);
        const ReadBuffer unchanged = [&](const std::string& name) {
            for (const PtxArgument& argument : problem.request.arguments)
                if (argument.name == name) return argument.bytes;
            return std::vector<std::uint8_t>();
        };
        CHECK(!problem.is_right(unchanged));
    }
}

TEST_CASE("bench: medians and spreads", "[bench]") {
    CHECK(median({3, 1, 2}) == 2);
    CHECK(median({4, 1, 2, 3}) == 2.5);
    CHECK(spread({5}) == 0);
    CHECK(spread({1, 2, 3, 4, 5}) == Approx(1.0 / 3));
    BenchRun run;
    run.seconds = {2, 2, 4};
    run.cpu_seconds = {1, 1, 1};
    CHECK(processors(run) == 0.5);
    CHECK(run.times() == run.cpu_seconds);
    run.host_threads = 2;
    CHECK(run.times() == run.seconds);
}

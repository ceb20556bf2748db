// The sweep as a program: prints every function's largest error and fails above a bound.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/device_math/measure.h"

using namespace warpscope::device_math;

namespace {

/// One line an outcome, fields between bars, for scripts/device_math_report.py.
bool print(const Outcome& outcome) {
    // "sincos (sine)" is sincosf (sine) for float.
    std::string name = outcome.name;
    if (outcome.is_float) name.insert(std::min(name.find(' '), name.size()), "f");
    const bool within = outcome.worst <= outcome.bound;
    std::printf("%s | %s | %g | %.3g | %s | %llu |", name.c_str(), outcome.range.c_str(),
                outcome.bound, outcome.worst,
                outcome.measure == Measure::ulps ? "ulps" : "absolute",
                static_cast<unsigned long long>(outcome.samples));
    for (int i = 0; i < outcome.arguments; ++i)
        std::printf(" %a", outcome.worst_at[i]);
    std::printf(" | %s\n", within ? "ok" : "ABOVE");
    return within;
}

} // namespace

int main(int count, char** arguments) {
    std::uint64_t samples = 4096;
    std::string only;
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(arguments[i], "--samples") == 0 && i + 1 < count) {
            samples = std::strtoull(arguments[++i], nullptr, 10);
        } else if (std::strcmp(arguments[i], "--only") == 0 && i + 1 < count) {
            only = arguments[++i];
        } else {
            std::fprintf(stderr, "usage: %s [--samples N] [--only NAME]\n", arguments[0]);
            return 2;
        }
    }
    std::printf("# function | range | bound | worst | unit | samples | worst at | verdict\n");
    int failures = 0, rows = 0;
    for (const auto sweep : {sweep_one_argument, sweep_several_arguments}) {
        for (const Outcome& outcome : sweep(samples, only)) {
            failures += print(outcome) ? 0 : 1;
            ++rows;
        }
    }
    std::printf("# %d sweeps, %d above their bound\n", rows, failures);
    return failures || rows == 0 ? 1 : 0;
}

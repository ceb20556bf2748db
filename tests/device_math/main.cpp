// The sweep as a program: prints every function's largest error and fails above a bound.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "tests/device_math/measure.h"

using namespace warpscope::device_math;

namespace {

/// One line an outcome, fields between bars, for scripts/device_math_report.py.
bool print(const Outcome& outcome) {
    // "sincos (sine)" is sincosf (sine) for float.
    std::string name = outcome.name;
    if (outcome.is_float) name.insert(std::min(name.find(' '), name.size()), "f");
    const bool within = outcome.worst <= outcome.bound;
    const bool in_ulps = outcome.measure == Measure::ulps;
    std::printf("%s | %s | %g | %.3g | ", name.c_str(), outcome.range.c_str(), outcome.bound,
                outcome.worst);
    if (in_ulps)
        std::printf("ulps | %.2f", outcome.closeness);
    else
        std::printf("absolute | ");
    std::printf(" | %llu |", static_cast<unsigned long long>(outcome.samples));
    for (int i = 0; i < outcome.arguments; ++i)
        std::printf(" %a", outcome.worst_at[i]);
    std::printf(" | %s\n", within ? "ok" : "ABOVE");
    return within;
}

/// The outcomes in the order of the sweeps; threads take the next one that nobody has.
std::vector<Outcome> run(const std::vector<Sweep>& sweeps, unsigned threads) {
    std::vector<Outcome> outcomes(sweeps.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i; (i = next++) < sweeps.size();)
            outcomes[i] = sweeps[i]();
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads; ++i)
        others.emplace_back(work);
    work();
    for (std::thread& thread : others)
        thread.join();
    return outcomes;
}

struct Options {
    std::uint64_t samples = 4096;
    std::string only;
    unsigned threads = 1;
};

bool read(int count, char** arguments, Options& options) {
    for (int i = 1; i + 1 < count; i += 2) {
        if (std::strcmp(arguments[i], "--samples") == 0)
            options.samples = std::strtoull(arguments[i + 1], nullptr, 10);
        else if (std::strcmp(arguments[i], "--only") == 0)
            options.only = arguments[i + 1];
        else if (std::strcmp(arguments[i], "--threads") == 0)
            options.threads = static_cast<unsigned>(std::strtoul(arguments[i + 1], nullptr, 10));
        else
            return false;
    }
    return count % 2 == 1 && options.samples > 0 && options.threads > 0;
}

} // namespace

int main(int count, char** arguments) {
    Options options;
    if (!read(count, arguments, options)) {
        std::fprintf(stderr, "usage: %s [--samples N] [--only NAME] [--threads N]\n", arguments[0]);
        return 2;
    }
    std::vector<Sweep> sweeps = sweeps_of_one_argument(options.samples, options.only);
    for (Sweep& sweep : sweeps_of_several_arguments(options.samples, options.only))
        sweeps.push_back(std::move(sweep));
    if (sweeps.empty()) {
        std::fprintf(stderr, "no function is called %s; try the name of the double function\n",
                     options.only.c_str());
        return 2;
    }
    std::printf("# samples %llu\n", static_cast<unsigned long long>(options.samples));
    std::printf(
        "# function | range | bound | worst | unit | exact | samples | worst at | verdict\n");
    int failures = 0;
    for (const Outcome& outcome : run(sweeps, options.threads))
        failures += print(outcome) ? 0 : 1;
    std::printf("# %zu sweeps, %d above their bound\n", sweeps.size(), failures);
    return failures ? 1 : 0;
}

// `warpscope bench`: how many warp instructions a second the emulator executes on this machine.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/console.h"
#include "sim/debug/instruction_table.h"
#include "sim/debug/ptx_run.h"
#include "sim/gpu/gpu_presets.h"
#include "warpscope_paths.h"

namespace warpscope::cli {
namespace {

using Json = nlohmann::ordered_json;

struct BenchOptions {
    unsigned repeats = 5, threads = 1, size = 256;
    bool as_json = false;
    CompileFlags compile;
};

struct Measurement {
    std::uint64_t warp_instructions = 0;
    std::vector<double> seconds; ///< sorted

    double median() const { return seconds[seconds.size() / 2]; }
    double million_per_second() const {
        return static_cast<double>(warp_instructions) / median() / 1e6;
    }
};

/// The product is compared with the host's on a few elements: speed without a right result is none.
bool right_result(const PtxLaunch& launch, unsigned n) {
    const auto matrix = [&](const char* name) {
        const auto bytes = read_back(launch, {name, Type::F32, 0}).value().bytes;
        std::vector<float> values(bytes.size() / sizeof(float));
        std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    };
    const auto a = matrix("a"), b = matrix("b"), c = matrix("c");
    for (unsigned i = 0; i < n; i += 1 + n / 16) {
        const unsigned row = i, column = n - 1 - i;
        double expected = 0;
        for (unsigned k = 0; k < n; ++k) {
            expected +=
                static_cast<double>(a[row * n + k]) * static_cast<double>(b[k * n + column]);
        }
        if (std::abs(expected - static_cast<double>(c[row * n + column])) > 1e-4 * n) return false;
    }
    return true;
}

Result<PtxLaunch> prepare_matmul(const BenchOptions& options) {
    const std::string source = std::string(WARPSCOPE_SOURCE_DIR) + "/kernels/matmul/2_tiled.cu";
    const GpuSpec gpu = default_gpu();
    const auto program = compile_sources(options.compile, {source}, gpu, "");
    if (!program) return program.error();
    PtxRunRequest request;
    request.kernel = "matmul_tiled";
    const unsigned blocks = (options.size + 15) / 16;
    request.grid = {blocks, blocks, 1};
    request.block = {16, 16, 1};
    const unsigned elements = options.size * options.size;
    for (const std::string& text :
         {fmt::format("a=random:f32:{}:1", elements), fmt::format("b=random:f32:{}:2", elements),
          fmt::format("c=zeros:f32:{}", elements), fmt::format("s32:{}", options.size)}) {
        auto argument = parse_ptx_argument(text);
        if (!argument) return argument.error();
        request.arguments.push_back(std::move(*argument));
    }
    LaunchOptions launch;
    launch.host_threads = options.threads;
    return prepare_ptx(program->sources[0].ptx, source, request, gpu, launch);
}

Result<Measurement> measure(const BenchOptions& options) {
    auto launch = prepare_matmul(options);
    if (!launch) return launch.error();
    Measurement found;
    // The first run warms caches and pages, and is not counted.
    for (unsigned i = 0; i <= options.repeats; ++i) {
        const PreparedResult run = run_prepared(launch->launch);
        if (run.result.outcome != LaunchOutcome::Finished) {
            return Diagnostic{{},
                              "the benchmark's kernel did not finish",
                              "run kernels/matmul/2_tiled.cu to see why"};
        }
        found.warp_instructions = run.result.statistics.warp_instructions;
        if (i != 0) found.seconds.push_back(run.seconds);
    }
    if (!right_result(*launch, options.size)) {
        return Diagnostic{{},
                          "the benchmark's kernel computed a wrong product",
                          "run kernels/matmul/2_tiled.cu to see more"};
    }
    std::sort(found.seconds.begin(), found.seconds.end());
    return found;
}

#ifdef NDEBUG
constexpr bool kOptimised = true;
#else
constexpr bool kOptimised = false;
#endif

std::string text(const BenchOptions& options, const Measurement& found) {
    return fmt::format(
        "tiled matmul {0} x {0}: {1:.1f} million warp instructions a second\n"
        "  {2} warp instructions, median {3:.3f} s of {4} runs ({5:.3f} to {6:.3f}), "
        "{7} host thread{8}, {9}\n{10}",
        options.size, found.million_per_second(), found.warp_instructions, found.median(),
        found.seconds.size(), found.seconds.front(), found.seconds.back(), options.threads,
        options.threads == 1 ? "" : "s", execution_level_name(),
        kOptimised ? "" : "  this build has assertions on; a release build is faster\n");
}

std::string json(const BenchOptions& options, const Measurement& found) {
    const Json all = {
        {"schema", "warpscope-bench-1"},
        {"benchmarks",
         Json::array({{{"name", "matmul_tiled"},
                       {"size", options.size},
                       {"host_threads", options.threads},
                       {"warp_instructions", found.warp_instructions},
                       {"seconds", found.seconds},
                       {"median_seconds", found.median()},
                       {"million_warp_instructions_per_second", found.million_per_second()}}})},
        {"level", execution_level_name()},
        {"assertions", !kOptimised}};
    return all.dump(2) + "\n";
}

int bench(const BenchOptions& options) {
    const auto found = measure(options);
    if (!found) return refuse(found.error());
    const Status written =
        write_report("", options.as_json ? json(options, *found) : text(options, *found));
    return written ? kClean : refuse(written.error());
}

} // namespace

Action define_bench(CLI::App& app, const CommandLine&) {
    auto options = std::make_shared<BenchOptions>();
    app.add_option("--repeats", options->repeats, "runs that are measured")
        ->check(CLI::Range(1u, 1000u))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--threads", options->threads, "host threads")
        ->check(CLI::Range(1u, 1024u))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--size", options->size, "rows of the matrices")
        ->check(CLI::Range(16u, 4096u))
        ->type_name("N")
        ->capture_default_str();
    app.add_flag("--json", options->as_json, "as JSON");
    return [options] { return bench(*options); };
}

} // namespace warpscope::cli

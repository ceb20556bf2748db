// `warpscope reduce`: a smaller launch in which the same is wrong.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <tuple>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/launch_in_process.h"
#include "cli/real_gpu.h"
#include "cli/run_options.h"
#include "runtime/report/units.h"
#include "sim/debug/reduce.h"

namespace warpscope::cli {
namespace {

struct ReduceOptions {
    std::string capsule, output, device;
    int gpu_index = 0;
    CheckOptions check;
};

/// What is wrong with a launch: checker, kind and PTX line of each finding.
using Wrong = std::set<std::tuple<std::string, std::string, std::uint32_t>>;

class Runner {
public:
    Runner(report::RunSettings settings, GpuBeside beside)
        : settings_(std::move(settings)), beside_(std::move(beside)),
          nowhere_(std::fopen("/dev/null", "w"), &std::fclose) {}

    /// Empty also when the launch cannot be made.
    Wrong wrong_with(const Capsule& capsule) {
        Wrong wrong;
        if (stuck()) return wrong;
        auto launch = prepare_launch(capsule, settings_.level);
        if (!launch || !check_launch(launch->request, launch->gpu)) return wrong;
        launch->options.host_threads = report::host_threads(settings_);
        RunReport run;
        const auto result =
            run_in_process(*launch, settings_, nowhere_.get(), run, beside_.side_by_side.get());
        if (!result || run.launches.empty()) return wrong;
        if (result->outcome == LaunchOutcome::Interrupted) interrupted_ = true;
        for (const Finding& finding : run.launches.back().findings)
            if (finding.severity == Severity::Error)
                wrong.insert({finding.checker, finding.kind, finding.ptx_line});
        return wrong;
    }

    bool stuck() const { return beside_.twin != nullptr && beside_.twin->stuck(); }
    bool interrupted() const { return interrupted_; }

private:
    report::RunSettings settings_;
    GpuBeside beside_;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> nowhere_;
    bool interrupted_ = false;
};

Result<Runner> make_runner(const ReduceOptions& options) {
    RunOptions run;
    run.check = options.check;
    run.gpu_index = options.gpu_index;
    run.device = options.device;
    if (run.device.empty()) run.device = real_gpu(options.gpu_index) ? kBothDevices : "emulator";
    Result<report::RunSettings> settings = run_settings(run);
    if (!settings) return settings.error();
    settings->keep_directory.clear();
    settings->progress = report::Progress::Hidden;
    GpuBeside beside;
    if (run.device == kBothDevices) {
        Result<GpuBeside> opened = open_gpu_beside(*settings);
        if (!opened) return opened.error();
        beside = std::move(*opened);
    }
    return Runner(std::move(*settings), std::move(beside));
}

std::string words_of(const Wrong& wrong) {
    std::string text;
    for (const auto& [checker, kind, line] : wrong)
        text += fmt::format("{}{} [{}]", text.empty() ? "" : ", ", kind, checker);
    return text;
}

std::string size_text(const Capsule& c) {
    return fmt::format("{} of {}, {}", report::counted(volume(c.grid), "block"),
                       report::counted(volume(c.block), "thread"),
                       report::byte_size(memory_bytes(c)));
}

int reduce_capsule(const ReduceOptions& options) {
    const auto capsule = read_capsule(options.capsule);
    if (!capsule) return refuse(capsule.error());
    Result<Runner> runner = make_runner(options);
    if (!runner) return refuse(runner.error());
    const Wrong wrong = runner->wrong_with(*capsule);
    if (wrong.empty())
        return refuse(Diagnostic{{options.capsule},
                                 "nothing is wrong with this launch, so there is nothing to keep",
                                 "see `warpscope replay` and `compare` of it; --check chooses what "
                                 "is looked for"});
    const ReducedCapsule reduced = reduce(*capsule, [&](const Capsule& candidate) {
        return !runner->interrupted() && runner->wrong_with(candidate) == wrong;
    });
    const auto written = write_capsule(reduced.capsule, options.output);
    if (!written) return refuse(written.error());
    fmt::print("{}\n  {}\n  before: {}\n  now:    {}\n  {} tried\n", written->string(),
               words_of(wrong), size_text(*capsule), size_text(reduced.capsule),
               reduced.tried == 1 ? "1 launch" : report::grouped(reduced.tried) + " launches");
    if (runner->stuck()) compare::end_process(kClean);
    return kClean;
}

} // namespace

Action define_reduce(CLI::App& app, const CommandLine&) {
    auto options = std::make_shared<ReduceOptions>();
    app.add_option("capsule", options->capsule, "a captured launch in which something is wrong")
        ->type_name("CAPSULE")
        ->required();
    app.add_option("-o,--output", options->output, "folder for the smaller one")
        ->type_name("DIR")
        ->required();
    app.add_option("--device", options->device,
                   "what has to stay wrong: findings on the emulator, or also differences from a "
                   "GPU (both); both where there is a GPU")
        ->check(CLI::IsMember({"emulator", "both"}))
        ->type_name("NAME");
    app.add_option("--gpu-index", options->gpu_index, "which of several GPUs")
        ->check(CLI::NonNegativeNumber)
        ->type_name("N")
        ->capture_default_str();
    add_check_option(app, options->check, "Options");
    app.footer("Blocks, threads and buffers are taken away as long as the same findings remain.");
    return [options] { return reduce_capsule(*options); };
}

} // namespace warpscope::cli

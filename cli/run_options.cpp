// Options of `run` and what they mean.
#include "cli/run_options.h"

#include <algorithm>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/installation.h"
#include "cli/kept_launches.h"
#include "cli/outcome.h"
#include "cli/real_gpu.h"
#include "runtime/compare/tolerance.h"
#include "runtime/report/json.h"
#include "runtime/report/sarif.h"
#include "sim/checkers/rows.h"
#include "sim/debug/instruction_table.h"
#include "sim/gpu/gpu_presets.h"
#include "warpscope_version.h"

namespace warpscope::cli {
namespace {

constexpr const char* kPtxGroup = "One kernel from a PTX file";
constexpr const char* kExecution = "Execution";
constexpr const char* kEmulatorOnly = "Execution on the emulator";
constexpr const char* kGpuOnly = "Execution on a GPU";
constexpr const char* kBothOnly = "Side by side";
constexpr const char* kReport = "Report";

/// CLI11 itself would read -1 as the largest number there is.
std::string whole_number(const std::string& text) {
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    return digits ? "" : fmt::format("\"{}\" is no whole number", text);
}

void add_execution_options(CLI::App& app, RunOptions& options) {
    app.add_option("--device", options.device, "emulator, gpu, or both: every launch side by side")
        ->type_name("NAME")
        ->capture_default_str()
        ->group(kExecution);
    app.add_option("--gpu-index", options.gpu_index,
                   "which of the machine's GPUs: a number of `warpscope gpus`")
        ->check(whole_number)
        ->type_name("N")
        ->capture_default_str()
        ->group(kExecution);
    app.add_flag("--executions", options.executions,
                 "count how often each line is executed on both devices, and by how many lanes at "
                 "a time")
        ->group(kBothOnly);
    app.add_flag("--bisect", options.bisect,
                 "where devices differ, look for the first instruction of the first such launch "
                 "whose result differs")
        ->group(kBothOnly);
    app.add_option(
           "--tolerance", options.tolerances,
           "how far floating-point results may differ: [BUFFER=]bits, ulp:N or rel:X, where "
           "BUFFER is a parameter's number or a variable")
        ->type_name("RULE")
        ->allow_extra_args(false)
        ->group(kBothOnly);
    app.add_flag("--no-fuse", options.no_fuse,
                 "keep the GPU's compiler from fusing products with sums, so that results have the "
                 "emulator's bits")
        ->group(kGpuOnly);
    app.add_option("--gpu", options.gpu, "GPU model: a name of `warpscope gpus`, or a TOML file")
        ->type_name("NAME|FILE")
        ->capture_default_str()
        ->group(kEmulatorOnly);
    app.add_option("--seed", options.seed,
                   "order in which warps and blocks take turns; 0 is natural")
        ->check(whole_number)
        ->type_name("N")
        ->capture_default_str()
        ->group(kEmulatorOnly);
    app.add_option("--max-instructions", options.max_instructions,
                   "warp instructions after which a launch is ended")
        ->check(whole_number)
        ->check(CLI::Range(std::uint64_t{1}, UINT64_MAX))
        ->type_name("N")
        ->capture_default_str()
        ->group(kEmulatorOnly);
    app.add_option("--divergence", options.divergence,
                   "volta: diverged lanes progress on their own; stack: the model of older GPUs")
        ->check(CLI::IsMember({"volta", "stack"}))
        ->type_name("MODEL")
        ->capture_default_str()
        ->group(kEmulatorOnly);
    app.add_option("--threads", options.threads, "host threads; 0 takes all there are")
        ->check(CLI::Range(0u, 1024u))
        ->type_name("N")
        ->capture_default_str()
        ->group(kEmulatorOnly);
    add_execution_options(app, options.execution, kEmulatorOnly);
    add_check_option(app, options.check, kEmulatorOnly);
    add_counters_option(app, options.counters, kEmulatorOnly);
    app.add_option("--capture", options.capture,
                   "write every launch into this folder, for `replay`")
        ->type_name("DIR")
        ->group(kEmulatorOnly);
}

void add_ptx_options(CLI::App& app, RunOptions& options) {
    app.add_option("--kernel", options.kernel, "kernel to launch, as in the PTX or as in C++")
        ->type_name("NAME")
        ->group(kPtxGroup);
    app.add_option("--grid", options.grid, "blocks of the grid")
        ->type_name("X[,Y,Z]")
        ->group(kPtxGroup);
    app.add_option("--block", options.block, "threads of a block")
        ->type_name("X[,Y,Z]")
        ->group(kPtxGroup);
    app.add_option("--shared", options.shared_bytes, "dynamic shared memory")
        ->check(whole_number)
        ->type_name("BYTES")
        ->group(kPtxGroup);
    app.add_option("--arg", options.arguments,
                   "[NAME=]u32:7, zeros:f32:N, iota:u32:N, random:f32:N:SEED, values:s32:1,2,3 or "
                   "file:PATH, one for each parameter")
        ->type_name("ARGUMENT")
        ->allow_extra_args(false)
        ->group(kPtxGroup);
    app.add_option("--print", options.prints, "buffer to print after the launch")
        ->type_name("NAME[:TYPE[:COUNT]]")
        ->allow_extra_args(false)
        ->group(kPtxGroup);
}

Status make_folder(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!error && std::filesystem::is_directory(folder, error)) return Done{};
    return Diagnostic{{folder},
                      fmt::format("cannot be made: {}", error.message()),
                      "--capture takes a folder that can be written"};
}

} // namespace

void add_report_options(CLI::App& app, ReportOptions& options) {
    app.add_option("--report", options.format, "text, json or sarif")
        ->type_name("FORMAT")
        ->capture_default_str()
        ->group(kReport);
    app.add_option("-o,--output", options.output, "write the report into this file")
        ->type_name("FILE")
        ->group(kReport);
    app.add_flag("--no-report", options.none, "write no report; the exit code still tells")
        ->group(kReport);
    app.add_flag("-q,--quiet", options.quiet, "report findings only")->group(kReport);
    app.add_flag_callback(
           "--progress", [&options] { options.progress = ShowProgress::Always; },
           "tell how far long launches have come, also where standard error is no terminal")
        ->group(kReport);
    app.add_flag_callback(
           "--no-progress", [&options] { options.progress = ShowProgress::Never; },
           "tell it nowhere")
        ->group(kReport);
}

void add_run_options(CLI::App& app, RunOptions& options) {
    app.add_option("files", options.files, "CUDA sources of one program, or one PTX file")
        ->type_name("PROGRAM.cu…|KERNEL.ptx")
        ->required();
    add_execution_options(app, options);
    add_report_options(app, options.report);
    add_compile_flags(app, options.compile);
    add_ptx_options(app, options);
}

void add_exec_options(CLI::App& app, RunOptions& options) {
    app.add_option("program", options.files, "program that `warpscope build` made")
        ->type_name("PROGRAM")
        ->expected(1)
        ->required();
    add_execution_options(app, options);
    add_report_options(app, options.report);
}

Status check_report(const ReportOptions& options) {
    const std::string& format = options.format;
    const char* const known = "--report text, json or sarif";
    if (format == "html" || format == "junit")
        return Diagnostic{{}, fmt::format("reports as {} are not available yet", format), known};
    if (format != "text" && format != "json" && format != "sarif")
        return Diagnostic{{}, fmt::format("\"{}\" is no format of reports", format), known};
    return Done{};
}

Status check_device(const std::string& device) {
    if (device == "emulator" || device == kNativeDevice || device == kBothDevices) return Done{};
    return Diagnostic{{},
                      fmt::format("\"{}\" is no device", device),
                      "--device emulator, --device gpu or --device both"};
}

Status check_device_options(const CLI::App& app, const std::string& device) {
    const bool native = device == kNativeDevice, both = device == kBothDevices;
    for (const CLI::Option* option : app.get_options()) {
        if (option->count() == 0) continue;
        const std::string& group = option->get_group();
        const std::string& name = option->get_name();
        if (group == kEmulatorOnly && native)
            return Diagnostic{
                {}, name + " is for the emulator alone", "drop it, or run on the emulator"};
        if (group == kGpuOnly && both)
            return Diagnostic{
                {}, name + " goes without saying when devices are compared", "drop it"};
        if (group == kGpuOnly && !native)
            return Diagnostic{{}, name + " is for --device gpu", "drop it, or add --device gpu"};
        if (group == kBothOnly && !both)
            return Diagnostic{{}, name + " is for --device both", "drop it, or add --device both"};
        if (name == "--gpu-index" && !native && !both)
            return Diagnostic{{},
                              "--gpu-index is for --device gpu and both",
                              "drop it, or add --device gpu or both"};
    }
    return Done{};
}

void add_check_option(CLI::App& app, CheckOptions& options, const char* group) {
    app.add_option("--owned", options.owned,
                   "declare a pointer parameter owned: [KERNEL:]NUMBER=element, =block or "
                   "=tile:RxC[xW]")
        ->type_name("RULE")
        ->allow_extra_args(false)
        ->group(group);
    app.add_option("--check", options.list, "checkers: all, none, or some of `warpscope checkers`")
        ->type_name("all|none|LIST")
        ->default_str("all, of small launches")
        ->group(group);
    app.add_option(
           "--suppress", options.suppressions,
           "leave out the findings that this file names, a line each: CHECKER FILE[:LINE] reason")
        ->type_name("FILE")
        ->group(group);
}

Status choose_checks(const CheckOptions& options, report::RunSettings& settings) {
    const std::string& list = options.list;
    Result<std::vector<std::string>> ids = checkers_named(list.empty() ? "all" : list);
    if (!ids) return ids.error();
    settings.checks = std::move(*ids);
    settings.checks_small_only = list.empty();
    const auto checked = [&](const char* id) {
        return std::find(settings.checks.begin(), settings.checks.end(), id) !=
               settings.checks.end();
    };
    settings.contracts = checked("contract");
    if (const auto known = read_suppressions(options.suppressions); !known) return known.error();
    for (const std::string& text : options.owned) {
        Result<report::OwnedRule> rule = report::parse_owned_rule(text);
        if (!rule) return rule.error();
        settings.owned.push_back(std::move(*rule));
    }
    if (!settings.owned.empty() && !checked("ownership"))
        return Diagnostic{{}, "--owned without the checker ownership", "add it to --check"};
    return Done{};
}

void add_execution_options(CLI::App& app, ExecutionOptions& options, const char* group) {
    app.add_option("--level", options.level,
                   "the code that executes instructions is for this x86-64 level: v2, v3, v4")
        ->type_name("LEVEL")
        ->default_str("best")
        ->group(group);
    app.add_flag("--reference", options.reference,
                 "without fast paths: every instruction and every lane's address by itself")
        ->group(group);
}

void add_counters_option(CLI::App& app, bool& counters, const char* group) {
    app.add_flag("--counters", counters,
                 "count what memory accesses cost, by source line, and say what to do about it")
        ->group(group);
}

Status choose_execution(const ExecutionOptions& options, report::RunSettings& settings) {
    const bool lowest = options.reference && options.level.empty();
    const Result<isa::Level> level = lowest ? isa::Level::V2 : execution_level(options.level);
    if (!level) return level.error();
    settings.level = *level;
    settings.reference = options.reference;
    return Done{};
}

Result<report::RunSettings> run_settings(const RunOptions& options) {
    if (Status good = check_device(options.device); !good) return good.error();
    if (Status good = check_report(options.report); !good) return good.error();
    if (const auto rules = compare::parse_tolerances(options.tolerances); !rules)
        return rules.error();
    const bool native = options.device == kNativeDevice;
    Result<GpuSpec> gpu =
        native ? real_gpu(options.gpu_index) : find_gpu(options.gpu, preset_folder());
    if (!gpu) return gpu.error();
    if (options.device == kBothDevices)
        if (const auto found = real_gpu(options.gpu_index); !found) return found.error();
    report::RunSettings settings;
    settings.device = options.device;
    settings.gpu_index = options.gpu_index;
    settings.tolerances = options.tolerances;
    settings.bisect = options.bisect;
    settings.executions = options.executions;
    settings.explicit_rounding = options.no_fuse;
    settings.gpu = std::move(*gpu);
    settings.seed = options.seed;
    report::divergence_named(options.divergence, settings.divergence);
    settings.max_instructions = options.max_instructions;
    settings.host_threads = options.threads;
    if (Status good = choose_execution(options.execution, settings); !good) return good.error();
    if (Status good = choose_checks(options.check, settings); !good) return good.error();
    keep_races(settings);
    settings.counters = options.counters;
    settings.progress = progress_setting(options.report);
    if (!options.capture.empty()) {
        if (Status good = make_folder(options.capture); !good) return good.error();
        // The program may change its working folder before it launches anything.
        settings.capture_directory = std::filesystem::absolute(options.capture).string();
    }
    return settings;
}

report::Progress progress_setting(const ReportOptions& options) {
    const bool on_terminal = isatty(STDERR_FILENO) == 1 && !options.quiet;
    const bool shown = options.progress == ShowProgress::Always ||
                       (options.progress == ShowProgress::OnTerminal && on_terminal);
    return shown ? report::Progress::Shown : report::Progress::Hidden;
}

std::string misplaced_option(const CLI::App& app, bool ptx) {
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_group() == kPtxGroup && !ptx && option->count() > 0) {
            return option->get_name();
        }
    }
    return ptx && any_compile_flag(app) ? "an option for compiling" : "";
}

bool report_owns_stdout(const ReportOptions& options) {
    return !options.none && options.output.empty() && options.format != "text";
}

bool show_report(const RunReport& run, const ReportOptions& options) {
    if (options.none) return true;
    std::string text;
    if (options.format == "json") {
        text = report::to_json_text(run);
    } else if (options.format == "sarif") {
        text = report::to_sarif_text(run, WARPSCOPE_VERSION);
    } else {
        report::TextStyle style;
        if (options.output.empty()) style.colours = report::colours_for(STDOUT_FILENO);
        if (options.quiet) style.detail = report::Detail::FindingsOnly;
        text = report::to_text(run, style);
    }
    const Status written = write_report(options.output, text);
    if (!written) refuse(written.error());
    return written.ok();
}

} // namespace warpscope::cli

// The options of `run`, `exec` and `replay`, as typed and as checked values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/compile_flags.h"
#include "runtime/report/run_settings.h"
#include "runtime/report/text.h"

namespace CLI {
class App;
}

namespace warpscope::cli {

/// When the progress of long launches is shown.
enum class ShowProgress : std::uint8_t { OnTerminal, Always, Never };

/// How a report leaves the program, and what is shown before it does.
struct ReportOptions {
    std::string format = "text", output;
    bool none = false, quiet = false;
    ShowProgress progress = ShowProgress::OnTerminal;
};

/// Which of the emulator's codes executes instructions; results do not depend on it.
struct ExecutionOptions {
    std::string level;
    bool reference = false;
};

/// What checkers look for, as typed.
struct CheckOptions {
    std::string list;               ///< empty: everything as long as launches are small
    std::vector<std::string> owned; ///< pointer parameters that are declared owned
    std::string suppressions;       ///< file of findings to leave out; see suppressions.h
};

struct RunOptions {
    std::vector<std::string> files;
    std::vector<std::string> program_arguments;
    std::string comparison_command; ///< see command_line.h; empty: these options are none of it
    std::string device = "emulator", gpu = "h200", divergence = "volta", capture;
    ExecutionOptions execution;
    bool counters = false;
    std::uint64_t seed = 0, max_instructions = std::uint64_t{1} << 31;
    unsigned threads = 0;
    int gpu_index = 0;
    std::vector<std::string> tolerances;
    bool bisect = false, executions = false;
    CheckOptions check;
    bool no_fuse = false;
    ReportOptions report;
    CompileFlags compile;
    // PTX files only
    std::string kernel, grid, block;
    std::uint64_t shared_bytes = 0;
    std::vector<std::string> arguments, prints;
};

void add_report_options(CLI::App& app, ReportOptions& options);
void add_run_options(CLI::App& app, RunOptions& options);
void add_exec_options(CLI::App& app, RunOptions& options);

/// Refuses what is known and not yet possible: other devices, other formats.
Status check_report(const ReportOptions& options);
Status check_device(const std::string& device);
/// Refuses options that the other kind of device has.
Status check_device_options(const CLI::App& app, const std::string& device);

void add_execution_options(CLI::App& app, ExecutionOptions& options, const char* group);
void add_counters_option(CLI::App& app, bool& counters, const char* group);
/// Refuses a level that is not there.
Status choose_execution(const ExecutionOptions& options, report::RunSettings& settings);

void add_check_option(CLI::App& app, CheckOptions& options, const char* group);
/// Refuses checkers that are not there.
Status choose_checks(const CheckOptions& options, report::RunSettings& settings);

/// The settings for the program; finds the GPU or its model and makes the capture folder.
Result<report::RunSettings> run_settings(const RunOptions& options);

/// What the option says of this terminal.
report::Progress progress_setting(const ReportOptions& options);

/// Whether one of the options for PTX files (`ptx`) or for programs was given; its name, or empty.
std::string misplaced_option(const CLI::App& app, bool ptx);

/// Prints or writes the report as asked for; false when it could not be written.
bool show_report(const RunReport& report, const ReportOptions& options);

/// Whether standard output is for the report alone, so that other output goes to standard error.
bool report_owns_stdout(const ReportOptions& options);

} // namespace warpscope::cli

// RunSettings: what `warpscope run` tells the runtime library inside the program it starts.
//
// They travel as JSON in one environment variable. A program started alone finds no variable and
// runs on the emulator with the H200 preset; its findings then go to standard error as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/report/owned_rules.h"
#include "sim/base/result.h"
#include "sim/exec/splits.h"
#include "sim/gpu/gpu_spec.h"
#include "sim/isa/row.h"

namespace warpscope::report {

inline constexpr const char* kRunVariable = "WARPSCOPE_RUN";

/// How much the runtime library itself writes to standard error when there is no report channel.
enum class Verbosity : std::uint8_t {
    Quiet,   ///< nothing
    Normal,  ///< findings
    Verbose, ///< and one line a launch
};

/// Whether long launches show their progress on standard error; see progress.h.
enum class Progress : std::uint8_t { Hidden, Shown };

struct RunSettings {
    std::string device = "emulator";     ///< or "gpu", "both"
    int gpu_index = 0;                   ///< gpu, both: which of the machine's
    std::vector<std::string> tolerances; ///< both: as runtime/compare/tolerance.h reads them
    bool bisect = false;                 ///< both: look where the first difference began
    bool executions = false;             ///< both: count how often lines are executed
    bool explicit_rounding = false;      ///< gpu: the driver may fuse no product with a sum
    GpuSpec gpu; ///< emulator: the model; travels as TOML text, so that the child needs no files
    std::uint64_t seed = 0;
    DivergenceModel divergence = DivergenceModel::Volta;
    std::uint64_t max_instructions = std::uint64_t{1} << 31; ///< warp instructions a launch
    unsigned host_threads = 0; ///< 0: as many as the machine runs at once
    bool reference = false;    ///< emulator: without fast paths, see LaunchOptions::reference
    isa::Level level = isa::best_level(); ///< emulator: of the code that executes instructions
    std::vector<std::string> checks;      ///< emulator: ids of checkers
    /// Emulator: launches that are too large to be checked in passing are not.
    bool checks_small_only = false;
    bool counters = false;         ///< emulator: count what memory accesses cost
    bool contracts = true;         ///< launches are held to WS_REQUIRES
    std::vector<OwnedRule> owned;  ///< emulator: parameters that are declared owned
    std::string capture_directory; ///< where launches are written as capsules; empty: nowhere
    std::string keep_directory;    ///< where launches with races are kept; empty: nowhere
    int report_descriptor = -1;    ///< where channel lines go; -1: findings go to standard error
    Verbosity verbosity = Verbosity::Normal;
    Progress progress = Progress::Hidden;
};

/// The number of host threads that `settings` asks for; at least 1.
unsigned host_threads(const RunSettings& settings);

/// One line of JSON, for the environment variable.
std::string to_json_text(const RunSettings& settings);
Result<RunSettings> parse_run_settings(std::string_view json);

/// The settings of this process: the variable's when it is set, else the defaults with the H200.
/// A set but unreadable variable is an error, since it means two versions that do not match.
Result<RunSettings> run_settings_of_process();

std::string_view name_of(DivergenceModel model); ///< "volta", "stack"
/// False when no model has this name.
bool divergence_named(std::string_view name, DivergenceModel& model);

} // namespace warpscope::report

// SideBySide: one launch after another on the emulator and on its twin, from the same memory.
//
// The emulator is the authority. It runs first; where it stops, the twin is not asked, because what
// a faulty launch leaves is nobody's promise. The memory of both is then compared byte by byte, and
// where it differs the emulator runs the launch once more to tell who wrote there last.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/compare/tolerance.h"
#include "runtime/compare/twin.h"
#include "runtime/report/owned_rules.h"
#include "runtime/report/run_settings.h"
#include "runtime/report/source_files.h"
#include "sim/report/comparison.h"

namespace warpscope::compare {

struct CompareOptions {
    std::vector<ToleranceRule> tolerances;
    /// Looks for races where values differ, as a reason for it.
    bool explain_by_races = true;
    /// Looks where the first difference began; the twin has to run any launch for that.
    bool bisect = false;
    /// Counts how often lines are executed on both devices; likewise.
    bool executions = false;
    /// Pointer parameters that were declared owned.
    std::vector<report::OwnedRule> owned;
};

/// As the settings of a run ask for them; a diagnostic names a tolerance that is none.
Result<CompareOptions> compare_options(const report::RunSettings& settings);

/// How a launch ended on the emulator.
struct EmulatorEnd {
    const LaunchResult& result;
    const DeviceMemory& memory;
    std::string printed;
};

struct DifferingBuffer;

class SideBySide {
public:
    /// `twin` outlives this.
    SideBySide(Twin& twin, CompareOptions options) : twin_(twin), options_(std::move(options)) {}

    /// Before the emulator runs: takes the launch and its memory to the twin.
    void begin(Capsule before, const LaunchRequest& request);
    /// After it.
    LaunchComparison end(const LaunchRequest& request, const EmulatorEnd& emulator,
                         report::SourceFiles& sources);

private:
    LaunchComparison not_compared(const std::string& why) const;
    void describe_error(const TwinEnd& end, LaunchComparison& comparison,
                        report::SourceFiles& sources) const;
    void count_executions(LaunchComparison& comparison, report::SourceFiles& sources);
    void find_beginning(LaunchComparison& comparison, report::SourceFiles& sources);
    bool compare_memory(const DeviceMemory& memory, std::vector<DifferingBuffer>& differing,
                        LaunchComparison& comparison);

    Twin& twin_;
    CompareOptions options_;
    Capsule before_;
    std::vector<OwnedParameter> declared_; ///< of the launch
    bool has_owned_ = false;
    bool bisected_ = false; ///< a launch before
    std::string why_not_;
};

/// How findings name a launch.
struct ComparedLaunch {
    std::uint32_t number = 0;
    std::string kernel; ///< demangled
    Dim3 grid = {}, block = {};
};

/// A difference without a reason, as findings of a launch: one a buffer.
std::vector<Finding> findings_of(const LaunchComparison& comparison, const ComparedLaunch& launch);

} // namespace warpscope::compare

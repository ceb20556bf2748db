// Folds findings, shortens paths and decides on the exit code.
#include "cli/outcome.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "cli/console.h"
#include "cli/kept_launches.h"
#include "runtime/report/findings.h"
#include "runtime/report/units.h"

namespace warpscope::cli {
namespace {

bool counts(const Finding& finding) {
    return finding.severity != Severity::Note;
}

bool anything_found(const RunReport& run) {
    const auto bad = [](const LaunchReport& launch) {
        const bool stopped = launch.outcome != "finished" && launch.outcome != "interrupted";
        return stopped || std::any_of(launch.findings.begin(), launch.findings.end(), counts);
    };
    return std::any_of(run.launches.begin(), run.launches.end(), bad) ||
           std::any_of(run.findings.begin(), run.findings.end(), counts);
}

/// A launch that the user interrupted: the run did not come to its end.
bool has_interrupted_launch(const RunReport& run) {
    return std::any_of(run.launches.begin(), run.launches.end(),
                       [](const LaunchReport& launch) { return launch.outcome == "interrupted"; });
}

/// Compilers name sources by their whole paths; people know them from where they are.
class PathShortener {
public:
    PathShortener() {
        std::error_code error;
        folder_ = std::filesystem::current_path(error).string();
        if (error || folder_ == "/") folder_.clear();
        if (!folder_.empty()) folder_ += '/';
    }
    void shorten(std::string& text) const {
        if (folder_.empty()) return;
        for (std::size_t at = 0; (at = text.find(folder_, at)) != std::string::npos;) {
            const bool whole = at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
            if (whole) {
                text.erase(at, folder_.size());
            } else {
                at += folder_.size();
            }
        }
    }
    void shorten(std::vector<Finding>& findings) const {
        for (Finding& finding : findings)
            shorten(finding);
    }
    void shorten(Finding& finding) const {
        shorten(finding.message);
        for (std::string& detail : finding.details)
            shorten(detail);
        shorten(finding.source);
        for (FindingParty& party : finding.parties)
            shorten(party.source);
    }
    void shorten(std::vector<SourceLine>& lines) const {
        for (SourceLine& line : lines)
            shorten(line.file);
    }

    void shorten(LaunchComparison& comparison) const {
        shorten(comparison.fault_search.faults);
        shorten(comparison.fault_search.noticed);
        for (BufferComparison& buffer : comparison.differing) {
            shorten(buffer.first.writer.source);
            shorten(buffer.worst.writer.source);
            for (std::string& reason : buffer.reasons)
                shorten(reason);
        }
        for (LineExecutions& line : comparison.executions)
            shorten(line.source.file);
        for (FirstDifference& step : comparison.bisection.steps)
            shorten(step.thread.source);
        for (OwnedElement& element : comparison.owners.listed)
            for (auto* writers : {&element.emulator, &element.gpu})
                for (ElementWriter& writer : *writers)
                    for (std::string& place : writer.places)
                        shorten(place);
    }

    void shorten(CounterReport& counters) const {
        for (LineCounters& line : counters.lines)
            shorten(line.source.file);
        for (InstructionCounters& instruction : counters.instructions)
            shorten(instruction.source.file);
    }

private:
    std::string folder_;
};

void shorten_paths(RunReport& run) {
    const PathShortener paths;
    for (LaunchReport& launch : run.launches) {
        paths.shorten(launch.findings);
        if (launch.counters) paths.shorten(*launch.counters);
        if (launch.comparison) paths.shorten(*launch.comparison);
        for (BranchReport& branch : launch.divergent_branches)
            paths.shorten(branch.source.file);
    }
    paths.shorten(run.findings);
}

} // namespace

Result<std::vector<report::Suppression>> read_suppressions(const std::string& path) {
    if (path.empty()) return std::vector<report::Suppression>{};
    std::ifstream file(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    if (!file) return Diagnostic{{path}, "cannot be read", "--suppress takes a text file"};
    return report::parse_suppressions(text, path);
}

void shorten_paths(report::ExplainedRace& race) {
    const PathShortener paths;
    paths.shorten(race.finding);
    paths.shorten(race.fault_at);
    for (std::vector<SourceLine>& store : race.stores)
        paths.shorten(store);
}

void conclude(RunReport& run, const std::string& suppression_file) {
    shorten_paths(run);
    auto suppressions = read_suppressions(suppression_file);
    std::vector<report::Suppression> known;
    if (suppressions) known = std::move(*suppressions);
    if (const std::uint64_t count = report::suppress(run, known); count != 0)
        note(fmt::format("{} left out, as the source or {} says", report::counted(count, "finding"),
                         suppression_file.empty() ? "a file" : suppression_file));
    for (const report::Suppression& s : known)
        if (!s.used)
            note(
                fmt::format("{}:{}: names nothing that was found", suppression_file, s.written_at));
    report::fold_run(run);
    trim_kept_launches(run);
    run.interrupted = run.interrupted || has_interrupted_launch(run);
    const bool failed = run.program_signal != 0 || run.program_status != 0 || run.interrupted;
    run.exit_code = anything_found(run) ? kFindings : failed ? kProgramFailed : kClean;
}

} // namespace warpscope::cli

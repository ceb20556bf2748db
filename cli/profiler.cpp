// Starts ncu on this program itself, and reads its table.
#include "cli/profiler.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

#include "runtime/compile/process.h"
#include "runtime/report/units.h"

namespace warpscope::cli {
namespace {

constexpr const char* kProgram = "ncu";
constexpr const char* kNumber =
    "ID"; ///< the first column: a number, or nothing in the row of units

/// The first line that begins so, without that.
std::string line_after(const std::string& text, std::string_view begin) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(begin)) return line.substr(begin.size());
    return {};
}

/// One line of a table in CSV (RFC 4180), from `at` on; moves `at` behind it.
std::vector<std::string> take_cells(const std::string& text, std::size_t& at) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"') {
            if (quoted && at + 1 < text.size() && text[at + 1] == '"')
                cells.back() += text[++at];
            else
                quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else if (c == '\n' && !quoted) {
            ++at;
            break;
        } else if (c != '\r' || quoted) {
            cells.back() += c;
        }
    }
    return cells;
}

/// "1,234.5" without regard to its commas; nothing for "n/a" and the like.
std::optional<double> number(std::string text) {
    std::erase(text, ',');
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// On an H200 (driver 580.159, ncu 2025.3) one process in six is over before ncu has seen a kernel
/// of it, whatever it runs.
constexpr int kAttempts = 5;

bool saw_nothing(const compile::ProcessOutcome& ran) {
    return (ran.output + ran.errors).find("No kernels were profiled") != std::string::npos;
}

/// What ncu says when there is no table.
Diagnostic why_no_table(const std::string& text) {
    const std::string error = line_after(text, "==ERROR== ");
    if (error.find("ERR_NVGPUCTRPERM") != std::string::npos)
        return {{},
                "the profiler may not read this GPU's counters: " + error,
                "run as root, or have an administrator allow it: the option "
                "NVreg_RestrictProfilingToAdminUsers=0 of the driver's module"};
    if (!error.empty()) return {{}, "the profiler: " + error, "see `ncu --help`"};
    std::string warning = line_after(text, "==WARNING== ");
    if (warning.starts_with("Note:")) // of the GPU's clocks, which count nothing
        warning = line_after(text.substr(text.find(warning)), "==WARNING== ");
    return {{},
            "the profiler gave no table" + (warning.empty() ? "" : ": " + warning),
            "run `ncu` on a program of your own to see whether it works here"};
}

std::string itself() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

} // namespace

Result<Profiler> find_profiler() {
    Profiler profiler;
    profiler.file = compile::find_in_path(kProgram);
    if (profiler.file.empty())
        return Diagnostic{
            {},
            "there is no ncu in PATH, which counts on a GPU",
            "install Nsight Compute of the CUDA toolkit, or put the folder of its ncu "
            "into PATH; without --counters nothing is needed"};
    const auto version = compile::run_process({profiler.file, "--version"});
    if (!version) return version.error();
    std::string number = line_after(version->output, "Version ");
    number = number.substr(0, number.find(' '));
    if (!version->succeeded() || number.empty())
        return Diagnostic{{profiler.file},
                          "does not say its version, so it is no Nsight Compute",
                          "look what `ncu --version` prints"};
    profiler.name = "Nsight Compute " + number;
    return profiler;
}

Result<std::vector<compare::ProfilerCounters>>
profile(const Profiler& profiler, const std::vector<std::filesystem::path>& launches,
        int gpu_index) {
    std::vector<std::string> metrics;
    std::string list;
    for (const CounterRow* row : compare::profiled_counters()) {
        metrics.emplace_back(row->metric);
        list += (list.empty() ? "" : ",") + metrics.back();
    }
    // Counting takes several passes, before each of which the profiler puts memory back.
    std::vector<std::string> words = {profiler.file,
                                      "--csv",
                                      "--page",
                                      "raw",
                                      "--print-units",
                                      "base",
                                      "--replay-mode",
                                      "kernel",
                                      "--clock-control",
                                      "none",
                                      "--target-processes",
                                      "application-only",
                                      "--metrics",
                                      list,
                                      itself(),
                                      "record",
                                      "--run-only",
                                      "--gpu-index",
                                      std::to_string(gpu_index)};
    for (const std::filesystem::path& launch : launches)
        words.push_back(launch.string());
    auto ran = compile::run_process(words);
    for (int attempt = 1; attempt < kAttempts && ran && saw_nothing(*ran); ++attempt)
        ran = compile::run_process(words);
    if (!ran) return ran.error();
    const auto rows = read_profile(ran->output + ran->errors, metrics);
    if (!rows) return rows.error();
    if (!ran->succeeded())
        return Diagnostic{{},
                          fmt::format("the profiler ended with {} {}",
                                      ran->signal != 0 ? "signal" : "exit code",
                                      ran->signal != 0 ? ran->signal : ran->exit_code),
                          "what it wrote: " + ran->errors};
    if (rows->size() != launches.size())
        return Diagnostic{{},
                          fmt::format("the profiler counted {} where {} ran",
                                      report::counted(rows->size(), "kernel"), launches.size()),
                          "record the launches one by one"};
    std::vector<compare::ProfilerCounters> counters;
    for (const std::map<std::string, double>& row : *rows)
        counters.push_back({profiler.name, row});
    return counters;
}

Result<std::vector<std::map<std::string, double>>>
read_profile(const std::string& text, const std::vector<std::string>& metrics) {
    const std::string begin = fmt::format("\"{}\",", kNumber);
    std::size_t at = text.starts_with(begin) ? 0 : text.find("\n" + begin);
    if (at == std::string::npos) return why_no_table(text);
    at += text[at] == '\n' ? 1 : 0;
    const std::vector<std::string> titles = take_cells(text, at);
    std::vector<std::map<std::string, double>> rows;
    while (at < text.size() && text[at] == '"') {
        const std::vector<std::string> cells = take_cells(text, at);
        if (cells.size() != titles.size())
            return Diagnostic{{},
                              fmt::format("the profiler's table has a row of {} cells under {} "
                                          "titles",
                                          cells.size(), titles.size()),
                              "this version of ncu may write another form"};
        if (cells[0].empty()) continue; // units
        std::map<std::string, double>& row = rows.emplace_back();
        for (std::size_t c = 0; c < cells.size(); ++c)
            if (std::find(metrics.begin(), metrics.end(), titles[c]) != metrics.end())
                if (const std::optional<double> value = number(cells[c])) row[titles[c]] = *value;
        if (row.empty())
            return Diagnostic{{},
                              "the profiler's table holds none of the counters that were asked for",
                              "this GPU may have other metrics: `ncu --query-metrics`"};
    }
    return rows;
}

} // namespace warpscope::cli

// What to run, and where its launches go.
#include "gui/engine/program_run.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <regex>

#include <fmt/format.h>

#include "gui/engine/child.h"
#include "sim/base/hash.h"
#include "sim/debug/capsule.h"

namespace warpscope::gui {

Diagnostic diagnostic_of(const std::string& messages, const std::string& program) {
    static const std::regex place(
        "([^\\s:][^:\\n]*):(\\d+):(?:(\\d+):)? *(?:fatal )?error: ([^\\n]*)");
    std::smatch found;
    Diagnostic diagnostic;
    if (std::regex_search(messages, found, place)) {
        diagnostic.where.file = found[1];
        diagnostic.where.line = static_cast<std::uint32_t>(std::stoul(found[2].str().substr(0, 9)));
        diagnostic.message = found[4];
        diagnostic.hint = "correct the line and press Ctrl+Enter";
        return diagnostic;
    }
    diagnostic.where.file = program;
    std::string last = messages;
    while (last.ends_with('\n'))
        last.pop_back();
    if (const auto end = last.rfind('\n'); end != std::string::npos) last = last.substr(end + 1);
    diagnostic.message = last.empty() ? "the program launched no kernel" : last;
    diagnostic.hint = fmt::format("`warpscope run {}` says more", program);
    return diagnostic;
}

namespace {

/// Whether that process still runs.
bool is_alive(std::string_view number) {
    int process = 0;
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), process);
    return error == std::errc() && process > 0 && (kill(process, 0) == 0 || errno == EPERM);
}

/// Removes what runs of this process before `kept`, and of processes that are gone, have left.
void remove_earlier(const std::filesystem::path& folder, const std::filesystem::path& kept) {
    std::error_code error;
    std::vector<std::filesystem::path> gone;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        const std::string owner = name.substr(0, name.find('-'));
        const bool own = owner == std::to_string(getpid());
        if (entry.path() != kept && (own || !is_alive(owner))) gone.push_back(entry.path());
    }
    for (const std::filesystem::path& path : gone)
        std::filesystem::remove_all(path, error);
}

} // namespace

Result<std::filesystem::path> run_and_capture(const std::filesystem::path& warpscope,
                                              const ProgramRun& run,
                                              const std::atomic<bool>& cancel,
                                              std::string& messages) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(run.program, error))
        return Diagnostic{{run.program.string()}, "there is no such file", "check the path"};
    const std::string name = std::filesystem::absolute(run.program).string();
    // A folder for each run, so that one that fails leaves the launches of the last to look at.
    static std::atomic<unsigned> runs = 0;
    const std::filesystem::path of_program =
        cache_folder() / to_string(hash_bytes(name.data(), name.size()));
    const std::filesystem::path folder = of_program / fmt::format("{}-{}", getpid(), ++runs);
    std::filesystem::remove_all(folder, error);
    std::filesystem::create_directories(folder, error);
    if (error)
        return Diagnostic{{folder.string()}, error.message(), "make room or set XDG_CACHE_HOME"};
    std::vector<std::string> words = {warpscope.string(),
                                      "run",
                                      run.program.string(),
                                      "--capture",
                                      (folder / "capture").string(),
                                      "--report",
                                      "json",
                                      "-o",
                                      (folder / "report.json").string()};
    words.insert(words.end(), run.options.begin(), run.options.end());
    if (!run.arguments.empty()) {
        words.push_back("--");
        words.insert(words.end(), run.arguments.begin(), run.arguments.end());
    }
    const Result<int> status = run_child(words, messages, cancel);
    // Findings and failing programs leave launches to look at, too.
    const bool captured = status && !cancel.load() && !list_capsules(folder / "capture").empty();
    if (captured) {
        remove_earlier(of_program, folder);
        return folder / "capture";
    }
    std::filesystem::remove_all(folder, error);
    if (!status) return status.error();
    if (cancel.load()) return Diagnostic{{run.program.string()}, "cancelled", "open it again"};
    return diagnostic_of(messages, run.program.string());
}

} // namespace warpscope::gui

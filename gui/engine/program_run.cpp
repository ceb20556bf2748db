// What to run, and where its launches go.
#include "gui/engine/program_run.h"

#include <algorithm>
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

Result<std::filesystem::path> run_and_capture(const std::filesystem::path& warpscope,
                                              const ProgramRun& run,
                                              const std::atomic<bool>& cancel) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(run.program, error))
        return Diagnostic{{run.program.string()}, "there is no such file", "check the path"};
    const std::string name = std::filesystem::absolute(run.program).string();
    // One folder a program, emptied before each run, so that the cache does not grow.
    const std::filesystem::path folder =
        cache_folder() / to_string(hash_bytes(name.data(), name.size()));
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
    std::string messages;
    const Result<int> status = run_child(words, messages, cancel);
    if (!status) return status.error();
    if (cancel.load()) return Diagnostic{{run.program.string()}, "cancelled", "open it again"};
    // Findings and failing programs leave launches to look at, too.
    if (list_capsules(folder / "capture").empty())
        return diagnostic_of(messages, run.program.string());
    return folder / "capture";
}

} // namespace warpscope::gui

// Starting the child, reading what it says, and waiting for it.
#include "gui/engine/program_run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <regex>

#include <fmt/format.h>

#include "sim/base/hash.h"
#include "sim/debug/capsule.h"

extern char** environ;

namespace warpscope::gui {
namespace {

std::filesystem::path cache_folder() {
    if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0')
        return std::filesystem::path(cache) / "warpscope" / "gui";
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
        return std::filesystem::path(home) / ".cache" / "warpscope" / "gui";
    return std::filesystem::temp_directory_path() / "warpscope-gui";
}

/// Everything the child writes to its standard error until it closes it.
std::string read_all(int from, pid_t child, const std::atomic<bool>& cancel) {
    std::string text;
    char buffer[4096];
    bool killed = false;
    while (true) {
        pollfd waiting = {from, POLLIN, 0};
        const int ready = poll(&waiting, 1, 50);
        if (cancel.load() && !killed) {
            kill(child, SIGTERM);
            killed = true;
        }
        if (ready <= 0) continue;
        const ssize_t got = read(from, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return text;
        text.append(buffer, static_cast<std::size_t>(got));
        if (text.size() > 1u << 20) text.erase(0, text.size() - (1u << 19));
    }
}

Result<int> run_child(const std::vector<std::string>& words, std::string& messages,
                      const std::atomic<bool>& cancel) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return Diagnostic{{}, fmt::format("no pipe: {}", std::strerror(errno)), "close programs"};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : words)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int failed =
        posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failed != 0) {
        close(ends[0]);
        return Diagnostic{{words[0]},
                          fmt::format("cannot be started: {}", std::strerror(failed)),
                          "install `warpscope` beside `warpscope-gui`"};
    }
    messages = read_all(ends[0], child, cancel);
    close(ends[0]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

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

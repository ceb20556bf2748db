// Starting a child, reading what it says, and waiting for it.
#include "gui/engine/child.h"
#include "runtime/compile/compile.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

extern char** environ;

namespace warpscope::gui {
namespace {

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

} // namespace

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

std::filesystem::path cache_folder() {
    return compile::default_cache_directory() / "gui";
}

} // namespace warpscope::gui

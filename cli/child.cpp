// A child process with one extra descriptor, on which it reports.
#include "cli/child.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace warpscope::cli {
namespace {

// A signal handler can reach nothing but globals.
std::atomic<pid_t> child_process = 0;
std::atomic<int> interrupts = 0;

void on_interrupt(int signal, siginfo_t* info, void*) {
    const int before_this = interrupts.fetch_add(1);
    const pid_t child = child_process.load();
    if (child <= 0) return;
    // The terminal tells the child itself; a `kill` of this process has to be passed on.
    const bool from_terminal = info->si_code > 0;
    if (before_this >= 1) {
        kill(child, SIGKILL);
    } else if (!from_terminal || signal == SIGTERM) {
        kill(child, signal);
    }
}

/// While it lives, SIGINT and SIGTERM wait.
class HeldSignals {
public:
    HeldSignals() {
        sigset_t held;
        sigemptyset(&held);
        sigaddset(&held, SIGINT);
        sigaddset(&held, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &held, &before_);
    }
    ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;
    const sigset_t& before() const { return before_; }

private:
    sigset_t before_{};
};

/// Ctrl-C must not end this process before it has printed the report.
class SignalForwarding {
public:
    SignalForwarding() {
        interrupts = 0;
        struct sigaction ours{};
        ours.sa_sigaction = on_interrupt;
        ours.sa_flags = SA_SIGINFO | SA_RESTART;
        sigemptyset(&ours.sa_mask);
        sigaction(SIGINT, &ours, &before_interrupt_);
        sigaction(SIGTERM, &ours, &before_terminate_);
    }
    ~SignalForwarding() {
        child_process = 0;
        sigaction(SIGINT, &before_interrupt_, nullptr);
        sigaction(SIGTERM, &before_terminate_, nullptr);
    }
    SignalForwarding(const SignalForwarding&) = delete;
    SignalForwarding& operator=(const SignalForwarding&) = delete;

private:
    struct sigaction before_interrupt_{}, before_terminate_{};
};

/// A descriptor that is closed at the end.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() { close_now(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    void close_now() {
        if (number_ >= 0) close(number_);
        number_ = -1;
    }
    int number() const { return number_; }

private:
    int number_;
};

Diagnostic system_error(const std::string& what, int error) {
    return {{}, fmt::format("{}: {}", what, std::strerror(error)), "try again"};
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts)
        result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

std::vector<std::string> environment_with(const report::RunSettings& settings) {
    const std::string variable = std::string(report::kRunVariable) + "=";
    std::vector<std::string> result;
    for (char** entry = environ; *entry; ++entry) {
        if (!std::string_view(*entry).starts_with(variable)) result.emplace_back(*entry);
    }
    result.push_back(variable + to_json_text(settings));
    return result;
}

Result<pid_t> spawn(const std::string& file, std::vector<std::string> words,
                    const report::RunSettings& settings, ProgramOutput output,
                    const sigset_t& mask) {
    std::vector<std::string> environment = environment_with(settings);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    // The same number on both sides: this takes the close-on-exec mark away in the child alone.
    posix_spawn_file_actions_adddup2(&actions, settings.report_descriptor,
                                     settings.report_descriptor);
    if (output == ProgramOutput::ToStandardError) {
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    }
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGTERM);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setsigmask(&attributes, &mask);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    pid_t child = 0;
    const int error = posix_spawn(&child, file.c_str(), &actions, &attributes,
                                  pointers(words).data(), pointers(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) return system_error(fmt::format("cannot start {}", file), error);
    return child;
}

/// Reads what is there, waiting at most `milliseconds` for the first byte. False at the end.
bool read_some(int descriptor, int milliseconds, report::ChannelReader& channel) {
    pollfd waiting = {descriptor, POLLIN, 0};
    const int ready = poll(&waiting, 1, milliseconds);
    if (ready <= 0) return true;
    char bytes[65536];
    const ssize_t count = read(descriptor, bytes, sizeof bytes);
    if (count < 0) return errno == EINTR || errno == EAGAIN;
    channel.take({bytes, static_cast<std::size_t>(count)});
    return count != 0;
}

int wait_for(pid_t child, int flags, int& status) {
    int result = 0;
    do {
        result = waitpid(child, &status, flags);
    } while (result < 0 && errno == EINTR);
    return result;
}

/// Listens until the child has ended. A grandchild may keep the channel open for longer, so its end
/// is not waited for.
int listen_and_wait(pid_t child, int descriptor, report::ChannelReader& channel) {
    int status = 0;
    bool open = true;
    while (wait_for(child, open ? WNOHANG : 0, status) == 0) {
        open = read_some(descriptor, 50, channel);
    }
    pollfd rest = {descriptor, POLLIN, 0};
    while (open && poll(&rest, 1, 0) > 0)
        open = read_some(descriptor, 0, channel);
    channel.finish();
    return status;
}

} // namespace

Result<ChildEnd> run_child(const std::filesystem::path& executable, const std::string& name,
                           const std::vector<std::string>& arguments, report::RunSettings settings,
                           ProgramOutput output, report::ChannelReader& channel) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return system_error("cannot make a pipe", errno);
    const Descriptor reading(ends[0]);
    Descriptor writing(ends[1]);
    settings.report_descriptor = writing.number();

    std::vector<std::string> words = {name};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const SignalForwarding forwarding;
    const Result<pid_t> child = [&]() -> Result<pid_t> {
        // The child may run for long before this process does again: a signal of that time is
        // passed on when it is known to whom.
        const HeldSignals held;
        Result<pid_t> started =
            spawn(executable.string(), std::move(words), settings, output, held.before());
        if (started) child_process = *started;
        return started;
    }();
    if (!child) return child.error();
    writing.close_now();

    const int status = listen_and_wait(*child, reading.number(), channel);
    ChildEnd end;
    end.interrupted = interrupts > 0;
    if (WIFSIGNALED(status)) {
        end.signal = WTERMSIG(status);
    } else {
        end.status = WEXITSTATUS(status);
    }
    return end;
}

} // namespace warpscope::cli

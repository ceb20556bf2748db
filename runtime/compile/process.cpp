// Child processes by posix_spawn; their output is read from pipes with poll.
#include "runtime/compile/process.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/compile/files.h"

extern char** environ;

namespace warpscope::compile {
namespace {

void close_if_open(int& descriptor) {
    if (descriptor >= 0) ::close(descriptor);
    descriptor = -1;
}

/// Both ends of a pipe, closed when it goes out of scope unless released.
struct Channel {
    int ours = -1;
    int theirs = -1;

    Channel() = default;
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;
    ~Channel() {
        close_if_open(ours);
        close_if_open(theirs);
    }

    int release() { return std::exchange(ours, -1); }

    bool open_for_reading() { return open(ours, theirs); }
    bool open_for_writing() { return open(theirs, ours); }

    bool open_null() {
        theirs = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        return theirs >= 0;
    }

private:
    static bool open(int& reading, int& writing) {
        std::array<int, 2> ends;
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
        reading = ends[0];
        writing = ends[1];
        return true;
    }
};

/// Keeps this thread from being killed by SIGPIPE while it writes to a child that may have gone.
class PipeSignalBlock {
public:
    PipeSignalBlock() {
        ::sigemptyset(&pipe_);
        ::sigaddset(&pipe_, SIGPIPE);
        ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    PipeSignalBlock(const PipeSignalBlock&) = delete;
    PipeSignalBlock& operator=(const PipeSignalBlock&) = delete;
    ~PipeSignalBlock() {
        // A signal that came stays pending until it is taken.
        const timespec at_once{};
        while (::sigtimedwait(&pipe_, nullptr, &at_once) < 0 && errno == EINTR) {
        }
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }

private:
    sigset_t pipe_;
    sigset_t before_;
};

Diagnostic system_error(std::string_view what, int error) {
    return plain_error(fmt::format("{}: {}", what, std::strerror(error)));
}

/// Appends what can be read now. Returns false at the end of the stream.
bool drain(int descriptor, std::string& to) {
    std::array<char, 65536> buffer;
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count > 0) to.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

/// Starts the program with its three standard descriptors. Returns an error number, 0 for success.
int spawn(pid_t& pid, const std::vector<std::string>& arguments, int input, int output,
          int errors) {
    std::vector<char*> argument_pointers;
    for (const std::string& argument : arguments)
        argument_pointers.push_back(const_cast<char*>(argument.c_str()));
    argument_pointers.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    const int error = ::posix_spawnp(&pid, argument_pointers[0], &actions, nullptr,
                                     argument_pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

} // namespace

Process::Process(pid_t pid, int input, int output, int errors)
    : pid_(pid), input_(input), output_(output), errors_(errors) {}

Process::Process(Process&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), input_(std::exchange(other.input_, -1)),
      output_(std::exchange(other.output_, -1)), errors_(std::exchange(other.errors_, -1)) {}

Process::~Process() {
    if (pid_ >= 0) {
        kill();
        wait();
    }
    close_if_open(input_);
}

Result<Process> Process::start(const std::vector<std::string>& arguments, Input input) {
    Channel in, out, err;
    const bool opened = (input == Input::piped ? in.open_for_writing() : in.open_null()) &&
                        out.open_for_reading() && err.open_for_reading();
    if (!opened) return system_error("cannot open a pipe to " + arguments[0], errno);
    pid_t pid = -1;
    if (const int error = spawn(pid, arguments, in.theirs, out.theirs, err.theirs))
        return system_error("cannot run " + arguments[0], error);
    return Process(pid, in.release(), out.release(), err.release());
}

void Process::send_input(std::string_view bytes) {
    const PipeSignalBlock block;
    while (!bytes.empty()) {
        const ssize_t count = ::write(input_, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    close_if_open(input_);
}

void Process::kill() {
    const std::lock_guard lock(mutex_);
    if (pid_ >= 0) ::kill(pid_, SIGKILL);
}

ProcessOutcome Process::wait() {
    ProcessOutcome outcome;
    while (output_ >= 0 || errors_ >= 0) {
        std::array<pollfd, 2> streams{{{output_, POLLIN, 0}, {errors_, POLLIN, 0}}};
        if (::poll(streams.data(), streams.size(), -1) < 0 && errno != EINTR) break;
        if (streams[0].revents && !drain(output_, outcome.output)) close_if_open(output_);
        if (streams[1].revents && !drain(errors_, outcome.errors)) close_if_open(errors_);
    }
    // Left as a zombie first, so that the number is still the child's while the lock is taken.
    siginfo_t ended;
    while (::waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOWAIT) < 0 &&
           errno == EINTR) {
    }
    const std::lock_guard lock(mutex_);
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
    if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
    return outcome;
}

Result<ProcessOutcome> run_process(const std::vector<std::string>& arguments) {
    Result<Process> process = Process::start(arguments, Process::Input::none);
    if (!process) return process.error();
    return process->wait();
}

std::string find_in_path(std::string_view name) {
    const char* path = std::getenv("PATH");
    std::string_view rest = path ? path : "/usr/bin:/bin";
    while (true) {
        const std::size_t colon = rest.find(':');
        const std::string_view folder = rest.substr(0, colon);
        std::string candidate = fmt::format("{}/{}", folder.empty() ? "." : folder, name);
        if (::access(candidate.c_str(), X_OK) == 0) return candidate;
        if (colon == std::string_view::npos) return {};
        rest.remove_prefix(colon + 1);
    }
}

} // namespace warpscope::compile

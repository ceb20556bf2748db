// Child processes: started with an argument vector, their output collected, no shell between.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "sim/base/result.h"

namespace warpscope::compile {

/// How a child ended, and what it wrote.
struct ProcessOutcome {
    int exit_code = 0;  // when it exited
    int signal = 0;     // when a signal ended it, else 0
    std::string output; // what it wrote to standard output
    std::string errors; // what it wrote to standard error

    bool succeeded() const { return signal == 0 && exit_code == 0; }
};

/// A running child. One thread may feed it while another waits for it.
class Process {
public:
    /// Starts `arguments[0]`, looked up in PATH. With `Input::piped` its standard input stays open
    /// until `send_input`.
    enum class Input { none, piped };
    static Result<Process> start(const std::vector<std::string>& arguments, Input input);

    Process(Process&& other) noexcept;
    Process& operator=(Process&&) = delete;
    ~Process();

    /// Writes all of `bytes` and closes the child's input. A child that no longer reads is not an
    /// error: how it ended says why.
    void send_input(std::string_view bytes);

    /// Ends the child without waiting for it.
    void kill();

    /// Collects the child's output until it ends.
    ProcessOutcome wait();

private:
    Process(pid_t pid, int input, int output, int errors);

    std::mutex mutex_; // between kill() and the reaping in wait()
    pid_t pid_ = -1;   // -1 once reaped
    int input_ = -1;
    int output_ = -1;
    int errors_ = -1;
};

/// Runs a child to its end.
Result<ProcessOutcome> run_process(const std::vector<std::string>& arguments);

/// The file `name` would run, by PATH; empty when there is none.
std::string find_in_path(std::string_view name);

} // namespace warpscope::compile

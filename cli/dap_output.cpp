// Pipes in the place of the standard streams.
#include "cli/dap_output.h"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

namespace warpscope::cli {

ForwardedOutput::ForwardedOutput(DapConnection& connection)
    : connection_(connection), output_{STDOUT_FILENO, "stdout", -1, {}},
      errors_{STDERR_FILENO, "stderr", -1, {}} {
    std::fflush(nullptr);
    forward(output_);
    forward(errors_);
}

ForwardedOutput::~ForwardedOutput() {
    std::fflush(nullptr);
    restore(output_);
    restore(errors_);
}

void ForwardedOutput::forward(Stream& stream) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return; // then it goes where it went before
    stream.before = fcntl(stream.descriptor, F_DUPFD_CLOEXEC, 3);
    dup2(ends[1], stream.descriptor);
    close(ends[1]);
    stream.thread = std::thread([this, reading = ends[0], category = stream.category] {
        char bytes[4096];
        while (true) {
            const ssize_t count = read(reading, bytes, sizeof bytes);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) break;
            connection_.send_event(
                "output", {{"category", category},
                           {"output", std::string(bytes, static_cast<std::size_t>(count))}});
        }
        close(reading);
    });
}

void ForwardedOutput::restore(Stream& stream) {
    if (stream.before < 0) return;
    dup2(stream.before, stream.descriptor); // closes the pipe's end, so that its reader ends
    close(stream.before);
    stream.thread.join();
}

} // namespace warpscope::cli

// Both ends of the report channel.
#include "runtime/report/channel.h"

#include <cerrno>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "runtime/report/json.h"

namespace warpscope::report {
namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const char* kind, Json content) {
    const Json line = {{kind, std::move(content)}};
    return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Keeps SIGPIPE from ending this process while the listener may be gone: blocks it for this
/// thread, and takes it back if a write raised it.
class WithoutPipeSignal {
public:
    WithoutPipeSignal() {
        sigset_t pending;
        sigpending(&pending);
        was_pending_ = sigismember(&pending, SIGPIPE) == 1;
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~WithoutPipeSignal() {
        const int error = errno;
        if (raised && !was_pending_) {
            const timespec now = {0, 0};
            while (sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
            }
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        errno = error;
    }
    WithoutPipeSignal(const WithoutPipeSignal&) = delete;
    WithoutPipeSignal& operator=(const WithoutPipeSignal&) = delete;

    bool raised = false;

private:
    sigset_t pipe_{}, before_{};
    bool was_pending_ = false;
};

} // namespace

ChannelWriter::ChannelWriter(int descriptor) : descriptor_(descriptor) {
    if (descriptor_ < 0) return;
    // Programs that this one starts must not keep the channel open.
    const int flags = fcntl(descriptor_, F_GETFD);
    if (flags < 0 || fcntl(descriptor_, F_SETFD, flags | FD_CLOEXEC) < 0) descriptor_ = -1;
}

void ChannelWriter::launch(const LaunchReport& report) {
    if (connected()) write_line(line_of("launch", to_json(report)));
}

void ChannelWriter::finding(const Finding& finding) {
    if (connected()) write_line(line_of("finding", to_json(finding)));
}

void ChannelWriter::program(const ProgramNote& note) {
    if (!connected()) return;
    write_line(line_of("program", {{"phase", note.phase}, {"launches", note.launches}}));
}

void ChannelWriter::write_line(const std::string& line) {
    const std::lock_guard lock(mutex_);
    WithoutPipeSignal guard;
    std::size_t done = 0;
    while (done < line.size()) {
        const ssize_t written = write(descriptor_, line.data() + done, line.size() - done);
        if (written > 0) {
            done += static_cast<std::size_t>(written);
        } else if (written == 0 || errno != EINTR) {
            guard.raised = errno == EPIPE;
            return;
        }
    }
}

void ChannelReader::take(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        rest_ += bytes.substr(0, end);
        if (end == std::string_view::npos) return;
        take_line(rest_);
        rest_.clear();
        bytes.remove_prefix(end + 1);
    }
}

void ChannelReader::finish() {
    if (!rest_.empty()) ++damaged_lines;
    rest_.clear();
}

void ChannelReader::take_line(std::string_view line) {
    try {
        const Json json = Json::parse(line);
        if (const auto launch = json.find("launch"); launch != json.end()) {
            launches.push_back(launch_from_json(*launch));
        } else if (const auto finding = json.find("finding"); finding != json.end()) {
            findings.push_back(finding_from_json(*finding));
        } else {
            const Json& note = json.at("program");
            notes.push_back(
                {note.at("phase").get<std::string>(), note.at("launches").get<std::uint64_t>()});
        }
    } catch (const Json::exception&) {
        ++damaged_lines;
    }
}

} // namespace warpscope::report

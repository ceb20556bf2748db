// Frames, and the thread that reads them.
#include "cli/dap_connection.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

namespace warpscope::cli {
namespace {

constexpr std::size_t kLongestHeader = 4096;

bool begins_with_name(std::string_view line, std::string_view name) {
    if (line.size() < name.size()) return false;
    return std::equal(name.begin(), name.end(), line.begin(), [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) ==
               std::tolower(static_cast<unsigned char>(b));
    });
}

/// What the header says of the body's length.
std::optional<std::size_t> content_length(std::string_view header) {
    constexpr std::string_view kName = "content-length:";
    std::size_t at = 0;
    while (at < header.size()) {
        const std::size_t end = std::min(header.find("\r\n", at), header.size());
        std::string_view line = header.substr(at, end - at);
        at = end + 2;
        if (!begins_with_name(line, kName)) continue;
        line.remove_prefix(kName.size());
        while (line.starts_with(' '))
            line.remove_prefix(1);
        std::size_t length = 0;
        if (line.empty() || line.size() > 9) return std::nullopt;
        for (const char c : line) {
            if (c < '0' || c > '9') return std::nullopt;
            length = length * 10 + static_cast<std::size_t>(c - '0');
        }
        return length;
    }
    return std::nullopt;
}

bool asks_for_pause(const nlohmann::json& message) {
    const auto command = message.find("command");
    return command != message.end() &&
           (*command == "pause" || *command == "disconnect" || *command == "terminate");
}

} // namespace

std::optional<std::string> DapFrames::next() {
    if (broken_) return std::nullopt;
    const std::size_t end = waiting_.find("\r\n\r\n");
    if (end == std::string::npos) {
        broken_ = waiting_.size() > kLongestHeader;
        return std::nullopt;
    }
    const auto length = content_length(std::string_view(waiting_).substr(0, end));
    if (!length || *length > kLargestDapMessage || end > kLongestHeader) {
        broken_ = true;
        return std::nullopt;
    }
    if (waiting_.size() - (end + 4) < *length) return std::nullopt;
    std::string body = waiting_.substr(end + 4, *length);
    waiting_.erase(0, end + 4 + *length);
    return body;
}

DapConnection::DapConnection(int reading, int writing) : reading_(reading), writing_(writing) {
    if (pipe2(wake_, O_CLOEXEC) == 0) thread_ = std::thread([this] { listen(); });
}

DapConnection::~DapConnection() {
    if (wake_[1] >= 0) close(wake_[1]);
    if (thread_.joinable()) thread_.join();
    if (wake_[0] >= 0) close(wake_[0]);
}

void DapConnection::listen() {
    DapFrames frames;
    while (!frames.broken()) {
        pollfd waiting[2] = {{reading_, POLLIN, 0}, {wake_[0], POLLIN, 0}};
        if (poll(waiting, 2, -1) < 0 && errno != EINTR) break;
        if (waiting[1].revents != 0) break;
        if (waiting[0].revents == 0) continue;
        char bytes[65536];
        const ssize_t count = read(reading_, bytes, sizeof bytes);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        frames.add({bytes, static_cast<std::size_t>(count)});
        while (const auto body = frames.next()) {
            nlohmann::json message = nlohmann::json::parse(*body, nullptr, false);
            if (!message.is_object()) message = {{"type", "malformed"}};
            const std::lock_guard lock(receiving_);
            if (asks_for_pause(message)) pause_asked_ = true;
            messages_.push_back(std::move(message));
            received_.notify_one();
        }
    }
    const std::lock_guard lock(receiving_);
    ended_ = true;
    pause_asked_ = true; // nobody waits for what is going on
    received_.notify_one();
}

std::optional<nlohmann::json> DapConnection::receive() {
    std::unique_lock lock(receiving_);
    received_.wait(lock, [this] { return ended_ || !messages_.empty(); });
    if (messages_.empty()) return std::nullopt;
    nlohmann::json message = std::move(messages_.front());
    messages_.pop_front();
    if (asks_for_pause(message) && !ended_)
        pause_asked_ = std::any_of(messages_.begin(), messages_.end(), asks_for_pause);
    return message;
}

void DapConnection::send(nlohmann::json message) {
    const std::lock_guard lock(sending_);
    message["seq"] = ++number_;
    // Texts of programs need not be UTF-8.
    const std::string body = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    const std::string frame = fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
    for (std::size_t at = 0; at < frame.size();) {
        const ssize_t count = write(writing_, frame.data() + at, frame.size() - at);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return; // nobody reads any more; receive() ends soon
        at += static_cast<std::size_t>(count);
    }
}

void DapConnection::send_event(const char* event, nlohmann::json body) {
    send({{"type", "event"}, {"event", event}, {"body", std::move(body)}});
}

} // namespace warpscope::cli

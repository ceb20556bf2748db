// DapConnection: messages of the Debug Adapter Protocol over two descriptors.
//
// "Content-Length: N", an empty line, N bytes of JSON (Debug Adapter Protocol, "Base protocol").
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <nlohmann/json.hpp>

namespace warpscope::cli {

/// Largest message that is read, in bytes.
inline constexpr std::size_t kLargestDapMessage = std::size_t{16} << 20;

/// Takes bytes as they come and gives whole bodies of messages.
class DapFrames {
public:
    void add(std::string_view bytes) { waiting_.append(bytes); }
    /// The next body, when it is all there.
    std::optional<std::string> next();
    /// What came was no message of the protocol, so that nobody knows where the next begins.
    bool broken() const { return broken_; }

private:
    std::string waiting_;
    bool broken_ = false;
};

class DapConnection {
public:
    /// Reads from one descriptor, in a thread of its own, and writes to the other.
    DapConnection(int reading, int writing);
    ~DapConnection();
    DapConnection(const DapConnection&) = delete;
    DapConnection& operator=(const DapConnection&) = delete;

    /// The next request; nothing when the other side is gone, or speaks something else.
    std::optional<nlohmann::json> receive();
    /// Any thread may send. Gives the message its number.
    void send(nlohmann::json message);
    void send_event(const char* event, nlohmann::json body);

    /// Set while a request to pause, or to end, waits to be received.
    const std::atomic<bool>& pause_asked() const { return pause_asked_; }

private:
    void listen();

    int reading_, writing_;
    int wake_[2] = {-1, -1}; ///< ends the thread
    std::mutex sending_, receiving_;
    std::condition_variable received_;
    std::deque<nlohmann::json> messages_;
    bool ended_ = false;
    std::atomic<bool> pause_asked_ = false;
    std::uint64_t number_ = 0;
    std::thread thread_;
};

} // namespace warpscope::cli

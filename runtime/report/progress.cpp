// Words for the progress of a launch, and where on the terminal they go.
#include "runtime/report/progress.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <fmt/format.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "runtime/report/statistics.h"
#include "runtime/report/units.h"

namespace warpscope::report {
namespace {

using namespace std::chrono_literals;

constexpr auto kPeriod = 250ms;    // a few times a second
constexpr auto kFirstLook = 500ms; // short launches show nothing
constexpr auto kLinePeriod = 2s;   // between lines that stay
constexpr std::size_t kLongestName = 40;

// Control sequences of ECMA-48 and DEC's VT100, which terminals of today know.
constexpr std::string_view kMakeRoomBelow = "\033D\033[A"; // scrolls if this is the last line
constexpr std::string_view kSaveCursor = "\0337", kRestoreCursor = "\0338";
constexpr std::string_view kNextLine = "\033[B\r", kEraseLine = "\033[K";

/// "999", "1.2 k", "56.7 M", "3.4 G".
std::string short_count(double number) {
    for (const char* unit : {"", " k", " M"}) {
        if (number < 999.95) return fmt::format("{:.{}f}{}", number, *unit ? 1 : 0, unit);
        number /= 1000;
    }
    return fmt::format("{:.1f} G", number);
}

/// "12 s", "3 min", "2 h": nobody needs more of an estimate.
std::string rough_time(double seconds) {
    if (seconds < 99.5) return fmt::format("{:.0f} s", std::max(1.0, std::ceil(seconds)));
    if (seconds < 99.5 * 60) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.0f} h", seconds / 3600);
}

/// The kernel's name as the user gave it, without its parameters.
std::string short_name(const std::string& linked) {
    std::string name = demangle(linked.substr(0, linked.find("$m")));
    if (const std::size_t parameters = name.find('(');
        parameters != std::string::npos && parameters != 0)
        name.resize(parameters);
    if (name.size() > kLongestName) name = name.substr(0, kLongestName - 3) + "...";
    return name;
}

bool is_terminal(int descriptor) {
    const char* kind = std::getenv("TERM");
    return isatty(descriptor) == 1 && kind && *kind && std::strcmp(kind, "dumb") != 0;
}

std::size_t columns_of(int descriptor) {
    winsize size{};
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1u : 79;
}

void write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

/// The program's signals are for the program's threads.
class AllSignalsBlocked {
public:
    AllSignalsBlocked() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    AllSignalsBlocked(const AllSignalsBlocked&) = delete;
    AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;
    ~AllSignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_{};
};

} // namespace

std::string progress_text(const RunningLaunch& l, std::size_t columns) {
    const double instructions = static_cast<double>(l.warp_instructions);
    std::string text =
        fmt::format("launch {} {}: {} of {}, {} warp instructions", l.number, short_name(l.kernel),
                    grouped(l.blocks_done), counted(l.blocks, "block"), short_count(instructions));
    if (l.seconds > 0) text += fmt::format(", {}/s", short_count(instructions / l.seconds));
    if (l.blocks_done > 0 && l.blocks_done < l.blocks) {
        const double left = static_cast<double>(l.blocks - l.blocks_done);
        text += fmt::format(", {} left",
                            rough_time(l.seconds * left / static_cast<double>(l.blocks_done)));
    }
    return text.substr(0, columns);
}

ProgressDisplay::~ProgressDisplay() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    stopped_.notify_all();
    if (thread_.joinable()) thread_.join();
}

LaunchProgress* ProgressDisplay::begin(std::uint32_t number, const std::string& kernel,
                                       std::uint64_t blocks) {
    const std::lock_guard lock(mutex_);
    if (!thread_.joinable()) start_thread();
    progress_.blocks_done = 0;
    progress_.warp_instructions = 0;
    launch_.number = number;
    launch_.kernel = kernel;
    launch_.blocks = blocks;
    began_ = last_line_ = Clock::now();
    running_ = true;
    return &progress_;
}

void ProgressDisplay::end() {
    const std::lock_guard lock(mutex_);
    running_ = false;
    erase();
}

/// A machine that can make no more threads shows no progress.
void ProgressDisplay::start_thread() {
    const AllSignalsBlocked block;
    try {
        thread_ = std::thread([this] { watch(); });
    } catch (const std::system_error&) {
    }
}

// It wakes up whether or not a launch runs, so that a launch costs no call to wake it.
void ProgressDisplay::watch() {
    std::unique_lock lock(mutex_);
    while (!stop_) {
        stopped_.wait_for(lock, kPeriod);
        if (running_ && !stop_ && Clock::now() - began_ >= kFirstLook) show();
    }
}

void ProgressDisplay::show() {
    const auto now = Clock::now();
    launch_.blocks_done = progress_.blocks_done.load(std::memory_order_relaxed);
    launch_.warp_instructions = progress_.warp_instructions.load(std::memory_order_relaxed);
    launch_.seconds = std::chrono::duration<double>(now - began_).count();
    if (!is_terminal(descriptor_)) {
        if (now - last_line_ < kLinePeriod) return;
        last_line_ = now;
        write_all(descriptor_, "warpscope: " + progress_text(launch_, SIZE_MAX) + "\n");
        return;
    }
    const std::string text = progress_text(launch_, columns_of(descriptor_));
    write_all(descriptor_, fmt::format("{}{}{}{}{}{}", kMakeRoomBelow, kSaveCursor, kNextLine, text,
                                       kEraseLine, kRestoreCursor));
    shown_ = true;
}

void ProgressDisplay::erase() {
    if (!shown_) return;
    write_all(descriptor_,
              fmt::format("{}{}{}{}", kSaveCursor, kNextLine, kEraseLine, kRestoreCursor));
    shown_ = false;
}

} // namespace warpscope::report

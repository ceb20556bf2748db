// A line that tells how far a long launch has come.
//
// On a terminal it stands below the line where the program's output ends and is taken away with the
// launch; elsewhere it is a line of its own now and then.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "sim/exec/launch.h"

namespace warpscope::report {

/// A launch while it runs.
struct RunningLaunch {
    std::uint32_t number = 0;
    std::string kernel; ///< as linked: mangled
    std::uint64_t blocks = 0, blocks_done = 0;
    std::uint64_t warp_instructions = 0; ///< so far
    double seconds = 0;                  ///< since it began
};

/// "launch 2 saxpy: 1,234 of 4,096 blocks, 56.7 M warp instructions, 45.1 M/s, 12 s left", cut to
/// `columns` bytes. The time left is there once a block has ended, and supposes that the others
/// take as long.
std::string progress_text(const RunningLaunch& launch, std::size_t columns);

/// Shows the progress of one launch at a time, from a thread of its own that begins with the first
/// launch. Launches shorter than half a second show nothing.
class ProgressDisplay {
public:
    /// `descriptor` is where the line goes; what it is decides how.
    explicit ProgressDisplay(int descriptor) : descriptor_(descriptor) {}
    ProgressDisplay(const ProgressDisplay&) = delete;
    ProgressDisplay& operator=(const ProgressDisplay&) = delete;
    ~ProgressDisplay();

    /// A launch begins. The result is for LaunchOptions::progress and lives as long as this.
    LaunchProgress* begin(std::uint32_t number, const std::string& kernel, std::uint64_t blocks);
    /// It has ended: nothing of the line is left on a terminal.
    void end();

private:
    using Clock = std::chrono::steady_clock;

    void start_thread();
    void watch();
    void show();
    void erase();

    int descriptor_;
    LaunchProgress progress_;
    std::mutex mutex_;
    std::condition_variable stopped_;
    bool stop_ = false, running_ = false;
    bool shown_ = false; ///< there is something on the terminal to erase
    RunningLaunch launch_;
    Clock::time_point began_, last_line_;
    std::thread thread_;
};

} // namespace warpscope::report

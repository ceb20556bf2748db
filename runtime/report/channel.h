// The report channel: one JSON object a line from a running program to the `warpscope` that began
// it.
//
// {"program": …} when the runtime library starts and when it ends, {"launch": …} after each launch,
// {"finding": …} for what belongs to no launch. Every line is one write, complete before the call
// returns, so whatever happens to the program later loses nothing.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "sim/report/launch_report.h"

namespace warpscope::report {

/// What the runtime library says about its program.
struct ProgramNote {
    std::string phase;          ///< "started" by the first CUDA call, "ended" by a normal exit
    std::uint64_t launches = 0; ///< so far
};

/// Used in the program. Safe to call from several threads; every failure to write is ignored, as a
/// program must not fail because nobody listens.
class ChannelWriter {
public:
    /// `descriptor` -1 makes a writer that drops everything. The descriptor is closed on exec.
    explicit ChannelWriter(int descriptor);
    ChannelWriter(const ChannelWriter&) = delete;
    ChannelWriter& operator=(const ChannelWriter&) = delete;

    bool connected() const { return descriptor_ >= 0; }
    void launch(const LaunchReport& report);
    void finding(const Finding& finding);
    void program(const ProgramNote& note);

private:
    void write_line(const std::string& line);

    int descriptor_;
    std::mutex mutex_;
};

/// Used by the parent: takes bytes as they come and keeps what complete lines said.
class ChannelReader {
public:
    void take(std::string_view bytes);
    /// No more bytes will come. A last line without an end was cut off, and is dropped and counted.
    void finish();

    std::vector<LaunchReport> launches;
    std::vector<Finding> findings;
    std::vector<ProgramNote> notes;
    std::uint64_t damaged_lines = 0; ///< lines that were no object of a known kind

private:
    void take_line(std::string_view line);

    std::string rest_;
};

} // namespace warpscope::report

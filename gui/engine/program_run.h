// Running a program through `warpscope run` as a child, to get its launches as capsules.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "sim/base/result.h"

namespace warpscope::gui {

struct ProgramRun {
    std::filesystem::path program;
    std::vector<std::string> arguments;
    std::vector<std::string> options; ///< of `warpscope run`
};

/// Compiles and runs the program with the `warpscope` given; returns the folder of its captured
/// launches, in the user's cache. The program's output goes to ours. When nothing was launched the
/// Diagnostic has what the compiler or the program said last. `messages` gets all that was said.
/// What earlier runs left stays until this one has launches to show.
Result<std::filesystem::path> run_and_capture(const std::filesystem::path& warpscope,
                                              const ProgramRun& run,
                                              const std::atomic<bool>& cancel,
                                              std::string& messages);

/// A program's messages, its first `file:line:` taken for the place.
Diagnostic diagnostic_of(const std::string& messages, const std::string& program);

} // namespace warpscope::gui

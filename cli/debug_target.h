// What is debugged: the captured launches of a program that was run for it, or of a capsule.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/run_options.h"
#include "sim/report/finding.h"

namespace warpscope::cli {

/// A folder of our own that goes when it is no longer needed.
class TemporaryFolder {
public:
    TemporaryFolder() = default;
    static Result<TemporaryFolder> make();
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
    ~TemporaryFolder();
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

struct DebugTarget {
    std::string name; ///< as it was named
    std::vector<std::filesystem::path> launches;
    std::size_t first = 0; ///< the first launch with a finding, else the first
    TemporaryFolder folder;
    std::uint64_t history_mib = 1024; ///< memory that going back may take
};

/// Runs what `options` names, with its launches captured. `app` tells which options were given. A
/// capsule, or a folder of them, is taken as it is. `launch` chooses one by its number in the
/// program, from 1; 0: the first with a finding.
Result<DebugTarget> make_debug_target(const CLI::App& app, RunOptions options, unsigned launch);

} // namespace warpscope::cli

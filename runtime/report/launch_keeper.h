// LaunchKeeper: keeps the state before launches that turn out to have races.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "sim/debug/memory_image.h"
#include "sim/report/finding.h"

namespace warpscope::report {

/// A launch that was checked.
struct EndedRun {
    const LaunchRequest& request;
    const GpuSpec& gpu;
    const LaunchOptions& options;
    const LaunchResult& result;
    const DeviceMemory& memory;
};

class LaunchKeeper {
public:
    /// Images of more memory than that are not taken.
    static constexpr std::uint64_t kLargestImage = std::uint64_t{256} << 20;
    /// Images of a run take so many bytes in all, and so many more for each warp instruction that
    /// was checked: copying them stays a small part of what checking costs.
    static constexpr std::uint64_t kImagesOfRun = std::uint64_t{1} << 30, kPerInstruction = 128;
    /// Launches that one run keeps.
    static constexpr std::size_t kLaunches = 16;

    /// Keeps in `folder`; nothing when that is empty.
    explicit LaunchKeeper(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Before a launch that is checked for races.
    void begin(const DeviceMemory& memory);

    /// After it, with the memory as it left it. Races among `findings` get the command that
    /// explains them, or are told why not.
    void end(const EndedRun& run, std::vector<Finding>& findings);

private:
    std::string keep(const EndedRun& run, std::vector<Finding>& findings);

    std::filesystem::path folder_;
    MemoryImage image_;
    bool began_ = false;
    std::string why_not_; ///< no image was taken; empty when one was
    std::uint64_t imaged_ = 0, checked_ = 0;
    std::size_t kept_ = 0;
    std::set<std::string> known_; ///< races of kept launches
};

} // namespace warpscope::report

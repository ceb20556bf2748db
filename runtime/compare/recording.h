// Recording: what a GPU left of a captured launch, beside its capsule, so that it can be compared
// where there is no GPU.
//
//   LAUNCH-FOLDER/gpu.json   how the launch ended, what it printed, who wrote into owned buffers,
//                            what a profiler counted
//   pages/HASH               memory that it changed, in the capsule's own store
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "runtime/compare/twin.h"
#include "sim/checkers/owned_buffers.h"

namespace warpscope::compare {

struct Recording {
    std::string gpu; ///< "NVIDIA H200 (driver 580.159.04, CUDA 13.0), 2026-12-01"
    TwinEnd end;
    std::vector<std::string> stray;
    ProfilerCounters counters;                           ///< if a profiler looked
    std::map<Address, std::vector<std::uint8_t>> memory; ///< by the allocation's address
};

/// Runs the launch of the capsule on `twin`. Positions of the log are those of `request`.
Result<Recording> make_recording(Twin& twin, const Capsule& before, const LaunchRequest& request,
                                 const std::vector<OwnedParameter>& declared);

bool has_recording(const std::filesystem::path& launch_folder);
Status write_recording(const Recording& recording, const Capsule& before,
                       const LaunchRequest& request, const std::filesystem::path& launch_folder);
/// Anything truncated, corrupt or of another capsule gives a Diagnostic that names the file.
Result<Recording> read_recording(const Capsule& before, const LaunchRequest& request,
                                 const std::filesystem::path& launch_folder);

/// A GPU that answers out of recordings.
class RecordedTwin : public Twin {
public:
    /// Where the launch comes from that is compared next.
    void open(const std::filesystem::path& launch_folder) { folder_ = launch_folder; }

    std::string name() const override { return recording_.gpu; }
    Status load(const Capsule& before, const LaunchRequest& request, Watching watching) override;
    Result<TwinEnd> run(const LaunchRequest&, const std::vector<OwnedBuffer>&) override {
        return recording_.end;
    }
    Status read(const CapsuleAllocation& allocation, std::span<const std::uint8_t> emulator,
                std::span<std::uint8_t> to) override;
    ProfilerCounters counters() override { return recording_.counters; }
    std::vector<std::string> stray_writes() override { return recording_.stray; }

private:
    std::filesystem::path folder_;
    Recording recording_;
};

} // namespace warpscope::compare

// Capsule: one launch as a folder, with everything that is needed to run it again on any machine.
//
//   DIR/pages/HASH                  memory, stored once by content and shared by the launches of a
//   run DIR/texts/HASH                  PTX and source texts, likewise
//   DIR/launch-0001/manifest.json   the launch, and which pages and texts belong to it
//   DIR/launch-0001/outcome.json    what it came to; absent when the program did not live to see it
//
// A launch folder may also hold `pages` and `texts` of its own; they are looked at first, so that
// one launch can be packed up alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/hash.h"
#include "sim/base/result.h"
#include "sim/events/events.h"
#include "sim/exec/launch.h"
#include "sim/gpu/gpu_spec.h"
#include "sim/memory/allocation.h"
#include "sim/memory/texture.h"

namespace warpscope {

inline constexpr unsigned kCapsuleVersion = 1;
/// The grain at which memory is stored; the last page of an allocation is shorter.
inline constexpr std::uint64_t kCapsulePageBytes = 65536;

using PageBytes = std::shared_ptr<const std::vector<std::uint8_t>>;

/// Equal neighbouring pages of an allocation. Pages of zeros or of poison are not stored.
struct PageRun {
    enum class Content : std::uint8_t { Zero, Poison, Stored };
    Content content = Content::Zero;
    std::uint64_t count = 1; ///< pages
    Hash hash;               ///< Stored only
    PageBytes bytes;         ///< Stored only
};

struct CapsuleAllocation {
    Address base = 0;
    std::uint64_t size = 0;
    AllocationKind kind = AllocationKind::Device;
    bool read_only = false;
    std::uint32_t id = 0;
    std::string name;
    FilePosition allocated_at;  ///< as of Allocation
    std::vector<PageRun> pages; ///< together ceil(size / kCapsulePageBytes) pages
};

/// All of its bytes.
std::vector<std::uint8_t> bytes_of(const CapsuleAllocation& allocation);

/// A copy or fill that the host asked for after the launch before this one.
struct CapsuleCopy {
    HostCopyEvent::Direction direction = HostCopyEvent::Direction::ToDevice;
    Address destination = 0, source = 0;
    std::uint64_t size = 0;
    StreamId stream = 0;
};

/// Memory that was freed before the launch; kept so that a late access is explained in a replay
/// too.
struct CapsuleFree {
    Address base = 0;
    std::uint64_t size = 0;
    std::uint32_t id = 0;
    FilePosition allocated_at = {};
};

struct SourceText {
    std::string file; ///< as the line information of the PTX names it
    std::string text;
};

/// What the launch came to when it was captured.
struct CapsuleOutcome {
    LaunchOutcome outcome = LaunchOutcome::Finished;
    bool ordered = false; ///< blocks took turns
    std::uint64_t warp_instructions = 0;
    Hash memory; ///< DeviceMemory::content_hash at its end
};

struct Capsule {
    std::string ptx, contract_ptx; ///< merged
    std::string module_name;       ///< what diagnostics call the PTX
    LaunchId launch = 0;           ///< order of launches in the program, from 1
    StreamId stream = 0;
    std::string kernel; ///< as in the PTX
    Dim3 grid, block;
    std::uint64_t dynamic_shared_bytes = 0;
    std::uint64_t stack_limit_bytes = 0;                ///< per thread; 0: the GPU's default
    std::uint64_t heap_limit_bytes = kDefaultHeapBytes; ///< for malloc in device code
    DeviceMemory::Cursor cursor; ///< where it allocates; a next address of 0: not known
    std::vector<std::uint8_t> parameters;
    Address grid_workspace = 0; ///< of a cooperative launch
    GpuSpec gpu;
    std::uint64_t seed = 0;
    DivergenceModel divergence = DivergenceModel::Volta;
    std::uint64_t max_instructions = std::uint64_t{1} << 31;
    std::vector<CapsuleAllocation> memory;
    std::vector<CapsuleFree> freed;
    ObjectTable objects;                    ///< textures and surfaces
    std::map<std::string, Address> symbols; ///< .global and .const variables of the module
    std::vector<CapsuleCopy> copies;
    std::vector<SourceText> sources;
    std::optional<CapsuleOutcome> expected;
};

/// Reads the capsule in `folder` (a launch folder, or a capture directory that holds exactly one).
/// Anything truncated, corrupt, foreign or of another version gives a Diagnostic that names the
/// file.
Result<Capsule> read_capsule(const std::filesystem::path& folder);

/// The launch folders of a capture directory, in launch order; empty when it has none.
std::vector<std::filesystem::path> list_capsules(const std::filesystem::path& directory);

/// Writes `directory/launch-NNNN` and what its stores lack. Returns the launch folder.
Result<std::filesystem::path> write_capsule(const Capsule& capsule,
                                            const std::filesystem::path& directory);

/// Hash of everything but the outcome: of the same launch of the same program it is the same.
Hash identity(const Capsule& capsule);

/// The launch folder that `path` means: itself, or the only one of a capture directory.
Result<std::filesystem::path> find_launch_folder(const std::filesystem::path& path);

/// Adds or replaces the outcome of a launch folder.
Status write_outcome(const CapsuleOutcome& outcome, const std::filesystem::path& launch_folder);

} // namespace warpscope

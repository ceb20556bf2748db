// Session: a launch under control: it runs to any warp instruction, and can be looked at there.
//
// A session owns all it needs, so several live in one process. Positions count warp instructions in
// the canonical order (sim/exec/launch.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/debug/capsule.h"
#include "sim/debug/snapshot.h"
#include "sim/events/observer.h"
#include "sim/exec/launch.h"

namespace warpscope {

/// A launch and the memory that it finds, ready to run.
struct PreparedLaunch {
    LaunchRequest request;
    GpuSpec gpu;
    LaunchOptions options;
    std::unique_ptr<DeviceMemory> memory;
    std::vector<SourceText> sources; ///< texts to show instead of the file system's
};

/// Rebuilds memory at its addresses, binds the module and builds the executable.
Result<PreparedLaunch> prepare_launch(const Capsule& capsule, isa::Level level = isa::best_level());

/// The captured memory alone, to run a launch that was prepared once more.
Result<std::unique_ptr<DeviceMemory>> prepare_memory(const Capsule& capsule);

struct SessionOptions {
    /// Told of the allocations and their contents when the session opens, then of the launch. They
    /// outlive it.
    std::vector<Observer*> observers;
};

class Session {
public:
    /// Opens a launch at position 0. `expected` is kept when the capsule has an outcome.
    static Result<std::unique_ptr<Session>> open(const Capsule& capsule,
                                                 const SessionOptions& options = {});
    /// The same for a launch that was prepared by other means.
    static Result<std::unique_ptr<Session>> open(PreparedLaunch launch,
                                                 const SessionOptions& options = {});
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// One warp instruction; nothing when the launch has ended.
    void step();
    /// Forward until `position` warp instructions have executed, or the launch ended. False when
    /// that was earlier than here, or the launch ended before it got there.
    bool run_to(std::uint64_t position);
    void run_to_end();

    std::uint64_t position() const;
    bool ended() const;
    /// Empty until the launch has ended.
    const LaunchResult& result() const;

    /// The machine as it is now, with copies of these ranges of global memory.
    Snapshot snapshot(const std::vector<MemoryRange>& ranges = {}) const;
    /// Hash of everything that the program can see: equal at equal positions of equal launches.
    Hash hash() const;
    /// Hash of global memory alone.
    Hash memory_hash() const;
    /// False when the range does not lie inside one live allocation.
    bool read_memory(Address from, void* to, std::uint64_t size) const;

    const LaunchRequest& request() const;
    const Executable& executable() const;
    const GpuSpec& gpu() const;
    const LaunchOptions& options() const;
    const DeviceMemory& memory() const;
    const std::vector<SourceText>& sources() const;
    const std::optional<CapsuleOutcome>& expected() const;

private:
    struct Impl;
    explicit Session(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope

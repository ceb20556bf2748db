// Session: a launch under control: it goes to any warp instruction, forwards and back, and can be
// looked at there.
//
// A session owns all it needs, so several live in one process. Positions count warp instructions in
// the canonical order (sim/exec/launch.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/debug/capsule.h"
#include "sim/debug/snapshot.h"
#include "sim/debug/step_record.h"
#include "sim/events/interest.h"
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
    /// Of host memory, about how much it may take to remember where it has been; 0: it only goes
    /// forward. With observers, who could not be made to forget, it must be 0.
    std::uint64_t history_bytes = 0;
};

/// What a search looks for: told of one warp instruction after another.
class StepMatcher : public BlockObserver {
public:
    /// Which events it is told of: the fewer, the faster a search.
    virtual Interest interest() const { return kEveryEvent; }
    /// The next events are of another warp instruction.
    virtual void begin() = 0;
    /// Whether that was one; `session` stands just behind it.
    virtual bool matches(const class Session& session) = 0;
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

    // With a history:

    /// To `position`, forwards or back. False when the launch ends earlier, or it was cancelled.
    bool go_to(std::uint64_t position);
    /// Back by one warp instruction; false at the beginning.
    bool step_back();
    /// What the warp instruction did that led here; nothing at the beginning, and after searches
    /// and runs that ended elsewhere than they should.
    const std::optional<StepRecord>& last_step() const;
    /// Goes to the next step after here, or the last at or before `last`, that matches, and returns
    /// its position. When there is none nothing is returned: then it stands where the search ended,
    /// at the end or where it was cancelled, or back where it began.
    std::optional<std::uint64_t> find_next(StepMatcher& matcher);
    std::optional<std::uint64_t> find_previous(StepMatcher& matcher, std::uint64_t last);
    /// Like find_previous, of steps that write to these bytes of device memory: passes over what
    /// cannot have written there.
    std::optional<std::uint64_t> find_previous_write(StepMatcher& matcher, std::uint64_t last,
                                                     MemoryRange range);
    /// The furthest position so far.
    std::uint64_t frontier() const;
    std::uint64_t history_bytes() const;
    /// Set from another thread, it ends go_to() and searches soon; null: nothing does.
    void set_cancel(const std::atomic<bool>* cancel);

    std::uint64_t position() const;
    bool ended() const;
    /// The blocks on the machine as they are now, in linear order; valid until it moves.
    std::vector<const Block*> resident() const;
    /// Empty until the launch has ended.
    const LaunchResult& result() const;

    /// The machine as it is now, with copies of these ranges of global memory.
    Snapshot snapshot(const std::vector<MemoryRange>& ranges = {}) const;
    /// Hash of everything that the program can see: equal at equal positions of equal launches.
    /// Reads all memory of the launch.
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
    /// Function and instruction with their lines.
    CodePlace place_of(CodePosition at) const;

private:
    struct Impl;
    explicit Session(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace warpscope

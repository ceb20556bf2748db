// Race search: looks for a schedule near the recorded one in which a race changes an output.
//
// The captured launch is run again with its two accesses forced into either order
// (sim/exec/forced_order.h), then with other seeds, until what it leaves behind differs: memory,
// what it printed, or how it ended. Finding none proves nothing; finding one shows what the race
// can do.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/result.h"
#include "sim/debug/session.h"
#include "sim/report/finding.h"

namespace warpscope {

struct RaceSearchOptions {
    unsigned seeds = 32; ///< other seeds to try, after the forced orders
    unsigned host_threads = 1;
    const std::atomic<bool>* interrupt = nullptr;
};

/// A finding has the access that was seen last (`Later`) and, as its party, one before (`Earlier`).
enum class RaceSide : std::uint8_t { Later, Earlier };

struct TriedSchedule {
    enum class Kind : std::uint8_t { Forced, Seed };
    Kind kind = Kind::Seed;
    std::uint64_t seed = 0;
    RaceSide first = RaceSide::Later; ///< Forced: which access was to come first
    std::uint64_t occurrence[2] = {}; ///< Forced: by RaceSide, its how manieth of the lane, from 1
    ForcedEnd forced = ForcedEnd::None;
    LaunchOutcome outcome = LaunchOutcome::Finished;
    bool differs = false;
};

/// Where one allocation differs at the end.
struct MemoryDifference {
    std::string name;     ///< of a variable; empty for cudaMalloc
    std::uint32_t id = 0; ///< of the allocation
    AllocationKind kind = AllocationKind::Device;
    FilePosition allocated_at; ///< as of Allocation
    Address base = 0;
    std::uint64_t size = 0;      ///< bytes
    Type type = Type::None;      ///< of the store that wrote the first one; None: no store is known
    unsigned width = 1;          ///< bytes of an element
    std::uint64_t element = 0;   ///< index of the first that differs
    std::string recorded, other; ///< its values
    std::uint64_t elements = 0;  ///< how many differ
    std::optional<CodePosition> store; ///< who wrote it, in the other schedule or the recorded one
};

/// What another schedule changes: at least one of the three.
struct OutputChange {
    std::size_t schedule = 0;             ///< index into RaceExplanation::tried
    std::vector<MemoryDifference> memory; ///< in address order
    std::optional<std::string> printed_recorded, printed_other; ///< a line that only one printed
    LaunchOutcome recorded_outcome = LaunchOutcome::Finished;
    LaunchOutcome other_outcome = LaunchOutcome::Finished;
    FaultEvent fault; ///< of the other schedule, if it has one
};

struct RaceExplanation {
    LaunchOutcome recorded_outcome = LaunchOutcome::Finished;
    std::vector<TriedSchedule> tried;
    std::optional<OutputChange> change;
    std::vector<std::string> not_tried; ///< what could not be, each with its reason
    /// Why another order may change outputs without any race; empty when nothing is known.
    std::string orders_otherwise;
    bool same_as_captured = true; ///< the replay came to what the capsule says
    bool interrupted = false;
};

/// `finding` is a race of the launch in `capsule`.
Result<RaceExplanation> explain_race(const Capsule& capsule, const PreparedLaunch& launch,
                                     const Finding& finding, const RaceSearchOptions& options);

} // namespace warpscope

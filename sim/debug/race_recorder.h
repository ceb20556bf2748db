// Finds the executions that a race's finding names, and the stores that wrote a place. Internal to
// sim/debug.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "sim/base/result.h"
#include "sim/debug/race_search.h"

namespace warpscope {

/// One of the two accesses as the finding names it: all instructions of one PTX line.
struct RaceParty {
    WarpId warp;
    unsigned lane = 0;
    std::vector<CodePosition> at;
};

struct RacePlace {
    std::array<RaceParty, 2> parties; ///< by RaceSide
    Space space = Space::Global;
    Address address = 0;
    std::uint64_t width = 1; ///< bytes from there on that the later access touches
};

/// A Diagnostic when the finding does not fit the launch.
Result<RacePlace> race_place(const Finding& finding, const LaunchRequest& request);

/// An execution of either side, the earlier one last before the later one.
struct RacePair {
    std::array<ForcedAccess, 2> accesses; ///< by RaceSide
};

/// Runs of the launch beside which these listen must not be forced.
class RaceRecorder : public Observer {
public:
    static constexpr std::size_t kPairs = 4;

    explicit RaceRecorder(const RacePlace& place);
    Interest interest() const override;
    void on_launch_restart(const LaunchEvent&) override;
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t block) override;

    /// The first few; none when the accesses did not meet.
    const std::vector<RacePair>& pairs() const { return pairs_; }

private:
    class Part;
    void saw(RaceSide side, const ForcedAccess& access);

    RacePlace place_;
    std::array<std::vector<std::uint64_t>, 2> counts_; ///< by side, by RaceParty::at
    std::optional<ForcedAccess> earlier_;
    std::vector<RacePair> pairs_;
};

/// Remembers the last store to each of some addresses.
class LastStores : public Observer {
public:
    struct Store {
        CodePosition at;
        Address address = 0; ///< of the element
        unsigned width = 1;  ///< of an element
    };

    explicit LastStores(std::vector<Address> addresses);
    Interest interest() const override;
    void on_launch_restart(const LaunchEvent&) override;
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t block) override;

    const std::optional<Store>& of(std::size_t index) const { return stores_[index]; }

private:
    class Part;
    std::vector<Address> addresses_;
    std::vector<std::optional<Store>> stores_;
};

} // namespace warpscope

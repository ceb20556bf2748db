// AccessSampler: how the lanes of each memory instruction of a launch lay, with examples.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "sim/debug/bare_access.h"
#include "sim/events/observer.h"

namespace warpscope {

/// One execution of a memory instruction whose lanes all reached one space.
struct AccessSample {
    LaneMask lanes = 0;
    Space space = Space::Global;
    /// Global addresses or offsets in the space; lanes that took no part have the first one's.
    std::array<Address, kLanes> addresses{};
    /// What was there before, `width` bytes a lane.
    unsigned width = 0;
    std::array<std::uint8_t, kLanes * BareMemory::kLargestWidth> values{};
};

/// What was seen of one memory instruction.
struct AccessSite {
    std::array<std::uint64_t, kLanePatterns> executions{}; ///< by LanePattern
    std::vector<AccessSample> samples; ///< the first, second, fourth, eighth … execution

    /// The most frequent one.
    LanePattern pattern() const;
};

/// For a launch that runs on one host thread.
class AccessSampler : public Observer {
public:
    static constexpr std::size_t kSamples = 8;

    Interest interest() const override { return {.accesses = true, .values = true}; }
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t) override;

    /// Null when the instruction was not seen.
    const AccessSite* find(CodePosition at) const;
    void add(const AccessEvent& access);

private:
    std::map<std::pair<std::uint32_t, std::uint32_t>, AccessSite> sites_;
};

LanePattern pattern_of(const AccessEvent& access);

} // namespace warpscope

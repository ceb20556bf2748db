// Timeline: what a launch did, one entry a warp instruction, and what each cost.
//
// A survey runs through a launch once and keeps a summary; a block's timeline keeps each of its
// steps. Levels sum entries up, so that a picture costs as much as it has columns.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/base/lane_mask.h"
#include "sim/debug/session.h"
#include "sim/events/observer.h"

namespace warpscope {

/// One warp instruction of a block.
struct TimelineRow {
    std::uint64_t position = 0;                  ///< of the launch behind it: the first step is 1
    std::uint32_t warp = 0;                      ///< in its block
    std::uint32_t function = 0, instruction = 0; ///< as in CodePlace
    LaneMask active = 0, executed = 0;
    /// Of shared memory: as it was, and what the width asks for.
    std::uint16_t passes = 0, least_passes = 0;
    /// Of global or local memory; `least`: packed without gaps.
    std::uint16_t sectors = 0, least_sectors = 0;
    bool access = false, store = false; ///< of shared, global or local memory
    bool local = false;
    bool opens = false; ///< a barrier of the block opened
};

/// How bad a step is for the program's time; of each kind more than all of the next: passes of bank
/// conflicts, sectors beyond packed bytes, half a warp or more that idles. 0: nothing is wrong.
std::uint64_t badness(const TimelineRow& row);

/// A block's part of the launch; where blocks take turns, other blocks' steps lie between.
struct BlockSpan {
    std::uint64_t first = 0, last = 0; ///< positions behind its first and last step; 0: not begun
    std::uint64_t steps = 0;
};

/// A block from its first warp instruction to its last.
struct Timeline {
    std::uint64_t block = 0;       ///< linear index
    std::vector<TimelineRow> rows; ///< by position
    bool whole = true;             ///< false: the block goes on behind the last row

    /// Index of the last row at or before the position; rows.size() when there is none.
    std::size_t index_at(std::uint64_t position) const;
};

/// What a picture shows of some steps: the most of each.
struct TimelineBin {
    std::uint16_t cost = 0;  ///< passes of shared memory, or sectors
    std::uint8_t degree = 0; ///< of a bank conflict: passes for each that the width asks for
    std::uint8_t lanes = 0;  ///< that executed
    std::uint8_t kind = 0;   ///< the caller's, the most important the largest
    bool opens = false;      ///< a barrier opened
    friend bool operator==(const TimelineBin&, const TimelineBin&) = default;
};
TimelineBin bin_of(const TimelineRow& row, std::uint8_t kind = 0);
void add_most(TimelineBin& to, const TimelineBin& other);

/// So many steps a bin, the last may have fewer.
struct TimelineLevel {
    std::uint64_t steps_per_bin = 1;
    std::vector<TimelineBin> bins;
};
/// Each level's bins are four of the one before, up to a level of one bin.
std::vector<TimelineLevel> coarser_levels(TimelineLevel finest);
/// The most in the finest level's bins [first, last), exactly; takes as many looks as the logarithm
/// of their number asks for.
TimelineBin most_in(const std::vector<TimelineLevel>& levels, std::uint64_t first,
                    std::uint64_t last);

/// Listens to a launch from its beginning: which block ran when, which step is worst, and what the
/// launch cost over its steps. Takes 6 bytes a step while a launch has up to four million, and then
/// coarser bins.
class LaunchSurvey final : public Observer {
public:
    LaunchSurvey();
    ~LaunchSurvey() override;
    Interest interest() const override {
        return {
            .instructions = true, .accesses = true, .synchronisation = true, .one_thread = true};
    }
    void on_launch(const LaunchEvent& event) override;
    void on_launch_restart(const LaunchEvent& event) override { on_launch(event); }
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t block) override;
    /// The last step counts once the next has begun, or here.
    void finish();

    std::uint64_t steps() const { return now_.position; }
    const std::vector<BlockSpan>& blocks() const { return blocks_; } ///< by linear index
    const std::optional<TimelineRow>& worst() const { return worst_; }
    const TimelineLevel& level() const { return level_; }

private:
    class Part;
    void begin(const InstructionEvent& event);

    std::vector<BlockSpan> blocks_;
    TimelineRow now_; ///< the step that is being told of
    std::uint64_t counted_ = 0;
    std::optional<TimelineRow> worst_;
    TimelineLevel level_;
};

/// Collects the steps of one block while a session searches for the last of them.
class BlockSteps final : public StepMatcher {
public:
    /// Rows beyond these are left out; then the timeline is not whole.
    static constexpr std::size_t kMostRows = 4'000'000;

    BlockSteps(std::uint64_t block, std::uint64_t last) : block_(block), last_(last) {}

    Interest interest() const override {
        return {.instructions = true, .accesses = true, .synchronisation = true};
    }
    void begin() override { row_ = {}, heard_ = false; }
    bool matches(const Session& session) override;
    void on_instruction(const InstructionEvent& event) override;
    void on_unfinished(const InstructionEvent& event) override { on_instruction(event); }
    void on_access(const AccessEvent& event) override;
    void on_barrier(const BarrierEvent& event) override;

    std::vector<TimelineRow> take_rows() { return std::move(rows_); }
    bool whole() const { return whole_; }

private:
    std::uint64_t block_, last_;
    TimelineRow row_;
    bool heard_ = false, whole_ = true;
    std::vector<TimelineRow> rows_;
};

} // namespace warpscope

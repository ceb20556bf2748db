// Stepper: one opened launch that can be taken to any position, forwards and backwards.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <unordered_map>

#include "gui/engine/moment.h"
#include "gui/engine/runner.h"
#include "gui/engine/step_search.h"
#include "gui/views/return_place.h"
#include "sim/debug/capsule.h"

namespace warpscope::gui {

/// Where to stand when a launch opens.
struct OpeningWish {
    std::optional<std::uint64_t> position;
    std::optional<Dim3> block;         ///< the worst access of this block
    std::optional<std::uint32_t> warp; ///< and of this warp
};

class Stepper {
public:
    /// Host memory for where the launch has been, unless another size is asked for.
    static constexpr std::uint64_t kHistoryMiB = 512;
    /// Warp instructions of the survey; blocks beyond have no timeline.
    static constexpr std::uint64_t kMostSurveyed = 50'000'000;

    /// `cancel` is looked at while long things run, `watched` tells where searches are; both
    /// outlive the stepper.
    static Result<std::unique_ptr<Stepper>> open(const std::filesystem::path& capsule,
                                                 const std::atomic<bool>& cancel,
                                                 std::atomic<std::uint64_t>* watched = nullptr,
                                                 std::uint64_t history_mib = kHistoryMiB);

    std::uint64_t position() const { return session_->position(); }
    /// To that position or the launch's end. False when it was cancelled on the way.
    bool go_to(std::uint64_t position);

    /// Runs from the moment that is shown, to a position that go_to() has still to show, with the
    /// note that goes with it.
    RunEnd run(const RunWish& wish);
    /// The next moment is what this is about.
    void set_note(StopNote note) { note_ = std::move(note); }
    Runner& runner() { return *runner_; }

    /// Where what the launch does worst happens first (gui/views/opening.h).
    std::uint64_t opening_position(const OpeningWish& wish);

    /// The last step of the wished one's block before it, or itself when it is the block's first.
    std::optional<std::uint64_t> position_before(const StepWish& wish);
    /// The step of that block nearest to here that belongs to this source line; its first when it
    /// has none. Nothing of a block that has not run.
    std::optional<std::uint64_t> position_in(std::uint64_t block, std::uint32_t line);

    /// The step of that place; where it is gone the nearest one, and `note` says so. Nothing when
    /// there is none that would stand for it.
    std::optional<std::uint64_t> position_of(const views::ReturnPlace& place, std::string& note);

    const std::vector<BlockSpan>& blocks() const { return blocks_; } ///< by linear index

    /// As go_to left it.
    Moment moment(const Lens& lens = {});
    Hash hash() const { return session_->hash(); }

    /// The step at which an expression last got its value in a lane: the last own step of the lane
    /// that changed it, or the last write to where it lies. Nothing when the launch never did.
    Result<std::optional<std::uint64_t>> last_change(const std::string& expression,
                                                     const Focus& focus);

private:
    explicit Stepper(const std::atomic<bool>& cancel) : cancel_(cancel) {}
    Status survey(const Capsule& capsule);
    /// Moves the session, unless the timeline is the one that was asked for last.
    std::shared_ptr<const Timeline> timeline_of(std::uint64_t block);
    PastAccess past_access(const TimelineRow& row);
    void find_past_accesses();

    const std::atomic<bool>& cancel_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<Runner> runner_;
    std::optional<StopNote> note_; ///< of the next moment
    std::uint64_t shown_ = 0;      ///< position of the last
    std::shared_ptr<const LaunchFacts> facts_;
    std::vector<BufferUse> buffers_; ///< until the facts have them
    std::vector<BlockSpan> blocks_;
    std::optional<TimelineRow> worst_;
    std::uint64_t fault_position_ = 0; ///< 0: it ends well, as far as the survey went
    std::shared_ptr<const Timeline> timeline_;
    std::shared_ptr<const TimelineIndex> index_; ///< of it
    std::shared_ptr<const LaunchIndex> launch_;
    PastAccess shared_, global_;
    /// By position: steps of one warp have the same ones before them.
    static constexpr std::size_t kMostPast = 256;
    std::unordered_map<std::uint64_t, PastAccess> past_;
    bool moved_ = false; ///< the session, from where go_to() took it
    std::unique_ptr<LaneReader> reader_;
};

} // namespace warpscope::gui

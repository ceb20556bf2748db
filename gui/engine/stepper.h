// Stepper: one opened launch that can be taken to any position, forwards and backwards.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>

#include "gui/engine/moment.h"
#include "gui/engine/recorder.h"
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
    /// `cancel` is looked at while long things run; it outlives the stepper.
    static Result<std::unique_ptr<Stepper>> open(const std::filesystem::path& capsule,
                                                 const std::atomic<bool>& cancel);

    std::uint64_t position() const { return session_->position(); }
    /// To that position or the launch's end. False when it was cancelled on the way.
    bool go_to(std::uint64_t position);
    void run_to_end();

    /// Where what the launch does worst happens first: the most conflicts in shared memory, else
    /// the most sectors, else the first step.
    std::uint64_t opening_position(const OpeningWish& wish) const;

    Moment moment() const;

private:
    explicit Stepper(const std::atomic<bool>& cancel) : cancel_(cancel) {}
    Status reopen();
    void run_on(std::uint64_t position);
    std::shared_ptr<const Timeline> timeline_of(std::uint64_t block) const;

    const std::atomic<bool>& cancel_;
    Capsule capsule_;
    std::unique_ptr<Recorder> recorder_;
    std::unique_ptr<Session> session_;
    std::shared_ptr<const LaunchFacts> facts_;
    std::vector<TimelineRow> rows_; ///< of the whole launch, by position
    std::vector<std::uint64_t> row_blocks_;
    bool rows_whole_ = true;
    mutable std::shared_ptr<const Timeline> timeline_; ///< the last that was asked for
};

} // namespace warpscope::gui

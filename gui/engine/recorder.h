// Recorder: writes down what each warp instruction of a launch did, as a session runs.
#pragma once

#include <memory>
#include <vector>

#include "gui/engine/moment.h"

namespace warpscope::gui {

/// Listens to one session. Positions count from where the session opened.
class Recorder : public Observer {
public:
    /// Rows are kept for at most this many warp instructions; then the timeline is not whole.
    static constexpr std::size_t kMostRows = 4'000'000;

    Interest interest() const override {
        return {.instructions = true, .accesses = true, .values = true, .one_thread = true};
    }
    void on_launch(const LaunchEvent&) override;
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t block) override;

    const StepRecord& last_step() const { return last_; }
    const std::vector<TimelineRow>& rows() const { return rows_; }
    const std::vector<std::uint64_t>& blocks() const { return blocks_; } ///< of each row

    /// Rows are only written when this is set; the last step always.
    bool keep_rows = false;

private:
    class Part;
    void add(const InstructionEvent& event);
    void add(const AccessEvent& event);

    StepRecord last_;
    std::uint64_t count_ = 0;
    std::vector<TimelineRow> rows_;
    std::vector<std::uint64_t> blocks_;
};

/// What an access costs, into `row`.
void add_cost(const LaneAccess& access, TimelineRow& row);

} // namespace warpscope::gui

// What a launch's warp instructions cost: a survey of the whole launch, and the steps of one block.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "gui/engine/moment.h"
#include "sim/debug/session.h"

namespace warpscope::gui {

/// A block's part of the launch; where blocks take turns, other blocks' steps lie between.
struct BlockSpan {
    std::uint64_t first = 0, last = 0; ///< positions behind its first and last step; 0: not begun
    std::uint64_t steps = 0;
};

/// Listens to a launch from its beginning: which block ran when, and which step is worst.
class Survey : public Observer {
public:
    Survey();
    ~Survey() override;
    Interest interest() const override {
        return {
            .instructions = true, .accesses = true, .synchronisation = true, .one_thread = true};
    }
    void on_launch(const LaunchEvent& event) override;
    std::unique_ptr<BlockObserver> begin_block(LaunchId, std::uint64_t block) override;
    /// The last step counts once the next has begun, or here.
    void finish();

    const std::vector<BlockSpan>& blocks() const { return blocks_; } ///< by linear index
    const std::optional<TimelineRow>& worst() const { return worst_; }

private:
    class Part;
    void begin(const InstructionEvent& event);

    std::vector<BlockSpan> blocks_;
    TimelineRow now_; ///< the step that is being told of
    std::optional<TimelineRow> worst_;
};

/// Collects the steps of one block while a session searches for the last of them.
class BlockSteps : public StepMatcher {
public:
    /// Rows beyond these are left out; then the timeline is not whole.
    static constexpr std::size_t kMostRows = 4'000'000;

    BlockSteps(std::uint64_t block, std::uint64_t last) : block_(block), last_(last) {}

    void begin() override { row_ = {}, heard_ = false; }
    bool matches(const Session& session) override;
    void on_instruction(const InstructionEvent& event) override;
    void on_unfinished(const InstructionEvent& event) override { on_instruction(event); }
    void on_access(const AccessEvent& event) override;

    std::vector<TimelineRow> take_rows() { return std::move(rows_); }
    bool whole() const { return whole_; }

private:
    std::uint64_t block_, last_;
    TimelineRow row_;
    bool heard_ = false, whole_ = true;
    std::vector<TimelineRow> rows_;
};

/// What an access costs, into `row`.
void add_cost(const AccessEvent& access, TimelineRow& row);

} // namespace warpscope::gui

// The steps that one lane of a launch takes, and what changes from line to line along them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/debug/code_index.h"
#include "sim/debug/machine.h"
#include "sim/debug/session.h"

namespace warpscope {

/// One warp instruction that the lane's split executed.
struct OwnStep {
    std::uint64_t position = 0; ///< of the launch behind it
    CodePosition at;
    std::int8_t call = 0; ///< 1: the lane entered a function, -1: it left one
    bool exits = false;   ///< the lane left the kernel
};

/// Told of one warp instruction after another, it knows whether it was the lane's own.
class OwnStepListener : public StepMatcher {
public:
    OwnStepListener(const CodeIndex& code, const Focus& focus) : code_(code), focus_(focus) {}
    Interest interest() const override { return {.instructions = true, .synchronisation = true}; }
    void begin() override;
    void on_instruction(const InstructionEvent& event) override;
    void on_unfinished(const InstructionEvent& event) override;
    void on_retire(const RetireEvent& event) override;
    void on_fault(const FaultEvent& event) override;

protected:
    /// The lane's own step, without its position.
    const std::optional<OwnStep>& own() const { return own_; }
    bool of_warp() const { return of_warp_; }
    const CodeIndex& code_;
    Focus focus_;

private:
    void hear(WarpId warp, CodePosition at, LaneMask active, LaneMask executed);
    std::optional<OwnStep> own_;
    bool heard_ = false, of_warp_ = false;
};

/// Ends a search at the lane's step number `count`, or at the one with which it leaves the kernel.
class OwnStepCounter final : public OwnStepListener {
public:
    OwnStepCounter(const CodeIndex& code, const Focus& focus, std::uint64_t count)
        : OwnStepListener(code, focus), left_(count) {}
    bool matches(const Session&) override;
    /// The lane left the kernel before the last of the steps.
    bool exited_early() const { return exited_ && left_ != 0; }

private:
    std::uint64_t left_;
    bool exited_ = false;
};

/// How far a step by lines goes.
enum class LineStep : std::uint8_t {
    Into, ///< to another line, of a called or inlined function too
    Over, ///< the same, but called functions run through
    Out,  ///< until the function, or the inlined call, is left
    Down, ///< as Over, to a later line: out of loops
};

/// Where a lane is: its line, and how deep in calls it is beside where it began.
struct LinePlace {
    int depth = 0;
    std::vector<LineLevel> levels; ///< empty when nothing is known
};
/// Whether going on from `from` by a step of this kind ends at `to`.
bool is_step(LineStep kind, const LinePlace& from, const LinePlace& to);

/// Ends a search at the lane's first step on another line, or with which it leaves the kernel.
class LineStepMatcher final : public OwnStepListener {
public:
    LineStepMatcher(const CodeIndex& code, const Focus& focus, LineStep kind, LinePlace from)
        : OwnStepListener(code, focus), kind_(kind), from_(std::move(from)) {}
    bool matches(const Session&) override;
    /// Of the last step that was looked at.
    bool arrived() const { return arrived_; }
    bool exited() const { return exited_; }

private:
    LineStep kind_;
    LinePlace from_;
    int depth_ = 0;
    bool arrived_ = false, exited_ = false;
};

/// The lane's steps before the session's position, the last first, as many as `enough` asks for:
/// called after each longer part, it says whether that will do. Leaves the session elsewhere.
std::vector<OwnStep>
own_steps_before(Session& session, const CodeIndex& code, const Focus& focus,
                 const std::function<bool(const std::vector<OwnStep>&)>& enough,
                 const std::atomic<bool>* cancel);

/// Of steps with the last first: the one that the lane stands before after a step back by lines, as
/// an index; nothing when they do not reach that far. `from` is where it stands now.
std::optional<std::size_t> line_step_back(LineStep kind, const LinePlace& from,
                                          const std::vector<OwnStep>& steps, const CodeIndex& code);

} // namespace warpscope

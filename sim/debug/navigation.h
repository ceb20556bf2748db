// Navigator: a session with somebody in focus, who is followed forwards and back.
//
// It comes to rest just before a warp instruction of the warp in focus. So each step back undoes a
// step forward exactly.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sim/debug/breakpoints.h"
#include "sim/debug/code_index.h"
#include "sim/debug/machine.h"
#include "sim/debug/own_steps.h"
#include "sim/debug/session.h"
#include "sim/debug/source_variables.h"
#include "sim/debug/watched_search.h"

namespace warpscope {

enum class Direction : std::uint8_t { Forward, Back };

/// Why it came to rest.
struct Stop {
    enum class Why : std::uint8_t {
        Step,       ///< as far as was asked
        Breakpoint, ///< `hits`
        LaneExited, ///< the lane in focus left the kernel; another warp is in focus
        Beginning,  ///< of the launch, or of the warp that was followed
        End,        ///< the launch has ended
        NotFound,   ///< there is no such moment; it stands where it stood
        Cancelled,
    };
    struct Hit {
        unsigned breakpoint = 0;
        LaneMask lanes = 0;
    };
    Why why = Why::Step;
    std::vector<Hit> hits;
    /// What the warp instruction behind the stop does, when it was looked at.
    std::optional<StepRecord> next;
};

class Navigator {
public:
    /// `session` has a history, and outlives it.
    explicit Navigator(Session& session);

    Session& session() { return session_; }
    const Session& session() const { return session_; }
    const CodeIndex& code() const { return code_; }
    /// Variables of the source; builds without --debug have none. Read when first asked for.
    const SourceVariables& names() const;
    BreakpointTable& breakpoints() { return breakpoints_; }
    const Focus& focus() const { return focus_; }
    /// False when the warp is not on the machine now, or has no such lane.
    bool set_focus(const Focus& focus);
    /// Where the lane in focus is: what it runs next, then the calls around it, innermost first. A
    /// block that begins with the next step is not on the machine yet, but known to begin there.
    std::vector<CodePlace> stack() const;
    /// A warp's first lane that is there to run, if there is any.
    std::optional<unsigned> living_lane(std::uint64_t block, std::uint32_t warp) const;

    // Of the lane in focus, `count` times:
    Stop step_instruction(Direction direction, std::uint64_t count = 1);
    Stop step_line(LineStep kind, Direction direction);
    // Of the whole launch; the warp that runs next comes into focus:
    Stop step_launch(Direction direction, std::uint64_t count = 1);
    Stop go_to(std::uint64_t position);
    /// To just behind the next barrier of the block in focus that opens.
    Stop step_barrier(Direction direction);
    /// To where another block's turn begins.
    Stop step_block(Direction direction);
    /// To before the first warp instruction of a block.
    Stop go_to_block(std::uint64_t block);
    /// To the next breakpoint, or the end or beginning.
    Stop go_on(Direction direction);
    /// To one of these places in the code, or a breakpoint, whichever comes first.
    Stop run_to(const CodeLocations& locations, Direction direction);

    /// The session was moved by others: nothing was told of the warp instruction that comes next,
    /// so a run forwards may end at it.
    void forget_rest() { rested_at_.reset(); }

    /// Ends long searches when set. Null: nothing does.
    void set_cancel(const std::atomic<bool>* cancel) { cancel_ = cancel; }
    /// Kept up to date during searches, for whoever watches from another thread; null: nobody does.
    void set_watched(std::atomic<std::uint64_t>* position) { watched_ = position; }

    /// What the next warp instruction of the launch does; nothing at its end. The session stays.
    std::optional<StepRecord> next_step();
    /// Like the session's, but set_cancel() ends them and set_watched() follows them. `stops` ends
    /// the search too.
    std::optional<std::uint64_t> search(StepMatcher& matcher, StepMatcher* stops = nullptr);
    std::optional<std::uint64_t> search_back(StepMatcher& matcher, std::uint64_t last,
                                             MemoryRange written = {});
    /// What device code printed on the way to here, each text once, in order.
    std::vector<std::string> take_printed();
    bool cancelled() const {
        return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed);
    }

private:
    LinePlace place() const;
    std::vector<Breakpoint*> enabled();
    /// Comes to rest before the step that leads to `position`.
    Stop rest_before(std::uint64_t position, Stop stop = {});
    void focus_next();
    std::optional<CodePosition> position_in_focus() const;
    bool begins_next(std::uint64_t block) const;
    Stop end_of_search(std::uint64_t start);
    Stop after_exit();
    Stop stops_forward(const std::vector<Breakpoint*>& breakpoints);
    Stop stops_back(const std::vector<Breakpoint*>& breakpoints);
    Stop accept(std::vector<BreakpointHit> hits, WarpId warp, std::uint64_t position,
                Direction direction);
    void verify(std::vector<BreakpointHit>& hits, WarpId warp) const;
    bool step_back_into_launch();
    Stop step_instruction_back(std::uint64_t count);
    Stop step_line_back(LineStep kind);

    Session& session_;
    CodeIndex code_;
    mutable std::unique_ptr<SourceVariables> names_;
    BreakpointTable breakpoints_;
    Focus focus_;
    const std::atomic<bool>* cancel_ = nullptr;
    std::atomic<std::uint64_t>* watched_ = nullptr;
    std::optional<StepRecord> next_;         ///< the last that was looked at
    std::optional<std::uint64_t> rested_at_; ///< where a stop was told last
    HeardPrints heard_;                      ///< since take_printed()
    std::uint64_t printed_up_to_ = 0;        ///< position up to which texts were given out
};

} // namespace warpscope

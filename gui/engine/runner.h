// Runner: runs an opened launch to breakpoints, places, calls and writes, with sim/debug's
// navigator.
//
// The navigator comes to rest before a warp instruction; a moment of the desktop is the state just
// behind one. So a run ends at the position behind the instruction that met what was looked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gui/engine/facts.h"
#include "gui/engine/moment.h"
#include "gui/engine/user_breakpoint.h"
#include "sim/debug/navigation.h"

namespace warpscope::gui {

struct RunWish {
    enum class Kind : std::uint8_t {
        Stops, ///< to the next breakpoint
        Place, ///< to a line, or a breakpoint on the way
        Line,  ///< of the lane in focus, by source lines: into and out of calls
        Write, ///< to a step that writes to some bytes
    };
    Kind kind = Kind::Stops;
    Direction direction = Direction::Forward;
    std::string file;       ///< Place: empty: a line of the PTX
    std::uint32_t line = 0; ///< Place
    bool either = false;    ///< Place: the other way when there is none this way
    LineStep step = LineStep::Into;
    Focus focus;        ///< Line
    WatchedRange bytes; ///< Write
};

struct RunEnd {
    std::uint64_t position = 0; ///< to show
    StopNote note;
    bool cancelled = false;
};

class Runner {
public:
    /// Both outlive it. `watched` is kept at the position that is looked at.
    Runner(Session& session, const std::atomic<bool>& cancel, std::atomic<std::uint64_t>* watched);

    /// What is wrong with each of them, by id.
    using Troubles = std::vector<std::pair<unsigned, Diagnostic>>;
    void set_breakpoints(const std::vector<UserBreakpoint>& wanted);
    /// Of conditions too, as far as runs have looked at them.
    Troubles troubles();

    /// From the moment at `shown`. The session is anywhere afterwards.
    RunEnd run(const RunWish& wish, std::uint64_t shown);

private:
    RunEnd run_to_stops(const RunWish& wish, std::uint64_t shown);
    RunEnd run_to_place(const RunWish& wish, std::uint64_t shown);
    RunEnd step_lines(const RunWish& wish, std::uint64_t shown);
    RunEnd run_to_write(const RunWish& wish, std::uint64_t shown);
    RunEnd end_of(const Stop& stop, std::uint64_t shown);
    /// Where searches begin: behind the shown step, or before it.
    void stand(Direction direction, std::uint64_t shown);
    std::string text_of(const Stop& stop) const;

    Session& session_;
    Navigator navigator_;
    const std::atomic<bool>& cancel_;
    std::vector<UserBreakpoint> wanted_;
    std::vector<std::pair<unsigned, unsigned>> numbers_; ///< the navigator's number, the user's id
    Troubles refused_;
};

} // namespace warpscope::gui

// What the desktop asks for, in the navigator's terms.
#include "gui/engine/runner.h"

#include <algorithm>

#include <fmt/format.h>

#include "runtime/report/units.h"
#include "sim/debug/questions.h"

namespace warpscope::gui {
namespace {

Result<Breakpoint> compiled(const UserBreakpoint& wanted, const CodeIndex& code) {
    Breakpoint b;
    b.what = words_of(wanted);
    b.enabled = wanted.enabled;
    switch (wanted.kind) {
    case UserBreakpoint::Kind::Line:
    case UserBreakpoint::Kind::Ptx: {
        Result<CodeLocations> found = wanted.kind == UserBreakpoint::Kind::Line
                                          ? code.on_source_line(wanted.file, wanted.line)
                                          : code.on_ptx_line(wanted.line);
        if (!found) return found.error();
        b.locations = std::move(*found);
        break;
    }
    case UserBreakpoint::Kind::Memory:
        b.kind = BreakpointKind::Watch;
        b.watched = wanted.watched;
        b.on_read = wanted.on_read;
        b.on_write = wanted.on_write;
        break;
    case UserBreakpoint::Kind::Finding: b.kind = BreakpointKind::Position; break;
    }
    if (wanted.only_findings) b.kind = BreakpointKind::Position;
    b.positions = wanted.positions;
    if (wanted.condition.empty()) return b;
    Result<Expression> condition = Expression::parse(wanted.condition);
    if (!condition) return condition.error();
    b.condition = std::move(*condition);
    return b;
}

std::string lanes_text(LaneMask lanes) {
    if (lanes == kAllLanes) return "all lanes";
    const unsigned first = first_lane(lanes), count = count_lanes(lanes);
    if (count == 1) return fmt::format("lane {}", first);
    const bool row = lanes >> first == lowest_lanes(count);
    return row ? fmt::format("lanes {} to {}", first, first + count - 1)
               : fmt::format("{} lanes", count);
}

} // namespace

Runner::Runner(Session& session, const std::atomic<bool>& cancel,
               std::atomic<std::uint64_t>* watched)
    : session_(session), navigator_(session), cancel_(cancel) {
    navigator_.set_cancel(&cancel);
    navigator_.set_watched(watched);
}

void Runner::set_breakpoints(const std::vector<UserBreakpoint>& wanted) {
    wanted_ = wanted;
    numbers_.clear();
    refused_.clear();
    navigator_.breakpoints() = {};
    for (const UserBreakpoint& b : wanted) {
        Result<Breakpoint> made = compiled(b, navigator_.code());
        if (!made)
            refused_.emplace_back(b.id, made.error());
        else
            numbers_.emplace_back(navigator_.breakpoints().add(std::move(*made)).number, b.id);
    }
}

Runner::Troubles Runner::troubles() {
    Troubles all = refused_;
    for (const Breakpoint& b : navigator_.breakpoints().all())
        for (const auto& [number, id] : numbers_)
            if (number == b.number && b.trouble) all.emplace_back(id, *b.trouble);
    return all;
}

void Runner::stand(Direction direction, std::uint64_t shown) {
    session_.go_to(direction == Direction::Back && shown != 0 ? shown - 1 : shown);
    navigator_.forget_rest();
}

std::string Runner::text_of(const Stop& stop) const {
    std::string text;
    for (const Stop::Hit& hit : stop.hits)
        for (const auto& [number, id] : numbers_)
            for (const UserBreakpoint& b : wanted_)
                if (number == hit.breakpoint && id == b.id)
                    text += fmt::format("{}{}: {}", text.empty() ? "Stopped at " : ", ",
                                        words_of(b), lanes_text(hit.lanes));
    return text.empty() ? text : text + ".";
}

RunEnd Runner::end_of(const Stop& stop, std::uint64_t shown) {
    RunEnd end;
    const std::uint64_t here = session_.position();
    end.position = here;
    switch (stop.why) {
    case Stop::Why::Breakpoint:
    case Stop::Why::Step:
        end.position = here + 1;
        end.note.text = text_of(stop);
        end.note.lanes = LaneMask{1} << navigator_.focus().lane;
        for (const Stop::Hit& hit : stop.hits) {
            end.note.lanes |= hit.lanes;
            for (const auto& [number, id] : numbers_)
                if (number == hit.breakpoint) end.note.breakpoints.push_back(id);
        }
        break;
    case Stop::Why::LaneExited: end.note.text = "The lane has left the kernel."; break;
    case Stop::Why::Beginning:
        end.position = std::max<std::uint64_t>(1, here);
        end.note.text = "No stop before: the first step.";
        break;
    case Stop::Why::End: break; // how it ended is said of every moment there
    case Stop::Why::NotFound:
        end.position = shown;
        end.note.text = "There is no such step this way.";
        break;
    case Stop::Why::Cancelled:
        end.cancelled = true;
        end.note.text = "Stopped on the way.";
        break;
    }
    return end;
}

RunEnd Runner::run_to_stops(const RunWish& wish, std::uint64_t shown) {
    stand(wish.direction, shown);
    RunEnd end = end_of(navigator_.go_on(wish.direction), shown);
    // Backwards there is nothing to see where the search happened to be.
    if (end.cancelled && wish.direction == Direction::Back) end.position = shown;
    return end;
}

RunEnd Runner::run_to_place(const RunWish& wish, std::uint64_t shown) {
    const Result<CodeLocations> place =
        wish.file.empty() ? navigator_.code().on_ptx_line(wish.line)
                          : navigator_.code().on_source_line(wish.file, wish.line);
    RunEnd end;
    end.position = shown;
    if (!place) {
        end.note.text = place.error().message;
        return end;
    }
    stand(wish.direction, shown);
    Stop stop = navigator_.run_to(*place, wish.direction);
    const bool none = stop.why == Stop::Why::NotFound || stop.why == Stop::Why::End;
    if (none && wish.either) {
        const Direction other =
            wish.direction == Direction::Forward ? Direction::Back : Direction::Forward;
        stand(other, shown);
        stop = navigator_.run_to(*place, other);
    }
    end = end_of(stop, shown);
    // Who asks for a line does not want the end instead.
    if (stop.why == Stop::Why::End || stop.why == Stop::Why::NotFound) {
        end.position = shown;
        end.note.text = fmt::format("Line {} does not run {}.", wish.line,
                                    wish.either                            ? "in this launch"
                                    : wish.direction == Direction::Forward ? "behind here"
                                                                           : "before here");
    }
    if (end.cancelled) end.position = shown;
    return end;
}

RunEnd Runner::step_lines(const RunWish& wish, std::uint64_t shown) {
    // The lane stands before the step that is shown, when that is its own.
    session_.go_to(shown);
    const bool own = session_.last_step() && session_.last_step()->block == wish.focus.block &&
                     session_.last_step()->warp == wish.focus.warp &&
                     has_lane(session_.last_step()->active, wish.focus.lane);
    if (own) session_.go_to(shown - 1);
    navigator_.next_step();
    if (!navigator_.set_focus(wish.focus)) {
        RunEnd end;
        end.position = shown;
        end.note.text = "This lane is not on the machine now.";
        return end;
    }
    RunEnd end = end_of(navigator_.step_line(wish.step, wish.direction), shown);
    if (end.cancelled) end.position = shown;
    return end;
}

RunEnd Runner::run_to_write(const RunWish& wish, std::uint64_t shown) {
    stand(wish.direction, shown);
    Subject subject;
    subject.range = wish.bytes;
    const std::optional<Answer> answer = wish.direction == Direction::Forward
                                             ? next_change(navigator_, subject)
                                             : last_change(navigator_, subject);
    RunEnd end;
    end.position = shown;
    end.cancelled = cancel_.load();
    if (answer) {
        end.position = answer->step.position;
        end.note.lanes = answer->lanes;
        end.note.text =
            fmt::format("Written by {} of warp {}.", lanes_text(answer->lanes), answer->step.warp);
    } else if (end.cancelled) {
        end.note.text = "Stopped on the way.";
    } else {
        end.note.text = wish.direction == Direction::Forward
                            ? "Nobody writes other bytes there any more."
                            : "Nobody wrote there before: it is as the launch found it.";
    }
    return end;
}

RunEnd Runner::run(const RunWish& wish, std::uint64_t shown) {
    static_cast<void>(navigator_.take_printed()); // nobody reads them here
    switch (wish.kind) {
    case RunWish::Kind::Stops: return run_to_stops(wish, shown);
    case RunWish::Kind::Place: return run_to_place(wish, shown);
    case RunWish::Kind::Line: return step_lines(wish, shown);
    case RunWish::Kind::Write: return run_to_write(wish, shown);
    }
    return {};
}

} // namespace warpscope::gui

// What the user chose about time: breakpoints that are written or listed, scope and unit of steps.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gui/engine/examiner.h"
#include "gui/views/breakpoint_list.h"
#include "gui/views/text_field.h"
#include "gui/views/time_view.h"
#include "gui/views/timeline_strip.h"

namespace warpscope::gui {

/// The box in which a breakpoint's condition is written, and the list of all breakpoints.
struct BreakState {
    std::optional<views::BreakPlace> edited; ///< the line that the box belongs to
    views::TextField text;
    std::string error; ///< of what was written
    bool list = false; ///< it is open
};

/// What the time bar shows and its buttons go by.
struct TimeState {
    views::TimeScope scope = views::TimeScope::Block;
    views::StepUnit unit = views::StepUnit::Instruction;
    views::StripRange range; ///< entries; count 0: all of them
    bool follows = false;    ///< the next view turns to the page with the step
    bool operator==(const TimeState&) const = default;
};

/// The marks of a timeline, and what they were made of.
struct KnownMarks {
    std::shared_ptr<const Timeline> timeline;
    std::uint64_t breakpoints = 0; ///< BreakpointList::revision
    std::shared_ptr<const Examination> examination;
    views::TimeScope scope = views::TimeScope::Block;
    std::uint32_t warp = 0;
    views::MarkEntries entries;
};

} // namespace warpscope::gui

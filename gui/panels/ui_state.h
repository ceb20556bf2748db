// What the user chose to see.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "gui/editor/source_edit.h"
#include "gui/layout/layout.h"
#include "gui/layout/recent.h"
#include "gui/panels/lanes_state.h"
#include "gui/panels/run_state.h"
#include "gui/theme/palette.h"
#include "gui/views/occupancy_view.h"
#include "gui/views/timeline_strip.h"

namespace warpscope::gui {

enum class MemoryTab : std::uint8_t { Shared, Global, Local };

/// What the user chose in the lower panels.
struct LowerState {
    std::size_t finding = SIZE_MAX; ///< of FindingsView::items; beyond: the first listed
    float findings_scroll = 0, finding_scroll = 0, counters_scroll = 0, compare_scroll = 0;
    bool all_counters = false;
    bool roofline = false;        ///< instead of the table of counters
    std::string heat;             ///< counter beside the source's lines; empty: passes and sectors
    std::uint32_t grid_layer = 0; ///< z of the blocks that are shown
    std::optional<std::string> grid_typed; ///< after G: a block's index so far
    views::StripRange strip;               ///< steps that the timeline shows
    views::StripRange marked;              ///< steps that were dragged over; count 0: none
    std::optional<std::uint64_t> drag_from;
    std::optional<BlockResources> resources; ///< as the sliders stand; none: as launched
    int slider = -1;                         ///< that is dragged
};

/// What the user chose to see; written where it acts, never hidden.
struct UiState {
    Theme theme = Theme::Dark;
    float scale = 1;
    LayoutState layout;
    bool show_ptx = true;
    bool show_line_costs = true;
    bool show_splits = false;
    bool show_values = false;   ///< words in the bank grid
    bool buffer_owners = false; ///< the buffer map shows who wrote, not how often it was touched
    bool with_fix = false;      ///< the bank grid as padding would make it, where it helps
    MemoryTab memory = MemoryTab::Shared;
    bool memory_follows = true; ///< the tab goes where the last access went
    bool scrubbing = false;     ///< the button went down on the time bar
    bool playing = false;       ///< passes run
    double pass_seconds = -1;   ///< below 0: all passes at once
    char number_format = 0;     ///< 0: as the value is meant; x, d, f, b
    views::BreakpointList breakpoints;
    BreakState breaks;
    TimeState time;
    unsigned focus = 0;       ///< of main panels, by Slot
    float source_scroll = -1; ///< pixels; below 0: follows the current line
    float warps_scroll = 0, lanes_scroll = 0, explanation_scroll = 0;
    std::string help;      ///< id of the panel whose help is open
    std::string lower_tab; ///< id
    LowerState lower;
    LanesState lanes;
    std::uint64_t source_followed = 0, warps_followed = 0; ///< the moment that each has scrolled to
    std::uint64_t marked_line = 0;
    std::string message; ///< in the status, until the next input
    bool quit = false;
    std::shared_ptr<SourceEdit> edit;  ///< of the program's file; null: it was not edited
    bool editing = false;              ///< text keys go there
    std::vector<RecentProgram> recent; ///< the newest first
};

} // namespace warpscope::gui

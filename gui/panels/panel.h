// What a panel is given to draw with and what it may ask for: panels own nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gui/backend/input.h"
#include "gui/draw/canvas.h"
#include "gui/engine/engine.h"
#include "gui/engine/examiner.h"
#include "gui/layout/layout.h"
#include "gui/views/bank_view.h"
#include "gui/views/barrier_view.h"
#include "gui/views/compare_view.h"
#include "gui/views/counter_rows.h"
#include "gui/views/findings_view.h"
#include "gui/views/grid_view.h"
#include "gui/views/lane_rows.h"
#include "gui/views/occupancy_view.h"
#include "gui/views/sector_view.h"
#include "gui/views/selection.h"
#include "gui/views/source_view.h"
#include "gui/views/split_rows.h"
#include "gui/views/time_view.h"
#include "gui/views/timeline_strip.h"
#include "gui/views/warp_rows.h"

namespace warpscope::gui {

enum class MemoryTab : std::uint8_t { Shared, Global, Local };

/// What the user chose in the lower panels.
struct LowerState {
    std::size_t finding = SIZE_MAX; ///< of FindingsView::items; beyond: the first listed
    float findings_scroll = 0, finding_scroll = 0, counters_scroll = 0, compare_scroll = 0;
    bool all_counters = false;
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
    bool show_values = false; ///< words in the bank grid
    MemoryTab memory = MemoryTab::Shared;
    bool memory_follows = true;          ///< the tab goes where the last access went
    bool scrubbing = false;              ///< the button went down on the time bar
    bool playing = false;                ///< passes run
    double pass_seconds = -1;            ///< below 0: all passes at once
    char number_format = 0;              ///< 0: as the value is meant; x, d, f, b
    std::set<std::uint32_t> breakpoints; ///< source lines
    unsigned focus = 0;                  ///< of main panels, by Slot
    float source_scroll = -1;            ///< pixels; below 0: follows the current line
    float warps_scroll = 0, lanes_scroll = 0;
    std::string help; ///< id of the panel whose help is open
    std::string lower_tab;
    LowerState lower;
    std::uint64_t source_followed = 0, warps_followed = 0; ///< the moment that each has scrolled to
    std::uint64_t marked_line = 0;
    std::string message; ///< in the status, until the next input
};

/// Views of the moment that is shown; rebuilt when moment, selection or choices change.
struct Views {
    views::SourceView source;
    std::vector<views::WarpRow> warps;
    std::vector<views::LaneRow> lanes;
    std::optional<views::BankView> banks;
    std::optional<views::SectorView> global, local;
    views::SplitView splits;
    views::TimeView time;
    views::StepNumber step;
    // Of the lower panels.
    views::FindingsView findings;
    std::optional<views::CounterRows> counters;
    views::GridView grid;
    views::BarrierView barriers;
    views::TimelineStrip strip;
    std::optional<views::CompareView> compare;
};

/// What panels ask of the launch: all of it is carried out elsewhere, later.
struct Actions {
    std::function<void(std::optional<std::uint64_t>)> go_to; ///< nothing: says so in the status
    std::function<void()> run, run_back, cancel;
    std::function<void(const KeyPress&)> press; ///< as if the key was pressed
    std::function<void(std::uint32_t)> open_launch;
    /// To the moment before the step, then that warp and lane are selected.
    std::function<void(const StepWish&, std::uint32_t lane)> go_before;
    std::function<void(std::uint64_t)> go_to_block; ///< to the selected line there
};

struct PanelContext {
    Canvas& canvas;
    const Input& input; ///< empty where something covers the panel
    Rect area;          ///< of the whole panel, header included
    const Layout& layout;
    const Moment& moment;
    const Views& views;
    views::Selection& selection;
    UiState& state;
    Actions& actions;
    const Examination& examination;
    const std::vector<BlockSpan>& blocks; ///< of the launch, by linear index
    std::optional<std::string> tooltip;   ///< set by whatever the pointer is over
};

/// What a panel is given when a key is pressed while it has the focus.
struct KeyContext {
    const Moment& moment;
    const Views& views;
    views::Selection& selection;
    UiState& state;
    Actions& actions;
};

/// One panel: a row here is all that a panel needs to be known.
struct PanelRow {
    const char* id;
    const char* title;
    Slot slot;
    const char* help; ///< three sentences
    void (*draw)(PanelContext& context);
    /// Keys that mean something else in this panel; false: what they always mean. Null: none.
    bool (*key)(KeyContext& context, const KeyPress& key) = nullptr;
};

} // namespace warpscope::gui

// What a panel is given to draw with and what it may ask for: panels own nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gui/backend/input.h"
#include "gui/draw/canvas.h"
#include "gui/editor/source_edit.h"
#include "gui/engine/engine.h"
#include "gui/engine/examiner.h"
#include "gui/layout/layout.h"
#include "gui/panels/run_state.h"
#include "gui/panels/ui_state.h"
#include "gui/views/bank_view.h"
#include "gui/views/barrier_view.h"
#include "gui/views/buffer_map.h"
#include "gui/views/compare_view.h"
#include "gui/views/counter_rows.h"
#include "gui/views/findings_view.h"
#include "gui/views/grid_view.h"
#include "gui/views/lane_rows.h"
#include "gui/views/occupancy_view.h"
#include "gui/views/padding.h"
#include "gui/views/roofline.h"
#include "gui/views/sector_view.h"
#include "gui/views/selection.h"
#include "gui/views/source_view.h"
#include "gui/views/split_rows.h"
#include "gui/views/warp_rows.h"

namespace warpscope::gui {

/// Views of the moment that is shown; rebuilt when moment, selection or choices change.
struct Views {
    views::SourceView source;
    std::vector<views::WarpRow> warps;
    std::vector<views::LaneRow> lanes;
    std::optional<views::BankView> banks; ///< one of the next two, as the user chose
    std::optional<views::BankView> banks_as_is, banks_padded;
    std::optional<views::Padding> padding; ///< of the shown shared access, when it helps
    std::optional<views::SectorView> global, local;
    views::BufferMap buffer; ///< of the shown global access
    views::SplitView splits;
    views::TimeView time;
    views::StepNumber step;
    // Of the lower panels.
    views::FindingsView findings;
    std::optional<views::CounterRows> counters;
    views::Roofline roofline;
    views::GridView grid;
    views::BarrierView barriers;
    views::TimelineStrip strip;
    std::optional<views::CompareView> compare;
    std::string next_program; ///< file name of the next one of a series; empty: there is none
};

/// What panels ask of the launch: all of it is carried out elsewhere, later.
struct Actions {
    std::function<void(std::optional<std::uint64_t>)> go_to; ///< nothing: says so in the status
    std::function<void(std::uint64_t)> scrub; ///< on the way of a drag: no jump to go back from
    std::function<void()> begin_jump;         ///< the place that is left can be gone back to
    std::function<void(const views::BreakPlace&)> run_to; ///< whichever way is nearer
    std::function<void(const views::BreakPlace&)> edit_breakpoint;
    std::function<void()> run, run_back, cancel;
    std::function<void(const KeyPress&)> press; ///< as if the key was pressed
    std::function<void(std::uint32_t)> open_launch;
    std::function<void()> open_next; ///< the next program of the series
    /// To the moment before the step, then that warp and lane are selected.
    std::function<void(const StepWish&, std::uint32_t lane)> go_before;
    std::function<void(std::uint64_t)> go_to_block; ///< to the selected line there
    /// To the step at which the expression last got its value in the selected lane.
    std::function<void(const std::string&)> go_to_change;
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
    /// What is wrong with breakpoints, by id.
    const std::vector<std::pair<unsigned, Diagnostic>>& troubles;
    const std::vector<views::PlacedFinding>& placed; ///< findings whose moments are known
    const std::vector<BlockSpan>& blocks;            ///< of the launch, by linear index
    std::optional<std::string> tooltip;              ///< set by whatever the pointer is over
    Slot slot = Slot::Source;                        ///< where the panel stands
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

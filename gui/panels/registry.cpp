// The rows of the panels, with their help.
#include "gui/panels/registry.h"

namespace warpscope::gui {
namespace {

constexpr PanelRow kRows[] = {
    {"source", "Source", Slot::Source,
     "The program as written, with the PTX of the current line unfolded under it. Tags like W0–3 "
     "say "
     "which warps ran that instruction last. The filled arrow is the step that is shown, the "
     "hollow "
     "one is what the warp runs next; a double click on a line goes to its nearest step.",
     draw_source},
    {"warps", "Warps", Slot::Warps,
     "A warp is 32 threads that share one instruction at a time; each cell is one of them, a lane. "
     "Filled lanes run, hollow ones wait because a branch parted them, yellow bars wait for the "
     "other "
     "warps of the block. A click chooses warp and lane for all panels, a double click goes to "
     "that "
     "warp's next step.",
     draw_warps},
    {"lanes", "Lanes", Slot::Lanes,
     "The same variable has another value in each lane: this is what makes them different threads. "
     "A "
     "value that all lanes share is one band, and a value that grows evenly says its step at the "
     "right. Insert watches an expression, C compares all lanes with the selected one, and a "
     "double "
     "click on a row goes to where its value in that lane came from.",
     draw_lanes, press_in_lanes},
    {"memory", "Memory", Slot::Memory,
     "What the last access of the warp asked of memory: each line leads from a lane to the place "
     "that "
     "it wants. Shared memory has 32 banks, and each gives one word a pass, so lanes that want "
     "different words of one bank queue. Global memory moves sectors of 32 bytes, whatever part of "
     "them is used.",
     draw_memory},
    {"findings", "Findings", Slot::Lower,
     "What the checkers found in this launch, and what its memory accesses waste, the worst first "
     "and equal ones folded. A click shows the line, the warp and the lane that are to blame; time "
     "stays where it is. Enter or a double click goes to the moment before it happens, so that the "
     "next step is the one that goes wrong.",
     draw_findings, press_in_findings},
    {"counters", "Counters", Slot::Lower,
     "What the whole launch counts up to, as a profiler would count it: first what could be "
     "better, "
     "each with the line that most of it comes from. The pointer over a row brings its formula and "
     "the profiler's name for it. A click puts its numbers beside the lines of the source, a "
     "double "
     "click goes to the worst of them.",
     draw_counters, press_in_counters},
    {"grid", "Grid", Slot::Lower,
     "Each square is a block of the launch: hollow ones have not begun, bright ones are on the "
     "machine, dim ones have finished, and a cross means a finding. Blocks run the same code on "
     "other data, in an order that nobody promises. A click goes to the same line in another "
     "block; "
     "arrows do so step by step, and G with two numbers goes anywhere.",
     draw_grid, press_in_grid},
    {"compare", "Compare", Slot::Lower,
     "The same launch on the emulator and on a GPU, from the same PTX and the same memory. Where "
     "the values differ, the first and the worst are here, with who wrote them last. A recording "
     "says so, and the day that it was made on: the GPU itself need not be there.",
     draw_compare},
    {"timeline", "Timeline", Slot::Lower,
     "The warps of this block from above to below and its steps from left to right: only one warp "
     "runs at each step, the others wait for their turn or at a barrier. The wheel zooms at the "
     "pointer, a click goes to that step, a double click shows all. Dragging marks steps and says "
     "what they cost.",
     draw_timeline},
    {"barriers", "Barriers", Slot::Lower,
     "A barrier holds the warps that have come to it until the others come. Here is who has come "
     "and who is missing at this moment. When warps wait for each other in a circle none of them "
     "can go on: that is a deadlock.",
     draw_barriers},
    {"occupancy", "Occupancy", Slot::Lower,
     "An SM holds as many blocks as its slots, warps, registers and shared memory allow, and the "
     "scarcest of them decides. More warps hide the time that each of them waits for memory. The "
     "sliders show what a block would have to take for more of them to fit.",
     draw_occupancy},
};

} // namespace

std::span<const PanelRow> panel_rows() {
    return kRows;
}

const PanelRow* panel_in(Slot slot, const std::string& lower_tab) {
    const PanelRow* first = nullptr;
    for (const PanelRow& row : kRows) {
        if (row.slot != slot) continue;
        if (slot != Slot::Lower || row.id == lower_tab) return &row;
        if (first == nullptr) first = &row;
    }
    return first;
}

const PanelRow* panel_at(Slot slot, const UiState& state) {
    if (const char* pinned = pinned_panel(state.layout.workspace, slot); pinned != nullptr)
        return find_panel(pinned);
    return panel_in(slot, state.lower_tab);
}

std::optional<Slot> slot_of(const std::string& panel, const UiState& state, const Layout& layout) {
    for (unsigned s = 0; s < kSlots; ++s) {
        const PanelRow* row = panel_at(static_cast<Slot>(s), state);
        if (row != nullptr && row->id == panel && !layout.slot[s].empty())
            return static_cast<Slot>(s);
    }
    return std::nullopt;
}

const PanelRow* find_panel(const std::string& id) {
    for (const PanelRow& row : kRows)
        if (row.id == id) return &row;
    return nullptr;
}

} // namespace warpscope::gui

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
     "right. Patterns here explain patterns in memory: bank and address follow from the thread "
     "index.",
     draw_lanes},
    {"memory", "Memory", Slot::Memory,
     "What the last access of the warp asked of memory: each line leads from a lane to the place "
     "that "
     "it wants. Shared memory has 32 banks, and each gives one word a pass, so lanes that want "
     "different words of one bank queue. Global memory moves sectors of 32 bytes, whatever part of "
     "them is used.",
     draw_memory},
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

const PanelRow* find_panel(const std::string& id) {
    for (const PanelRow& row : kRows)
        if (row.id == id) return &row;
    return nullptr;
}

} // namespace warpscope::gui

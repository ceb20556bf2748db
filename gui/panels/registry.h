// The table of panels.
#pragma once

#include <span>

#include "gui/panels/panel.h"

namespace warpscope::gui {

std::span<const PanelRow> panel_rows();
/// The panel that stands in the slot; of lower panels the one whose id is `lower_tab`, else the
/// first. Null when there is none.
const PanelRow* panel_in(Slot slot, const std::string& lower_tab);
/// The panel that stands in the slot as the user has arranged them. Null when there is none.
const PanelRow* panel_at(Slot slot, const UiState& state);
/// Where the panel stands in this layout, or none when it is not to be seen.
std::optional<Slot> slot_of(const std::string& panel, const UiState& state, const Layout& layout);
/// Null when there is none.
const PanelRow* find_panel(const std::string& id);

void draw_source(PanelContext& context);
void draw_warps(PanelContext& context);
void draw_lanes(PanelContext& context);
bool press_in_lanes(KeyContext& context, const KeyPress& key);
void draw_memory(PanelContext& context);
void draw_findings(PanelContext& context);
bool press_in_findings(KeyContext& context, const KeyPress& key);
void draw_counters(PanelContext& context);
bool press_in_counters(KeyContext& context, const KeyPress& key);
void draw_grid(PanelContext& context);
bool press_in_grid(KeyContext& context, const KeyPress& key);
void draw_compare(PanelContext& context);
void draw_timeline(PanelContext& context);
void draw_barriers(PanelContext& context);
void draw_occupancy(PanelContext& context);

} // namespace warpscope::gui

// The focused panel as a picture and a table.
#include "gui/app.h"
#include "gui/panels/registry.h"
#include "gui/views/tables.h"

namespace warpscope::gui {

std::optional<std::string> App::csv_of(const std::string& panel) const {
    std::optional<views::Table> table;
    if (moment_ == nullptr) return std::nullopt;
    if (panel == "lanes") table = views::lanes_table(views_.lanes, state_.lanes.compare);
    if (panel == "counters" && views_.counters) table = views::counters_table(*views_.counters);
    if (panel == "findings") table = views::findings_table(views_.findings);
    if (panel == "timeline") table = views::timeline_table(*moment_);
    if (panel == "compare" && views_.compare) table = views::compare_table(*views_.compare);
    if (panel == "grid") table = views::grid_table(views_.grid);
    if (!table) return std::nullopt;
    return views::csv_text(*table);
}

void App::export_focused() {
    const PanelRow* panel = panel_in(static_cast<Slot>(state_.focus), state_.lower_tab);
    if (panel == nullptr) return;
    export_ =
        PanelExport{panel->id, views_.step.now, shown_areas_[state_.focus], csv_of(panel->id)};
}

std::optional<PanelExport> App::take_export() {
    return std::exchange(export_, std::nullopt);
}

bool App::show_panel(const std::string& id) {
    const PanelRow* panel = find_panel(id);
    if (panel == nullptr) return false;
    if (panel->slot == Slot::Lower) state_.lower_tab = id;
    state_.focus = static_cast<unsigned>(panel->slot);
    return true;
}

} // namespace warpscope::gui

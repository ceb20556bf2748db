// What panels show, as tables to be kept in a file (RFC 4180).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/views/compare_view.h"
#include "gui/views/counter_rows.h"
#include "gui/views/findings_view.h"
#include "gui/views/grid_view.h"
#include "gui/views/lane_rows.h"

namespace warpscope::views {

struct Table {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows; ///< each as long as `columns`
};

/// One row a value, one column a lane; lanes without a value are empty. With `compare`, differences
/// from that lane, as the panel shows them.
Table lanes_table(const std::vector<LaneRow>& rows, std::optional<unsigned> compare);
Table counters_table(const CounterRows& counters);
Table findings_table(const FindingsView& findings);
/// Every step of the block, not only those that have room on the screen.
Table timeline_table(const gui::Moment& moment);
Table compare_table(const CompareView& compare);
/// The blocks of the layer that is shown.
Table grid_table(const GridView& grid);

std::string csv_text(const Table& table);

} // namespace warpscope::views

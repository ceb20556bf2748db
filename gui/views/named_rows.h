// Rows of the Lanes panel that have names: variables of the source and watched expressions.
#pragma once

#include <string>
#include <vector>

#include "gui/views/lane_rows.h"

namespace warpscope::views {

/// Watches and variables of the selected warp, in the moment's order. Those that were not read for
/// this warp yet have their names, and no values.
std::vector<LaneRow> named_rows(const gui::Moment& moment, const Selection& selection);

/// The row's differences from one lane's value, as signed numbers; floats as floats, of booleans
/// whether they differ. Without values when that lane has none.
LaneRow compared_with(LaneRow row, unsigned lane);

/// "8 in all lanes", "lane", "64 + lane", "64 + 32 * lane"; "" without a pattern.
std::string pattern_in_words(const LaneRow& row);

/// The identifier that stands around this character of a line of C++; "" when there is none.
std::string identifier_at(const std::string& line, std::size_t character);

/// What hovering over a variable in the source says: "i = 71 in lane 7: 64 + lane"; "" of a name
/// that is no variable in scope of the selected warp.
std::string variable_in_words(const std::vector<LaneRow>& rows, const std::string& name,
                              unsigned lane);

} // namespace warpscope::views

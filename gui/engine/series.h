// Series: programs of one folder that belong one behind the other: 1_naive.cu, 2_shared.cu, …
#pragma once

#include <filesystem>
#include <optional>

namespace warpscope::gui {

/// Beside `program`, the one with the next higher number in front of its name; of several the first
/// by name. Nothing when there is none, or the program has no number.
std::optional<std::filesystem::path> next_in_series(const std::filesystem::path& program);

} // namespace warpscope::gui

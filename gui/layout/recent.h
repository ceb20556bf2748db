// What was opened before, kept beside the saved layout.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"

namespace warpscope::gui {

/// A program or a captured launch; the arguments are the program's, the options those of a run.
struct RecentProgram {
    std::string path; ///< absolute
    std::vector<std::string> arguments, options;
    bool operator==(const RecentProgram&) const = default;
};

inline constexpr std::size_t kMostRecent = 10;

/// Puts it first, once, and forgets the oldest beyond kMostRecent.
void add_recent(std::vector<RecentProgram>& recent, RecentProgram program);

/// As JSON, the newest first; reading refuses what it does not know.
std::string save_recent(const std::vector<RecentProgram>& recent);
Result<std::vector<RecentProgram>> read_recent(std::string_view text, const std::string& name);

} // namespace warpscope::gui

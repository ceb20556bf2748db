// Children: other programs that are started, listened to and waited for.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "sim/base/result.h"

namespace warpscope::gui {

/// Runs `words`, the first of which is a program's path, and returns its exit status, or 128 and
/// the signal that ended it. `messages` gets what it wrote to its standard error, the end of it
/// when that is long. Setting `cancel` ends the child.
Result<int> run_child(const std::vector<std::string>& words, std::string& messages,
                      const std::atomic<bool>& cancel);

/// The user's folder for what can be made again.
std::filesystem::path cache_folder();

} // namespace warpscope::gui

// Folders that know when they were damaged.
#pragma once

#include <filesystem>

#include "sim/base/result.h"

namespace warpscope::compile {

/// Adds a file `seal` to the folder, made of the names and the content of all others, which are
/// plain files.
Status seal_folder(const std::filesystem::path& folder);

/// Whether the folder has a seal and every file in it is as it was then. Reads all of them.
bool is_intact(const std::filesystem::path& folder);

} // namespace warpscope::compile

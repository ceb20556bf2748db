// Stores of a capture: files that are named by the hash of their content, each written once.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/hash.h"
#include "sim/base/result.h"

namespace warpscope {

/// Reads a whole file of at most `largest` bytes.
Result<std::string> read_whole_file(const std::filesystem::path& file, std::uint64_t largest);
/// Writes a file whole or not at all: readers never see a part of it.
Status write_whole_file(const std::filesystem::path& file, std::string_view bytes);

/// Writes `bytes` under their hash into `folder`, unless they are there.
Result<Hash> store(const std::filesystem::path& folder, std::string_view bytes);

/// Reads the content with this hash from the first folder that has it, and checks it.
Result<std::string> load_stored(const std::vector<std::filesystem::path>& folders, const Hash& hash,
                                std::uint64_t largest);

} // namespace warpscope

// Paths that somebody types, and what can be opened there.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::gui {

struct PathChoice {
    std::string path; ///< as it is to be typed on; a folder ends with '/'
    enum class Kind : std::uint8_t { Program, Launch, Folder } kind = Kind::Program;
};

/// What begins like `typed` and is a program (.cu), a captured launch or folder of them, or a
/// folder on the way; programs and launches first, by name, at most `most`. `~/` is the home
/// folder.
std::vector<PathChoice> path_choices(const std::string& typed, std::size_t most);
/// With `~/` replaced.
std::filesystem::path path_of(const std::string& typed);

/// The program that shows bank conflicts, of the installation or source tree that the executable's
/// folder belongs to; empty when it is not there.
std::filesystem::path find_example(const std::filesystem::path& executable_folder);

} // namespace warpscope::gui

// Where this `warpscope` keeps its files: presets, headers, libraries.
#pragma once

#include <filesystem>

#include "runtime/compile/compile.h"

namespace warpscope::cli {

/// The file of the running program.
std::filesystem::path own_executable();
/// The folder of GPU presets: the installed one, else the source tree's.
std::filesystem::path preset_folder();
/// The folder of templates for new programs, likewise.
std::filesystem::path template_folder();
/// A file or folder of the assets, by its name: the installed one, else the source tree's.
std::filesystem::path asset_file(const char* name);
compile::Installation own_installation();

} // namespace warpscope::cli

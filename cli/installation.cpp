// Finds the files of this installation from the place of the executable.
#include "cli/installation.h"

#include <system_error>

#include "warpscope_paths.h"

namespace warpscope::cli {

namespace fs = std::filesystem;

fs::path own_executable() {
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error);
}

fs::path asset_file(const char* name) {
    std::error_code error;
    const fs::path installed =
        (own_executable().parent_path() / WARPSCOPE_INSTALLED_ASSETS_DIR).lexically_normal() / name;
    return fs::exists(installed, error) ? installed : fs::path(WARPSCOPE_ASSETS_DIR) / name;
}

fs::path preset_folder() {
    return asset_file("gpus");
}

fs::path template_folder() {
    return asset_file("templates");
}

compile::Installation own_installation() {
    return compile::find_installation(own_executable());
}

} // namespace warpscope::cli

// Where headers, runtime archive and device library lie: installed, else in the build tree.
#include "runtime/compile/compile.h"

#include <sstream>

#include "warpscope_paths.h"

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

fs::path installed_or_built(const fs::path& executable, const char* installed, const char* built) {
    std::error_code error;
    const fs::path candidate = (executable.parent_path() / installed).lexically_normal();
    return fs::exists(candidate, error) ? candidate : fs::path(built);
}

} // namespace

Installation find_installation(const fs::path& executable) {
    Installation found;
    found.include_directory =
        installed_or_built(executable, WARPSCOPE_INSTALLED_INCLUDE_DIR, WARPSCOPE_INCLUDE_DIR);
    found.runtime_library = installed_or_built(executable, WARPSCOPE_INSTALLED_RUNTIME_LIBRARY,
                                               WARPSCOPE_RUNTIME_LIBRARY);
    found.device_library = installed_or_built(executable, WARPSCOPE_INSTALLED_DEVICE_LIBRARY,
                                              WARPSCOPE_DEVICE_LIBRARY);
    std::istringstream flags(WARPSCOPE_RUNTIME_LINK_FLAGS);
    for (std::string flag; flags >> flag;)
        found.runtime_link_arguments.push_back(flag);
    for (const char* flag : {"-pthread", "-ldl"})
        found.runtime_link_arguments.emplace_back(flag);
    return found;
}

} // namespace warpscope::compile

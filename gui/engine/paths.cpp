// Looking into folders.
#include "gui/engine/paths.h"

#include <algorithm>
#include <cstdlib>

#include "sim/debug/capsule.h"

namespace warpscope::gui {
namespace {

bool is_launch(const std::filesystem::path& folder) {
    std::error_code ignored;
    return std::filesystem::exists(folder / "manifest.json", ignored) ||
           !list_capsules(folder).empty();
}

} // namespace

std::filesystem::path path_of(const std::string& typed) {
    const char* const home = std::getenv("HOME");
    if (home == nullptr || !typed.starts_with("~/")) return typed;
    return std::filesystem::path(home) / typed.substr(2);
}

std::vector<PathChoice> path_choices(const std::string& typed, std::size_t most) {
    const std::size_t slash = typed.rfind('/');
    const std::string before = slash == std::string::npos ? "" : typed.substr(0, slash + 1);
    const std::string begin = typed.substr(before.size());
    std::vector<PathChoice> choices;
    std::error_code error;
    const std::filesystem::path folder = before.empty() ? "." : path_of(before);
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error)) {
        const std::string name = it->path().filename().string();
        // Hidden files come when they are asked for.
        if (!name.starts_with(begin) || (begin.empty() && name.starts_with('.'))) continue;
        std::error_code ignored;
        if (it->is_directory(ignored))
            choices.push_back({before + name + "/", is_launch(it->path())
                                                        ? PathChoice::Kind::Launch
                                                        : PathChoice::Kind::Folder});
        else if (it->path().extension() == ".cu")
            choices.push_back({before + name, PathChoice::Kind::Program});
    }
    std::sort(choices.begin(), choices.end(), [](const PathChoice& a, const PathChoice& b) {
        const bool x = a.kind == PathChoice::Kind::Folder, y = b.kind == PathChoice::Kind::Folder;
        return x != y ? y : a.path < b.path;
    });
    if (choices.size() > most) choices.resize(most);
    return choices;
}

std::filesystem::path find_example(const std::filesystem::path& executable_folder) {
    constexpr const char* kExample = "transpose/2_shared.cu";
    std::error_code ignored;
    // bin/ beside share/, or some folder of a build inside of the source tree.
    std::filesystem::path folder = executable_folder;
    for (int up = 0; up < 5 && !folder.empty(); ++up, folder = folder.parent_path())
        for (const char* kernels : {"share/warpscope/kernels", "kernels"})
            if (const auto file = folder / kernels / kExample;
                std::filesystem::is_regular_file(file, ignored))
                return file;
    return {};
}

} // namespace warpscope::gui

// Reading the numbers of a folder's programs.
#include "gui/engine/series.h"

#include <charconv>
#include <cstdint>
#include <string>

namespace warpscope::gui {
namespace {

/// 2 of "2_shared.cu".
std::optional<std::uint32_t> number_of(const std::filesystem::path& program) {
    const std::string name = program.filename().string();
    std::uint32_t number = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
    if (read.ec != std::errc() || read.ptr == name.data() + name.size() || *read.ptr != '_' ||
        program.extension() != ".cu")
        return std::nullopt;
    return number;
}

} // namespace

std::optional<std::filesystem::path> next_in_series(const std::filesystem::path& program) {
    const auto own = number_of(program);
    if (!own) return std::nullopt;
    std::error_code error;
    const auto folder = program.has_parent_path() ? program.parent_path() : ".";
    std::optional<std::filesystem::path> best;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const auto number = number_of(entry->path());
        if (!number || *number <= *own) continue;
        const std::filesystem::path found = program.parent_path() / entry->path().filename();
        if (!best || std::pair(*number, found) < std::pair(*number_of(*best), *best)) best = found;
    }
    return best;
}

} // namespace warpscope::gui

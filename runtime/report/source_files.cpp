// Splits sources into lines.
#include "runtime/report/source_files.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace warpscope::report {
namespace {

/// Larger files are no sources; a report must not load them for an excerpt.
constexpr std::uintmax_t kLargestSource = 64u << 20;

std::vector<std::string> lines_of(std::istream& text) {
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) {
        if (line.ends_with('\r')) line.pop_back();
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<std::string> read_lines(const std::string& file) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > kLargestSource) return {};
    std::ifstream text(file, std::ios::binary);
    return lines_of(text);
}

} // namespace

void SourceFiles::provide(const std::string& file, const std::string& text) {
    std::istringstream stream(text);
    files_[file] = lines_of(stream);
}

const std::string& SourceFiles::line(const std::string& file, std::uint32_t number) {
    static const std::string nothing;
    auto found = files_.find(file);
    if (found == files_.end()) found = files_.emplace(file, read_lines(file)).first;
    if (number == 0 || number > found->second.size()) return nothing;
    return found->second[number - 1];
}

} // namespace warpscope::report

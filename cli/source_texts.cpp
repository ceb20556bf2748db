// Reads source files once.
#include "cli/source_texts.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace warpscope::cli {
namespace {

constexpr std::size_t kLargestSource = std::size_t{64} << 20;

std::vector<std::string> lines_of_text(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (line.ends_with('\r')) line.pop_back();
        for (char& c : line)
            if (static_cast<unsigned char>(c) < 0x20) c = ' ';
        lines.push_back(std::move(line));
    }
    return lines;
}

std::string whole_source(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error) ||
        std::filesystem::file_size(file, error) > kLargestSource)
        return "";
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

} // namespace

void SourceTexts::provide(const std::vector<SourceText>& texts) {
    for (const SourceText& text : texts)
        files_[text.file] = lines_of_text(text.text);
}

const std::vector<std::string>& SourceTexts::lines(const std::string& file) {
    const auto found = files_.find(file);
    if (found != files_.end()) return found->second;
    return files_[file] = lines_of_text(whole_source(file));
}

std::string SourceTexts::line(const std::string& file, std::uint32_t number) {
    const std::vector<std::string>& all = lines(file);
    return number == 0 || number > all.size() ? "" : all[number - 1];
}

std::string short_path(const std::string& file) {
    std::error_code error;
    const std::string here = std::filesystem::current_path(error).string() + "/";
    return !error && here != "//" && file.starts_with(here) ? file.substr(here.size()) : file;
}

} // namespace warpscope::cli

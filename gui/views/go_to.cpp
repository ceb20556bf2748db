// Reading the go-to box.
#include "gui/views/go_to.h"

#include <cctype>
#include <charconv>
#include <string>

#include <fmt/format.h>

namespace warpscope::views {
namespace {

constexpr std::pair<std::string_view, GoTo::Kind> kWords[] = {
    {"line", GoTo::Kind::Line}, {"step", GoTo::Kind::Step}, {"warp", GoTo::Kind::Warp},
    {"lane", GoTo::Kind::Lane}, {"ptx", GoTo::Kind::Ptx},
};

} // namespace

Result<GoTo> parse_go_to(std::string_view text) {
    const auto refuse = [&] {
        return Diagnostic{{},
                          fmt::format("\"{}\" names no place", text),
                          "43, line 43, step 12, warp 3, lane 7, ptx 52"};
    };
    std::string word, digits;
    for (const char c : text) {
        if (std::isalpha(static_cast<unsigned char>(c)) != 0 && digits.empty())
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (std::isdigit(static_cast<unsigned char>(c)) != 0)
            digits += c;
        else if (c != ' ' && c != ',')
            return refuse();
    }
    GoTo place;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), place.number);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
        return refuse();
    if (word.empty()) return place;
    // "l" is a line, as it comes first in the table.
    for (const auto& [name, kind] : kWords)
        if (name.starts_with(word)) return place.kind = kind, place;
    return refuse();
}

} // namespace warpscope::views

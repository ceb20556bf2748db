// Words against words.
#include "gui/views/finder.h"

#include <algorithm>
#include <cctype>

namespace warpscope::views {
namespace {

bool begins(std::string_view text, std::string_view word) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) ==
               std::tolower(static_cast<unsigned char>(b));
    };
    return text.size() >= word.size() && std::equal(word.begin(), word.end(), text.begin(), same);
}

bool is_part(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           (static_cast<unsigned char>(c) & 0x80) != 0;
}

/// Whether some word of the name begins so.
bool has_word(std::string_view name, std::string_view word) {
    for (std::size_t i = 0; i < name.size(); ++i)
        if ((i == 0 || !is_part(name[i - 1]) || !is_part(word[0])) && begins(name.substr(i), word))
            return true;
    return false;
}

} // namespace

unsigned match(std::string_view typed, std::string_view name) {
    unsigned quality = 1;
    bool first = true;
    while (!typed.empty()) {
        const std::size_t end = std::min(typed.find(' '), typed.size());
        const std::string_view word = typed.substr(0, end);
        typed.remove_prefix(std::min(end + 1, typed.size()));
        if (word.empty()) continue;
        if (!has_word(name, word)) return 0;
        if (first && begins(name, word)) quality = 2;
        first = false;
    }
    return quality;
}

} // namespace warpscope::views

// Reading make rules as clang and nvcc write them.
#include "runtime/compile/dependencies.h"

#include <algorithm>

namespace warpscope::compile {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/// Takes one word off the front. Backslashes protect blanks, '#' and themselves; '$' is doubled.
std::string take_word(std::string_view& text) {
    std::string word;
    while (!text.empty() && !is_blank(text.front()) && text.front() != '\n') {
        if (text.starts_with("\\\n") || text.starts_with("\\\r\n")) break;
        const bool escaped =
            text.size() > 1 && ((text[0] == '\\' && (text[1] == ' ' || text[1] == '#')) ||
                                (text[0] == '$' && text[1] == '$'));
        if (escaped) text.remove_prefix(1);
        word.push_back(text.front());
        text.remove_prefix(1);
    }
    return word;
}

/// Skips blanks and continued line ends. Returns whether the line went on.
bool skip_to_word(std::string_view& text) {
    while (!text.empty()) {
        if (text.starts_with("\\\n"))
            text.remove_prefix(2);
        else if (text.starts_with("\\\r\n"))
            text.remove_prefix(3);
        else if (is_blank(text.front()))
            text.remove_prefix(1);
        else
            return text.front() != '\n';
    }
    return false;
}

} // namespace

std::vector<std::string> parse_dependencies(std::string_view make_rules) {
    std::vector<std::string> files;
    while (!make_rules.empty()) {
        bool after_colon = false;
        while (skip_to_word(make_rules)) {
            std::string word = take_word(make_rules);
            if (after_colon && word != ":")
                files.push_back(std::move(word));
            else if (word.ends_with(':'))
                after_colon = true;
        }
        if (!make_rules.empty()) make_rules.remove_prefix(1);
    }
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

} // namespace warpscope::compile

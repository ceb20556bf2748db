// Reading the beginning of a source, and the names of the standard library's headers.
#include "runtime/compile/leading_headers.h"

#include <algorithm>

namespace warpscope::compile {
namespace {

// C++20, [headers], [support.c.headers] and [depr]; each between two blanks.
constexpr std::string_view standard_headers =
    " algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat "
    "charconv chrono cinttypes ciso646 climits clocale cmath codecvt compare complex concepts "
    "condition_variable coroutine csetjmp csignal cstdalign cstdarg cstdbool cstddef cstdint "
    "cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype deque exception execution "
    "filesystem format forward_list fstream functional future initializer_list iomanip ios iosfwd "
    "iostream istream iterator latch limits list locale map memory memory_resource mutex new "
    "numbers numeric optional ostream queue random ranges ratio regex scoped_allocator semaphore "
    "set shared_mutex source_location span sstream stack stdexcept stop_token streambuf string "
    "string_view strstream syncstream system_error thread tuple type_traits typeindex typeinfo "
    "unordered_map unordered_set utility valarray variant vector version "
    "assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h "
    "math.h setjmp.h signal.h stdalign.h stdarg.h stdbool.h stddef.h stdint.h stdio.h stdlib.h "
    "string.h tgmath.h time.h uchar.h wchar.h wctype.h ";

bool is_blank_of_line(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

void skip_blanks(std::string_view& text) {
    while (!text.empty() && is_blank_of_line(text.front()))
        text.remove_prefix(1);
}

bool take(std::string_view& text, std::string_view expected) {
    if (!text.starts_with(expected)) return false;
    text.remove_prefix(expected.size());
    return true;
}

/// Skips blanks, line ends and comments. False when a comment does not end, or continues in a way
/// that is not looked into.
bool skip_space(std::string_view& text) {
    while (true) {
        while (!text.empty() && (is_blank_of_line(text.front()) || text.front() == '\n'))
            text.remove_prefix(1);
        if (take(text, "//")) {
            const std::size_t end = text.find('\n');
            if (end == std::string_view::npos) return false;
            const std::size_t last = text.substr(0, end).find_last_not_of(" \t\r");
            if (last != std::string_view::npos && text[last] == '\\') return false;
            text.remove_prefix(end);
        } else if (take(text, "/*")) {
            const std::size_t end = text.find("*/");
            if (end == std::string_view::npos) return false;
            text.remove_prefix(end + 2);
        } else {
            return true;
        }
    }
}

/// What follows on the line is a comment or nothing.
bool line_ends(std::string_view& text) {
    skip_blanks(text);
    return text.empty() || text.front() == '\n' || text.starts_with("//");
}

struct Include {
    std::string_view name; ///< empty: there is something else, and the text is undefined
    bool quoted = false;
};

/// Takes `#include <NAME>` or `#include "NAME"`.
Include take_include(std::string_view& text) {
    if (!take(text, "#")) return {};
    skip_blanks(text);
    if (!take(text, "include")) return {};
    skip_blanks(text);
    const bool quoted = take(text, "\"");
    if (!quoted && !take(text, "<")) return {};
    const char closing = quoted ? '"' : '>';
    const std::size_t end = std::min(text.find(closing), text.find('\n'));
    if (end == std::string_view::npos || text[end] != closing) return {};
    const std::string_view name = text.substr(0, end);
    text.remove_prefix(end + 1);
    return line_ends(text) ? Include{name, quoted} : Include{};
}

} // namespace

LeadingHeaders leading_headers(std::string_view text, TextKind kind) {
    LeadingHeaders found;
    while (skip_space(text)) {
        if (kind == TextKind::header && take(text, "#pragma once")) {
            if (!line_ends(text)) break;
            continue;
        }
        const Include include = take_include(text);
        if (include.name.empty()) break;
        if (include.quoted) {
            found.quoted = include.name;
            break;
        }
        if (std::find(found.names.begin(), found.names.end(), include.name) == found.names.end())
            found.names.emplace_back(include.name);
    }
    return found;
}

bool is_standard_header(std::string_view name) {
    std::string word = " ";
    word.append(name).push_back(' ');
    return name.find(' ') == std::string_view::npos &&
           standard_headers.find(word) != std::string_view::npos;
}

} // namespace warpscope::compile

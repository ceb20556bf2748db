// A small scanner: words, strings, comments.
#include "gui/views/syntax.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace warpscope::views {
namespace {

constexpr std::string_view kKeywords[] = {
    "__constant__", "__device__", "__global__", "__host__",  "__managed__", "__restrict__",
    "__shared__",   "alignas",    "auto",       "bool",      "break",       "case",
    "char",         "class",      "const",      "constexpr", "continue",    "default",
    "delete",       "do",         "double",     "else",      "enum",        "extern",
    "false",        "float",      "for",        "goto",      "if",          "inline",
    "int",          "long",       "namespace",  "new",       "nullptr",     "operator",
    "private",      "public",     "return",     "short",     "signed",      "sizeof",
    "static",       "struct",     "switch",     "template",  "this",        "true",
    "typename",     "union",      "unsigned",   "using",     "void",        "volatile",
    "while",
};

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

void add(std::vector<SyntaxSpan>& spans, SyntaxSpan::Kind kind, std::size_t from, std::size_t to) {
    if (from == to) return;
    if (!spans.empty() && spans.back().kind == kind)
        spans.back().size += to - from;
    else
        spans.push_back({kind, from, to - from});
}

/// The end of a string or character literal that begins at `at`.
std::size_t literal_end(std::string_view line, std::size_t at) {
    const char quote = line[at];
    for (++at; at < line.size() && line[at] != quote; ++at)
        if (line[at] == '\\') ++at;
    return std::min(at + 1, line.size());
}

} // namespace

std::vector<SyntaxSpan> syntax_spans(std::string_view line, bool& in_comment) {
    using Kind = SyntaxSpan::Kind;
    std::vector<SyntaxSpan> spans;
    std::size_t at = 0;
    while (at < line.size()) {
        if (in_comment || line.substr(at, 2) == "/*") {
            const std::size_t close = line.find("*/", in_comment ? at : at + 2);
            in_comment = close == std::string_view::npos;
            const std::size_t end = in_comment ? line.size() : close + 2;
            add(spans, Kind::Comment, at, end);
            at = end;
        } else if (line.substr(at, 2) == "//") {
            add(spans, Kind::Comment, at, line.size());
            at = line.size();
        } else if (line[at] == '"' || line[at] == '\'') {
            const std::size_t end = literal_end(line, at);
            add(spans, Kind::Plain, at, end);
            at = end;
        } else if (is_word(line[at])) {
            std::size_t end = at;
            while (end < line.size() && is_word(line[end]))
                ++end;
            const std::string_view word = line.substr(at, end - at);
            const bool keyword =
                std::binary_search(std::begin(kKeywords), std::end(kKeywords), word);
            add(spans, keyword ? Kind::Keyword : Kind::Plain, at, end);
            at = end;
        } else {
            add(spans, Kind::Plain, at, at + 1);
            ++at;
        }
    }
    return spans;
}

} // namespace warpscope::views

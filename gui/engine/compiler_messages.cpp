// Reading messages line by line.
#include "gui/engine/compiler_messages.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace warpscope::gui {
namespace {

/// Takes ":NUMBER" off the end of a text.
std::optional<std::uint32_t> take_number(std::string_view& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == text.size()) return std::nullopt;
    std::uint32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data() + colon + 1, end, number);
    if (error != std::errc() || stopped != end) return std::nullopt;
    text = text.substr(0, colon);
    return number;
}

enum class Kind : std::uint8_t { Error, Warning, Note };
struct Heading {
    std::string_view word;
    Kind kind;
};
constexpr Heading kHeadings[] = {{": error: ", Kind::Error},
                                 {": fatal error: ", Kind::Error},
                                 {": warning: ", Kind::Warning},
                                 {": note: ", Kind::Note}};

struct Message {
    Kind kind = Kind::Error;
    CompilerMessage said;
};

std::optional<Message> read_line(std::string_view line) {
    for (const Heading& heading : kHeadings) {
        const std::size_t at = line.find(heading.word);
        if (at == std::string_view::npos) continue;
        std::string_view place = line.substr(0, at);
        const auto last = take_number(place);
        if (!last) return std::nullopt;
        Message message;
        message.kind = heading.kind;
        message.said.error = heading.kind == Kind::Error;
        message.said.line = *last;
        if (const auto first = take_number(place))
            message.said.line = *first, message.said.column = *last;
        message.said.file = place;
        message.said.text = line.substr(at + heading.word.size());
        if (place.empty() || message.said.line == 0) return std::nullopt;
        return message;
    }
    return std::nullopt;
}

} // namespace

std::vector<CompilerMessage> compiler_messages(std::string_view text) {
    std::vector<CompilerMessage> messages;
    // Of a message that was there before, notes are passed over, too.
    bool noted = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        constexpr std::string_view kHint = "  try: ";
        if (line.starts_with(kHint) && !noted) {
            messages.back().text += "; try: " + std::string(line.substr(kHint.size()));
            noted = true;
            continue;
        }
        std::optional<Message> message = read_line(line);
        if (!message) continue;
        if (message->kind == Kind::Note) {
            if (!noted) messages.back().text += " (" + message->said.text + ")";
            noted = true;
            continue;
        }
        const CompilerMessage& said = message->said;
        noted = std::any_of(messages.begin(), messages.end(), [&](const CompilerMessage& known) {
            return known.file == said.file && known.line == said.line &&
                   known.column == said.column && known.text.starts_with(said.text);
        });
        if (!noted) messages.push_back(std::move(message->said));
    }
    return messages;
}

} // namespace warpscope::gui

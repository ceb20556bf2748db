// Moving in a line of UTF-8.
#include "gui/views/text_field.h"

#include <algorithm>

namespace warpscope::views {
namespace {

bool inside_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

std::size_t before(const std::string& text, std::size_t at) {
    if (at == 0) return 0;
    --at;
    while (at > 0 && inside_character(text[at]))
        --at;
    return at;
}

std::size_t behind(const std::string& text, std::size_t at) {
    if (at >= text.size()) return text.size();
    ++at;
    while (at < text.size() && inside_character(text[at]))
        ++at;
    return at;
}

} // namespace

bool TextField::press(const gui::KeyPress& key) {
    using gui::Key;
    cursor = std::min(cursor, text.size());
    switch (key.key) {
    case Key::Left: cursor = before(text, cursor); return true;
    case Key::Right: cursor = behind(text, cursor); return true;
    case Key::Home: cursor = 0; return true;
    case Key::End: cursor = text.size(); return true;
    case Key::Backspace: {
        const std::size_t from = before(text, cursor);
        text.erase(from, cursor - from);
        cursor = from;
        return true;
    }
    case Key::Delete: text.erase(cursor, behind(text, cursor) - cursor); return true;
    default: return false;
    }
}

} // namespace warpscope::views

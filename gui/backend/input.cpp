// Names of keys.
#include "gui/backend/input.h"

#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

namespace warpscope::gui {
namespace {

// clang-format off
constexpr std::array<std::pair<std::string_view, Key>, 34> kNames = {{
    {"Space", Key::Space}, {"Plus", Key::Plus}, {"Comma", Key::Comma}, {"Minus", Key::Minus}, {"Slash", Key::Slash}, {"Equal", Key::Equal},
    {"[", Key::BracketLeft}, {"]", Key::BracketRight},
    {"F1", Key::F1}, {"F2", Key::F2}, {"F3", Key::F3}, {"F4", Key::F4}, {"F5", Key::F5}, {"F6", Key::F6},
    {"F7", Key::F7}, {"F8", Key::F8}, {"F9", Key::F9}, {"F10", Key::F10}, {"F11", Key::F11}, {"F12", Key::F12},
    {"Left", Key::Left}, {"Right", Key::Right}, {"Up", Key::Up}, {"Down", Key::Down}, {"Home", Key::Home},
    {"End", Key::End}, {"PageUp", Key::PageUp}, {"PageDown", Key::PageDown}, {"Insert", Key::Insert},
    {"Delete", Key::Delete}, {"Backspace", Key::Backspace}, {"Enter", Key::Enter}, {"Escape", Key::Escape},
    {"Tab", Key::Tab},
}};
// clang-format on

bool take(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

} // namespace

Result<KeyPress> parse_key(std::string_view text) {
    KeyPress press;
    std::string_view rest = text;
    while (true) {
        if (take(rest, "Ctrl+"))
            press.ctrl = true;
        else if (take(rest, "Shift+"))
            press.shift = true;
        else if (take(rest, "Alt+"))
            press.alt = true;
        else
            break;
    }
    for (const auto& [name, key] : kNames) {
        if (name == rest) return press.key = key, press;
    }
    if (rest.size() == 1 && std::isalnum(static_cast<unsigned char>(rest[0])) != 0) {
        press.key = static_cast<Key>(std::toupper(static_cast<unsigned char>(rest[0])));
        return press;
    }
    return Diagnostic{
        {}, fmt::format("\"{}\" is no key", text), "F10, Shift+F10, Ctrl+L, Space, Left …"};
}

Result<std::vector<KeyPress>> parse_keys(std::string_view text) {
    std::vector<KeyPress> keys;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end != 0) {
            const Result<KeyPress> key = parse_key(text.substr(0, end));
            if (!key) return key.error();
            keys.push_back(*key);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return keys;
}

Result<std::vector<Stroke>> parse_strokes(std::string_view text) {
    constexpr std::string_view kText = "text:";
    std::vector<Stroke> strokes;
    while (!text.empty()) {
        if (take(text, " ")) continue;
        if (!text.starts_with(kText)) {
            const std::string_view word = text.substr(0, text.find(' '));
            const Result<KeyPress> key = parse_key(word);
            if (!key) return key.error();
            strokes.push_back({*key, "", false});
            text.remove_prefix(word.size());
            continue;
        }
        text.remove_prefix(kText.size());
        char end = ' ';
        if (!text.empty() && (text[0] == '\'' || text[0] == '"')) {
            end = text[0];
            text.remove_prefix(1);
        }
        const std::size_t size = text.find(end);
        if (end != ' ' && size == std::string_view::npos)
            return Diagnostic{
                {}, fmt::format("text:{}{} has no end", end, text), "the same quote at its end"};
        const std::string typed(text.substr(0, size));
        if (typed.empty())
            return Diagnostic{{}, "text: types nothing", "text:word, or text:'two words'"};
        strokes.push_back({{}, typed, false});
        text.remove_prefix(std::min(typed.size() + (end != ' ' ? 1 : 0), text.size()));
    }
    return strokes;
}

std::string to_string(const Stroke& stroke) {
    return stroke.typed.empty() ? to_string(stroke.key) : "text:'" + stroke.typed + "'";
}

std::string to_string(const KeyPress& press) {
    std::string text;
    if (press.ctrl) text += "Ctrl+";
    if (press.shift) text += "Shift+";
    if (press.alt) text += "Alt+";
    for (const auto& [name, key] : kNames) {
        if (key == press.key) return text + std::string(name);
    }
    return text + static_cast<char>(press.key);
}

} // namespace warpscope::gui

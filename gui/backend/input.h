// Input of one frame: pointer and keys, without the library that they come from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/layout/rect.h"
#include "sim/base/result.h"

namespace warpscope::gui {

/// Letters and digits are their ASCII characters, letters in upper case.
enum class Key : std::uint16_t {
    Space = ' ',
    Plus = '+',
    Comma = ',',
    Minus = '-',
    Slash = '/',
    Equal = '=',
    BracketLeft = '[',
    BracketRight = ']',
    F1 = 256,
    F2,
    F3,
    F4,
    F5,
    F6,
    F7,
    F8,
    F9,
    F10,
    F11,
    F12,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    Insert,
    Delete,
    Backspace,
    Enter,
    Escape,
    Tab,
};

struct KeyPress {
    Key key = Key::Space;
    bool ctrl = false, shift = false, alt = false;
    friend bool operator==(const KeyPress&, const KeyPress&) = default;
};

/// "Ctrl+Shift+F10"; names as in the enumeration, letters and digits as themselves.
Result<KeyPress> parse_key(std::string_view text);
/// Several of them between spaces.
Result<std::vector<KeyPress>> parse_keys(std::string_view text);
std::string to_string(const KeyPress& key);

/// A key, or characters that were typed, in the order in which they came.
struct Stroke {
    KeyPress key;
    std::string typed;   ///< UTF-8; empty: the key
    bool of_key = false; ///< the characters are those of the key before
};

/// As parse_keys, and `text:word` or `text:'words and "quotes"'` (or with double quotes) types
/// that.
Result<std::vector<Stroke>> parse_strokes(std::string_view text);
std::string to_string(const Stroke& stroke);

struct Input {
    float x = -1, y = -1; ///< of the pointer
    bool down = false;    ///< left button
    bool clicked = false, released = false, double_clicked = false, right_clicked = false;
    float wheel = 0; ///< lines, up is positive
    bool ctrl = false, shift = false, alt = false;
    std::vector<KeyPress> keys;  ///< pressed or repeated since the last frame
    std::string typed;           ///< characters, UTF-8
    std::vector<Stroke> strokes; ///< both, in order
    double seconds = 0;          ///< since the last frame

    bool over(const Rect& rect) const { return rect.contains(x, y); }
    bool clicked_in(const Rect& rect) const { return clicked && over(rect); }
};

} // namespace warpscope::gui

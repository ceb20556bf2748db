// TextField: one line of text that is typed, with its cursor.
#pragma once

#include <string>

#include "gui/backend/input.h"

namespace warpscope::views {

struct TextField {
    std::string text;
    std::size_t cursor = 0; ///< in bytes, between characters

    void set(std::string to) {
        text = std::move(to);
        cursor = text.size();
    }
    void type(const std::string& characters) {
        text.insert(cursor, characters);
        cursor += characters.size();
    }
    /// False when the key means nothing in a line of text.
    bool press(const gui::KeyPress& key);
};

} // namespace warpscope::views

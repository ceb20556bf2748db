// TextEditor: a text, a cursor and what keys do to them; Sean Barrett's stb_textedit does the work.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gui/backend/input.h"
#include "gui/editor/line_text.h"

namespace warpscope::gui {

/// A place between characters as they are drawn, both numbers from 0. A character takes one column,
/// a tab as many as lead to the next multiple of four.
struct TextPlace {
    std::uint32_t line = 0, column = 0;
    friend auto operator<=>(const TextPlace&, const TextPlace&) = default;
};

class TextEditor {
public:
    static constexpr std::uint32_t kTab = kTabColumns;

    /// `bytes` is UTF-8; what is not comes out of `bytes()` as it was, too, and so do the line ends
    /// of Windows when all lines have them.
    explicit TextEditor(std::string_view bytes);
    ~TextEditor();
    TextEditor(const TextEditor&) = delete;
    TextEditor& operator=(const TextEditor&) = delete;

    std::string bytes() const;
    /// UTF-8, without line ends; [0] is the first. A line end at the very end makes no further one.
    const std::vector<std::string>& lines() const;
    std::uint64_t version() const; ///< another one after each change of the text

    TextPlace cursor() const;
    /// From the earlier to the later end; nothing when nothing is selected.
    std::optional<std::pair<TextPlace, TextPlace>> selection() const;
    std::string selected() const;

    /// Carries out a key that means something to a text; `page` rows are a page. False when it
    /// means nothing here. Keys of the clipboard are the caller's.
    bool press(const KeyPress& key, unsigned page);
    /// Instead of what is selected.
    void type(std::string_view utf8);
    void remove_selected();
    void click(TextPlace place);
    void drag(TextPlace place); ///< selects from the place of the click
    void select_all();
    /// Everything at once; one undo brings the former text back.
    void replace_all(std::string_view bytes);
    /// False when there is nothing left to undo, or to do again. Letters of a word go together.
    bool undo();
    bool redo();

private:
    struct Text;
    void move(int key);
    void new_line();

    std::unique_ptr<Text> text_;
};

} // namespace warpscope::gui

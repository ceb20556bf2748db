// The text as stb_textedit wants it: an array of characters, laid out in rows of columns.
#include "gui/editor/text_editor.h"

#include <algorithm>
#include <cstring>

#include "gui/editor/line_text.h"
#include "gui/editor/utf8.h"

// Positions are numbers of characters; widths are columns and heights are rows.
#define STB_TEXTEDIT_CHARTYPE char32_t
#define STB_TEXTEDIT_POSITIONTYPE int
#define STB_TEXTEDIT_UNDOSTATECOUNT 16384
#define STB_TEXTEDIT_UNDOCHARCOUNT (1 << 18)
#include <stb_textedit.h>

namespace warpscope::gui {
namespace {

bool is_space(char32_t c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_word(char32_t c) {
    return c == '_' || c > 0x7F || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}
bool same_kind(char32_t a, char32_t b) {
    return is_space(a) == is_space(b) && is_word(a) == is_word(b);
}

struct Characters {
    std::u32string all;

    int size() const { return static_cast<int>(all.size()); }
    char32_t at(int i) const { return all[static_cast<std::size_t>(i)]; }
    float width(int row, int i) const;
    void lay_out(StbTexteditRow& row, int first) const;
    bool insert(int at, const char32_t* what, int count);
    void erase(int at, int count);
    int word_left(int at) const;
    int word_right(int at) const;
};

/// Of the character `i` of the row that begins at `row`.
float Characters::width(int row, int i) const {
    std::uint32_t column = 0;
    if (at(row + i) != '\t') return 1;
    for (int k = 0; k < i; ++k)
        column += at(row + k) == '\t' ? tab_width(column) : 1;
    return static_cast<float>(tab_width(column));
}

void Characters::lay_out(StbTexteditRow& row, int first) const {
    std::uint32_t column = 0;
    int end = first;
    for (; end < size() && at(end) != '\n'; ++end)
        column += at(end) == '\t' ? tab_width(column) : 1;
    row.x0 = 0;
    row.x1 = static_cast<float>(column);
    row.baseline_y_delta = 1;
    row.ymin = 0;
    row.ymax = 1;
    row.num_chars = end - first + (end < size() ? 1 : 0);
}

bool Characters::insert(int at, const char32_t* what, int count) {
    all.insert(static_cast<std::size_t>(at), what, static_cast<std::size_t>(count));
    return true;
}

void Characters::erase(int at, int count) {
    all.erase(static_cast<std::size_t>(at), static_cast<std::size_t>(count));
}

int Characters::word_left(int at_) const {
    int i = at_;
    while (i > 0 && is_space(at(i - 1)))
        --i;
    const int end = i;
    while (i > 0 && !is_space(at(i - 1)) && same_kind(at(i - 1), at(end - 1)))
        --i;
    return i;
}

int Characters::word_right(int at_) const {
    int i = at_;
    while (i < size() && !is_space(at(i)) && same_kind(at(i), at(at_)))
        ++i;
    while (i < size() && is_space(at(i)) && at(i) != '\n')
        ++i;
    return i == at_ && i < size() ? i + 1 : i;
}

// Keys of stb_textedit: above all characters, so that none is taken for one.
constexpr int kShift = 1 << 29;
constexpr int kLeft = 1 << 28, kRight = kLeft + 1, kUp = kLeft + 2, kDown = kLeft + 3,
              kLineStart = kLeft + 4, kLineEnd = kLeft + 5, kTextStart = kLeft + 6,
              kTextEnd = kLeft + 7, kDelete = kLeft + 8, kBackspace = kLeft + 9, kUndo = kLeft + 10,
              kRedo = kLeft + 11, kWordLeft = kLeft + 12, kWordRight = kLeft + 13,
              kPageUp = kLeft + 14, kPageDown = kLeft + 15;

#define STB_TEXTEDIT_STRING Characters
#define STB_TEXTEDIT_STRINGLEN(text) ((text)->size())
#define STB_TEXTEDIT_LAYOUTROW(row, text, first) (text)->lay_out(*(row), first)
#define STB_TEXTEDIT_GETWIDTH(text, row, i)                                                        \
    ((text)->at((row) + (i)) == '\n' ? -1.f : (text)->width(row, i))
#define STB_TEXTEDIT_GETWIDTH_NEWLINE (-1.f)
#define STB_TEXTEDIT_KEYTOTEXT(key) ((key) < kLeft ? (key) : -1)
#define STB_TEXTEDIT_GETCHAR(text, i) ((text)->at(i))
#define STB_TEXTEDIT_NEWLINE '\n'
#define STB_TEXTEDIT_DELETECHARS(text, i, count) (text)->erase(i, count)
#define STB_TEXTEDIT_INSERTCHARS(text, i, what, count) (text)->insert(i, what, count)
#define STB_TEXTEDIT_MOVEWORDLEFT(text, i) (text)->word_left(i)
#define STB_TEXTEDIT_MOVEWORDRIGHT(text, i) (text)->word_right(i)
#define STB_TEXTEDIT_K_SHIFT kShift
#define STB_TEXTEDIT_K_LEFT kLeft
#define STB_TEXTEDIT_K_RIGHT kRight
#define STB_TEXTEDIT_K_UP kUp
#define STB_TEXTEDIT_K_DOWN kDown
#define STB_TEXTEDIT_K_PGUP kPageUp
#define STB_TEXTEDIT_K_PGDOWN kPageDown
#define STB_TEXTEDIT_K_LINESTART kLineStart
#define STB_TEXTEDIT_K_LINEEND kLineEnd
#define STB_TEXTEDIT_K_TEXTSTART kTextStart
#define STB_TEXTEDIT_K_TEXTEND kTextEnd
#define STB_TEXTEDIT_K_DELETE kDelete
#define STB_TEXTEDIT_K_BACKSPACE kBackspace
#define STB_TEXTEDIT_K_UNDO kUndo
#define STB_TEXTEDIT_K_REDO kRedo
#define STB_TEXTEDIT_K_WORDLEFT kWordLeft
#define STB_TEXTEDIT_K_WORDRIGHT kWordRight
#define STB_TEXTEDIT_memmove std::memmove
#define STB_TEXTEDIT_IMPLEMENTATION
#include <stb_textedit.h>

} // namespace

struct TextEditor::Text {
    Characters characters;
    STB_TexteditState state{};
    bool windows_line_ends = false;
    std::uint64_t version = 1;
    mutable std::uint64_t lines_version = 0;
    mutable std::vector<std::string> lines;

    TextPlace place_of(int at) const;
    int at(TextPlace place) const;
    void set_cursor(int at) { state.cursor = state.select_start = state.select_end = at; }
    std::u32string take(std::string_view bytes);
};

std::u32string TextEditor::Text::take(std::string_view bytes) {
    const auto [text, windows] = without_windows_line_ends(bytes);
    windows_line_ends = windows;
    return characters_of(text);
}

TextPlace TextEditor::Text::place_of(int at) const {
    TextPlace place;
    for (int i = 0; i < at; ++i) {
        if (characters.at(i) == '\n')
            ++place.line, place.column = 0;
        else
            place.column += characters.at(i) == '\t' ? tab_width(place.column) : 1;
    }
    return place;
}

int TextEditor::Text::at(TextPlace place) const {
    return stb_text_locate_coord(const_cast<Characters*>(&characters),
                                 static_cast<float>(place.column),
                                 static_cast<float>(place.line) + 0.5f);
}

TextEditor::TextEditor(std::string_view bytes) : text_(std::make_unique<Text>()) {
    text_->characters.all = text_->take(bytes);
    stb_textedit_initialize_state(&text_->state, 0);
}

TextEditor::~TextEditor() = default;

std::string TextEditor::bytes() const {
    const std::string text = bytes_of(text_->characters.all);
    if (!text_->windows_line_ends) return text;
    std::string with;
    for (const char c : text)
        with += c == '\n' ? "\r\n" : std::string(1, c);
    return with;
}

const std::vector<std::string>& TextEditor::lines() const {
    if (text_->lines_version == text_->version) return text_->lines;
    text_->lines_version = text_->version;
    text_->lines.clear();
    const std::u32string_view all = text_->characters.all;
    for (std::size_t from = 0; from < all.size();) {
        const std::size_t end = std::min(all.find(U'\n', from), all.size());
        text_->lines.push_back(bytes_of(all.substr(from, end - from)));
        from = end + 1;
    }
    return text_->lines;
}

std::uint64_t TextEditor::version() const {
    return text_->version;
}

TextPlace TextEditor::cursor() const {
    return text_->place_of(text_->state.cursor);
}

std::optional<std::pair<TextPlace, TextPlace>> TextEditor::selection() const {
    const STB_TexteditState& s = text_->state;
    if (s.select_start == s.select_end) return std::nullopt;
    return std::pair{text_->place_of(std::min(s.select_start, s.select_end)),
                     text_->place_of(std::max(s.select_start, s.select_end))};
}

std::string TextEditor::selected() const {
    const STB_TexteditState& s = text_->state;
    const auto [from, to] = std::minmax(s.select_start, s.select_end);
    return bytes_of(
        std::u32string_view(text_->characters.all)
            .substr(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from)));
}

void TextEditor::type(std::string_view utf8) {
    const std::u32string what = characters_of(without_windows_line_ends(utf8).first);
    if (what.empty()) return;
    stb_textedit_paste(&text_->characters, &text_->state, what.data(),
                       static_cast<int>(what.size()));
    text_->set_cursor(text_->state.cursor);
    ++text_->version;
}

void TextEditor::remove_selected() {
    if (stb_textedit_cut(&text_->characters, &text_->state) != 0) ++text_->version;
}

void TextEditor::click(TextPlace place) {
    text_->set_cursor(text_->at(place));
    text_->state.has_preferred_x = 0;
}

void TextEditor::drag(TextPlace place) {
    STB_TexteditState& s = text_->state;
    if (s.select_start == s.select_end) s.select_start = s.cursor;
    s.cursor = s.select_end = text_->at(place);
}

void TextEditor::select_all() {
    STB_TexteditState& s = text_->state;
    s.select_start = 0;
    s.cursor = s.select_end = text_->characters.size();
}

void TextEditor::replace_all(std::string_view bytes) {
    const TextPlace before = cursor();
    Characters& characters = text_->characters;
    const std::u32string what = text_->take(bytes);
    stb_text_makeundo_replace(&characters, &text_->state, 0, characters.size(),
                              static_cast<int>(what.size()));
    characters.all = what;
    text_->set_cursor(text_->at(before));
    ++text_->version;
}

bool TextEditor::undo() {
    StbUndoState& s = text_->state.undostate;
    bool done = false;
    while (s.undo_point > 0) {
        const StbUndoRecord last = s.undo_rec[s.undo_point - 1];
        // Making room for this among what can be done again would write behind its end
        // (stb_textedit 1.14): that is given up as a whole instead.
        if (s.undo_char_point + last.delete_length > s.redo_char_point) stb_textedit_flush_redo(&s);
        const bool lost = s.undo_char_point + last.delete_length >= STB_TEXTEDIT_UNDOCHARCOUNT;
        const bool letter = last.delete_length == 1 && last.insert_length == 0 &&
                            is_word(text_->characters.at(last.where));
        stb_text_undo(&text_->characters, &text_->state);
        if (lost) stb_textedit_flush_redo(&s);
        done = true;
        if (!letter || s.undo_point == 0) break;
        const StbUndoRecord& next = s.undo_rec[s.undo_point - 1];
        if (next.delete_length != 1 || next.insert_length != 0 || next.where != last.where - 1 ||
            !is_word(text_->characters.at(next.where)))
            break;
    }
    if (done) text_->set_cursor(text_->state.cursor), ++text_->version;
    return done;
}

bool TextEditor::redo() {
    StbUndoState& s = text_->state.undostate;
    bool done = false;
    while (s.redo_point < STB_TEXTEDIT_UNDOSTATECOUNT) {
        const StbUndoRecord next = s.undo_rec[s.redo_point];
        stb_text_redo(&text_->characters, &text_->state);
        done = true;
        const bool letter = next.insert_length == 1 && next.delete_length == 0 &&
                            is_word(text_->characters.at(next.where));
        if (!letter || s.redo_point == STB_TEXTEDIT_UNDOSTATECOUNT) break;
        const StbUndoRecord& more = s.undo_rec[s.redo_point];
        if (more.insert_length != 1 || more.delete_length != 0 || more.where != next.where + 1 ||
            !is_word(s.undo_char[more.char_storage]))
            break;
    }
    if (done) text_->set_cursor(text_->state.cursor), ++text_->version;
    return done;
}

/// The line end and what stands before the first word of the line, one level more behind a brace.
void TextEditor::new_line() {
    const Characters& all = text_->characters;
    const STB_TexteditState& s = text_->state;
    const int end =
        s.select_start == s.select_end ? s.cursor : std::min(s.select_start, s.select_end);
    int begin = end;
    while (begin > 0 && all.at(begin - 1) != '\n')
        --begin;
    std::string inserted = "\n";
    int word = begin;
    for (; word < end && (all.at(word) == ' ' || all.at(word) == '\t'); ++word)
        inserted += static_cast<char>(all.at(word));
    int last = end;
    while (last > word && is_space(all.at(last - 1)))
        --last;
    if (last > word && all.at(last - 1) == '{') inserted += std::string(kTab, ' ');
    type(inserted);
}

void TextEditor::move(int key) {
    Characters& characters = text_->characters;
    const bool vertical = (key & ~kShift) == kUp || (key & ~kShift) == kDown ||
                          (key & ~kShift) == kPageUp || (key & ~kShift) == kPageDown;
    // The library takes the end of a text without a line end there for a further row.
    const bool open_end = vertical && !characters.all.empty() && characters.all.back() != '\n';
    const std::size_t size = characters.all.size();
    if (open_end) characters.all += U'\n';
    stb_textedit_key(&characters, &text_->state, key);
    if (open_end) {
        characters.all.resize(size);
        stb_textedit_clamp(&characters, &text_->state);
    }
    if ((key & ~kShift) == kTextEnd && (key & kShift) == 0) text_->set_cursor(text_->state.cursor);
    if (characters.all.size() != size) ++text_->version;
}

bool TextEditor::press(const KeyPress& key, unsigned page) {
    text_->state.row_count_per_page = static_cast<int>(std::max(page, 1u));
    if (key.alt) return false;
    const int shift = key.shift ? kShift : 0;
    if (key.ctrl) {
        const auto letter = static_cast<char32_t>(key.key);
        if (letter == 'A') return select_all(), true;
        if (letter == 'Z') return key.shift ? redo() : undo(), true;
        if (letter == 'Y') return redo(), true;
        switch (key.key) {
        case Key::Left: return move(kWordLeft | shift), true;
        case Key::Right: return move(kWordRight | shift), true;
        case Key::Home: return move(kTextStart | shift), true;
        case Key::End: return move(kTextEnd | shift), true;
        case Key::Backspace:
        case Key::Delete:
            if (!selection()) move((key.key == Key::Delete ? kWordRight : kWordLeft) | kShift);
            return remove_selected(), true;
        default: return false;
        }
    }
    switch (key.key) {
    case Key::Left: return move(kLeft | shift), true;
    case Key::Right: return move(kRight | shift), true;
    case Key::Up: return move(kUp | shift), true;
    case Key::Down: return move(kDown | shift), true;
    case Key::Home: return move(kLineStart | shift), true;
    case Key::End: return move(kLineEnd | shift), true;
    case Key::PageUp: return move(kPageUp | shift), true;
    case Key::PageDown: return move(kPageDown | shift), true;
    case Key::Delete: return move(kDelete), true;
    case Key::Backspace: return move(kBackspace), true;
    case Key::Enter: return new_line(), true;
    case Key::Tab: return key.shift ? true : (type(std::string(kTab, ' ')), true);
    default: return false;
    }
}

} // namespace warpscope::gui

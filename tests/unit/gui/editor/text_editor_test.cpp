// The editor: keys do what they say, and undo leads back to the text as it was, byte by byte.
#include "gui/editor/text_editor.h"

#include <random>

#include "gui/editor/utf8.h"
#include "tests/catch.h"

using namespace warpscope::gui;

namespace {

void press(TextEditor& editor, const std::string& keys) {
    const auto strokes = parse_strokes(keys);
    REQUIRE(strokes);
    for (const Stroke& stroke : *strokes)
        if (stroke.typed.empty())
            editor.press(stroke.key, 10);
        else
            editor.type(stroke.typed);
}

std::string after(const std::string& text, const std::string& keys) {
    TextEditor editor(text);
    press(editor, keys);
    return editor.bytes();
}

} // namespace

TEST_CASE("bytes come out of the editor as they went in", "[gui][editor]") {
    for (const std::string text :
         {"", "a", "a\n", "\n\n", "a\r\nb\r\n", "a\r\nb\n", "Grüße – „π“ 😀\n",
          "\xFF\xC0\x80 \xED\xA0\x80\n", "\t{\n\t\tx\n", "ends\r", "\xE2\x82"}) {
        INFO(text);
        CHECK(TextEditor(text).bytes() == text);
        CHECK(bytes_of(characters_of(text)) == text);
        // Typing and taking away again changes nothing either.
        CHECK(after(text, "Ctrl+End text:x Backspace") == text);
    }
    CHECK(count_characters("Grüße") == 5);
    CHECK(expand_tabs("\tab\tc") == "    ab  c");
}

TEST_CASE("keys move, type and select", "[gui][editor]") {
    CHECK(after("abc", "Right text:X") == "aXbc");
    CHECK(after("äöü", "Right Right Backspace") == "äü");
    CHECK(after("one two(three)", "Ctrl+Right text:X") == "one Xtwo(three)");
    CHECK(after("one two(three)", "End Ctrl+Left Ctrl+Left text:X") == "one two(Xthree)");
    CHECK(after("a\nbcd\ne", "Down End text:X") == "a\nbcdX\ne");
    // The column is kept over a short line, and the last line need not have an end.
    CHECK(after("abcd\nx\nefgh", "End Down Down text:X") == "abcd\nx\nefghX");
    CHECK(after("abcd\nefgh", "Ctrl+End Up text:X") == "abcdX\nefgh");
    CHECK(after("a\nb", "Ctrl+End Shift+Up Delete") == "a");
    CHECK(after("abc\ndef\n", "Shift+Down text:X") == "Xdef\n");
    CHECK(after("abc", "Ctrl+A Delete") == "");
    CHECK(after("abc", "End Shift+Home text:X") == "X");
    CHECK(after("ab cd", "Ctrl+Delete") == "cd");
    CHECK(after("a", "Tab") == "    a");
    TextEditor editor("l1\nl2\nl3\nl4\n");
    press(editor, "Down Down Shift+End");
    CHECK(editor.selected() == "l3");
    CHECK(editor.cursor() == TextPlace{2, 2});
    REQUIRE(editor.selection());
    CHECK(editor.selection()->first == TextPlace{2, 0});
    press(editor, "PageDown");
    CHECK(editor.cursor().line == 4);
    press(editor, "PageUp");
    CHECK(editor.cursor().line == 0);
}

TEST_CASE("a new line begins where the last one does", "[gui][editor]") {
    CHECK(after("    x;", "End Enter text:y;") == "    x;\n    y;");
    CHECK(after("  if (x) {", "End Enter text:y;") == "  if (x) {\n      y;");
    CHECK(after("  x {", "Enter") == "\n  x {");
    CHECK(after("\tx", "End Enter") == "\tx\n\t");
}

TEST_CASE("a click is where it is drawn", "[gui][editor]") {
    TextEditor editor("ab\n\tcd\nö-x");
    editor.click({1, 5});
    editor.type("|");
    CHECK(editor.bytes() == "ab\n\tc|d\nö-x");
    editor.click({2, 1});
    editor.drag({2, 40});
    CHECK(editor.selected() == "-x");
    editor.click({9, 0});
    CHECK(editor.cursor() == TextPlace{2, 3});
    editor.click({0, 99});
    CHECK(editor.cursor() == TextPlace{0, 2});
}

TEST_CASE("a word is undone at once, and done again", "[gui][editor]") {
    TextEditor editor("x\n");
    for (const char* letter : {"f", "o", "o", " ", "b", "a", "r"})
        editor.type(letter);
    CHECK(editor.bytes() == "foo barx\n");
    REQUIRE(editor.undo());
    CHECK(editor.bytes() == "foo x\n");
    REQUIRE(editor.undo());
    REQUIRE(editor.undo());
    CHECK(editor.bytes() == "x\n");
    CHECK_FALSE(editor.undo());
    REQUIRE(editor.redo());
    CHECK(editor.bytes() == "foox\n");
    while (editor.redo()) {
    }
    CHECK(editor.bytes() == "foo barx\n");
    editor.replace_all("other");
    REQUIRE(editor.undo());
    CHECK(editor.bytes() == "foo barx\n");
}

TEST_CASE("undoing everything gives the first text, doing it again the last", "[gui][editor]") {
    const std::string pieces[] = {"int",  " ",  "\n",       "ä",  "{", "}",
                                  "    ", "😀", "x = 1;\n", "\t", "()"};
    const std::string keys[] = {"Left",      "Right",      "Up",         "Down",      "Home",
                                "End",       "Ctrl+Left",  "PageUp",     "PageDown",  "Enter",
                                "Backspace", "Delete",     "Shift+Left", "Shift+End", "Shift+Down",
                                "Tab",       "Ctrl+Right", "Ctrl+End",   "Backspace", "Ctrl+Home",
                                "Shift+Up",  "Ctrl+A",     "Ctrl+Delete"};
    for (unsigned seed = 0; seed < 60; ++seed) {
        std::mt19937 random(seed);
        const auto below = [&](std::size_t n) { return random() % n; };
        const std::string first = seed % 3 == 0 ? "" : "__global__ void f() {\n\tx = 1;\n}\nGrüße";
        TextEditor editor(first);
        for (int i = 0; i < 300; ++i) {
            switch (below(8)) {
            case 0: editor.undo(); break;
            case 1: editor.redo(); break;
            case 2:
            case 3: editor.type(pieces[below(std::size(pieces))]); break;
            case 4:
                editor.click(
                    {static_cast<std::uint32_t>(below(6)), static_cast<std::uint32_t>(below(12))});
                break;
            default: {
                // Everything at once is too easy.
                const std::string& key = keys[below(std::size(keys))];
                if (key != "Ctrl+A" || below(8) == 0) press(editor, key);
                break;
            }
            }
        }
        while (editor.redo()) {
        }
        const std::string last = editor.bytes();
        INFO(seed);
        while (editor.undo()) {
        }
        CHECK(editor.bytes() == first);
        while (editor.redo()) {
        }
        CHECK(editor.bytes() == last);
    }
}

TEST_CASE("texts too large to be undone stay whole", "[gui][editor]") {
    TextEditor editor("a\n");
    const std::string large(300'000, 'x');
    editor.type(large);
    CHECK(editor.bytes() == large + "a\n");
    editor.select_all();
    editor.type("b");
    CHECK(editor.bytes() == "b");
    while (editor.undo()) {
    }
    while (editor.redo()) {
    }
    CHECK(editor.bytes().size() <= large.size() + 3);
}

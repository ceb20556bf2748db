// Keys and the rows of panels: everything that is listed works, nothing is listed twice.
#include "gui/commands.h"

#include <set>
#include <string>

#include "gui/panels/registry.h"
#include "tests/catch.h"

using namespace warpscope::gui;

TEST_CASE("keys are written and read", "[gui][keys]") {
    const auto keys = parse_keys("F10  Shift+F10 Ctrl+Shift+C ] Space x Ctrl+0");
    REQUIRE(keys);
    REQUIRE(keys->size() == 7);
    CHECK((*keys)[1] == KeyPress{.key = Key::F10, .shift = true});
    CHECK((*keys)[5].key == static_cast<Key>('X'));
    for (const KeyPress& key : *keys) {
        const auto again = parse_key(to_string(key));
        REQUIRE(again);
        CHECK(*again == key);
    }
    CHECK_FALSE(parse_key("Hyper+F10"));
    CHECK_FALSE(parse_key("F13"));
    CHECK_FALSE(parse_key("Ctrl+"));
    CHECK_FALSE(parse_keys("F10 nonsense"));
}

TEST_CASE("text among keys is typed as it is written", "[gui][keys]") {
    const auto strokes =
        parse_strokes("F10 text:word  text:'two \"words\"' text:\"it's\" Ctrl+Enter");
    REQUIRE(strokes);
    REQUIRE(strokes->size() == 5);
    CHECK((*strokes)[0].typed.empty());
    CHECK((*strokes)[0].key.key == Key::F10);
    CHECK((*strokes)[1].typed == "word");
    CHECK((*strokes)[2].typed == "two \"words\"");
    CHECK((*strokes)[3].typed == "it's");
    CHECK((*strokes)[4].key == KeyPress{.key = Key::Enter, .ctrl = true});
    CHECK_FALSE(parse_strokes("text:'no end"));
    CHECK_FALSE(parse_strokes("text:"));
    CHECK_FALSE(parse_strokes("Nonsense text:x"));
}

TEST_CASE("every command's key is one, and no two commands share one", "[gui][keys]") {
    std::set<std::string> seen;
    for (const CommandRow& row : command_rows()) {
        INFO(row.keys);
        const auto key = parse_key(row.keys);
        REQUIRE(key);
        CHECK(seen.insert(to_string(*key)).second);
        CHECK(command_for(*key) == &row);
        CHECK(std::string(row.name) != "");
    }
    CHECK(command_for({.key = Key::F12}) == nullptr);
}

TEST_CASE("every panel explains itself in three sentences", "[gui][panels]") {
    std::set<std::string> ids;
    for (const PanelRow& row : panel_rows()) {
        INFO(row.id);
        CHECK(ids.insert(row.id).second);
        const std::string help = row.help;
        unsigned sentences = 0;
        for (std::size_t i = 0; i < help.size(); ++i)
            if (help[i] == '.' && (i + 1 == help.size() || help[i + 1] == ' ')) ++sentences;
        CHECK(sentences == 3);
        CHECK(find_panel(row.id) == &row);
    }
    CHECK(panel_in(Slot::Memory, "") != nullptr);
}

// Variables and watches as rows, differences from a lane, and what hovering says.
#include "gui/views/named_rows.h"

#include <bit>

#include "gui/views/tables.h"
#include "tests/catch.h"
#include "tests/unit/gui/moments.h"

using namespace warpscope;
using namespace warpscope::views;

namespace {

gui::NamedValue value_named(const std::string& name, char format = 'd') {
    gui::NamedValue value;
    value.name = name;
    value.type = "int";
    value.format = format;
    value.valid = kAllLanes;
    for (unsigned lane = 0; lane < kLanes; ++lane)
        value.bits[lane] = 64 + lane;
    return value;
}

gui::Moment moment_with(std::vector<gui::NamedValue> values, LaneMask active = kAllLanes) {
    gui::Moment moment =
        test::moment_at(test::facts_with_lines({10, 11}, {64, 1, 1}),
                        {test::row_at(1, 0, 0, active), test::row_at(2, 0, 1, active)}, 1);
    moment.has_names = true;
    moment.values.push_back({0, std::move(values)});
    return moment;
}

} // namespace

TEST_CASE("variables are rows with their type and pattern", "[gui][views]") {
    const gui::Moment moment = moment_with({value_named("i")});
    const auto rows = named_rows(moment, {});
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].name == "i");
    CHECK(rows[0].shape == LaneRow::Shape::Affine);
    CHECK(pattern_in_words(rows[0]) == "64 + lane");
    CHECK(variable_in_words(rows, "i", 7) == "i = 71 in lane 7: 64 + lane");
    CHECK(variable_in_words(rows, "j", 7).empty());
    // They come before what every launch has.
    const auto all = lane_rows(moment, {});
    CHECK(all[0].name == "i");
    CHECK(all[1].name == "threadIdx.x");
}

TEST_CASE("lanes that did not take part have old values", "[gui][views]") {
    const auto rows = named_rows(moment_with({value_named("i")}, 0xFFFF), {});
    CHECK(rows[0].valid == 0xFFFFu);
    CHECK(rows[0].stale == 0xFFFF0000u);
}

TEST_CASE("a warp that was not read yet keeps its rows", "[gui][views]") {
    Selection selection;
    selection.warp = 1;
    const auto rows = named_rows(moment_with({value_named("i")}), selection);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].valid == 0);
    CHECK_FALSE(rows[0].trouble.empty());
}

TEST_CASE("rows compare with one lane", "[gui][views]") {
    LaneRow row = named_rows(moment_with({value_named("i")}), {})[0];
    LaneRow compared = compared_with(row, 7);
    CHECK(format_value(compared.bits[0], compared.format, compared.bytes) == "-7");
    CHECK(format_value(compared.bits[9], compared.format, compared.bytes) == "2");
    CHECK(compared.stride == 1);
    // Negative numbers of 32 bits, unsigned ones, floats and booleans.
    row.bits[0] = 0xFFFF'FFFFu;
    compared = compared_with(row, 1);
    CHECK(format_value(compared.bits[0], compared.format, compared.bytes) == "-66");
    row.format = 'u';
    compared = compared_with(row, 5);
    CHECK(format_value(compared.bits[4], compared.format, compared.bytes) == "-1");
    row.format = 'f';
    for (unsigned lane = 0; lane < kLanes; ++lane)
        row.bits[lane] = std::bit_cast<std::uint32_t>(0.5f * static_cast<float>(lane));
    compared = compared_with(row, 2);
    CHECK(format_value(compared.bits[3], compared.format, compared.bytes) == "0.5");
    row.format = 'p';
    row.bits.fill(0);
    row.bits[3] = 1;
    compared = compared_with(row, 3);
    CHECK(compared.bits[3] == 0);
    CHECK(compared.bits[4] == 1);
    row.valid &= ~(1u << 3);
    compared = compared_with(row, 3);
    CHECK(compared.valid == 0);
    CHECK(compared.trouble == "lane 3 has no value to compare with");
}

TEST_CASE("patterns in words", "[gui][views]") {
    const std::pair<std::pair<std::int64_t, std::int64_t>, const char*> rows[] = {
        {{8, 0}, "8 in all lanes"},   {{0, 1}, "lane"},        {{64, 1}, "64 + lane"},
        {{64, 32}, "64 + 32 * lane"}, {{31, -1}, "31 - lane"}, {{62, -2}, "62 - 2 * lane"},
        {{0, 4}, "4 * lane"},
    };
    for (const auto& [line, text] : rows) {
        LaneRow row;
        row.format = 'd';
        for (unsigned lane = 0; lane < kLanes; ++lane)
            row.bits[lane] = static_cast<std::uint32_t>(line.first + line.second * lane);
        find_shape(row);
        CHECK(pattern_in_words(row) == text);
    }
    LaneRow none;
    for (unsigned lane = 0; lane < kLanes; ++lane)
        none.bits[lane] = lane * lane;
    find_shape(none);
    CHECK(pattern_in_words(none).empty());
}

TEST_CASE("identifiers of a line are found by a character in them", "[gui][views]") {
    const std::string line = "sum += work.range[i2] * p->x + 3f;";
    CHECK(identifier_at(line, 0) == "sum");
    CHECK(identifier_at(line, 2) == "sum");
    CHECK(identifier_at(line, 3).empty());
    CHECK(identifier_at(line, 7) == "work");
    CHECK(identifier_at(line, 13).empty()); // a member
    CHECK(identifier_at(line, 18) == "i2");
    CHECK(identifier_at(line, 24) == "p");
    CHECK(identifier_at(line, 27).empty()); // a member, too
    CHECK(identifier_at(line, 31).empty()); // a number
    CHECK(identifier_at(line, 999).empty());
}

TEST_CASE("bits are drawn, not written", "[gui][views]") {
    LaneRow row;
    row.bits.fill(5);
    row.format = 'b';
    CHECK(format_value(5, 'b', 4) == "0b101");
    CHECK(lane_labels(row, 5).text[0].empty());
}

TEST_CASE("tables are written as CSV", "[gui][views]") {
    gui::NamedValue object = value_named("p");
    object.is_object = true;
    object.valid = 1;
    object.texts[0] = "{x = 1, name = \"a\"}";
    const auto rows = named_rows(moment_with({value_named("i"), object}), {});
    const Table table = lanes_table(rows, std::nullopt);
    CHECK(table.columns.size() == 34);
    CHECK(table.rows[0][2] == "64");
    CHECK(table.rows[0][33] == "95");
    CHECK(table.rows[1][3].empty());
    const std::string text = csv_text(table);
    CHECK(text.starts_with("name,type,lane 0,"));
    CHECK(text.find("\"{x = 1, name = \"\"a\"\"}\"") != std::string::npos);
    CHECK(lanes_table(rows, 31).rows[0][2] == "-31");
    const Table steps = timeline_table(moment_with({}));
    CHECK(steps.rows.size() == 2);
    CHECK(steps.rows[1][4] == "11");
}

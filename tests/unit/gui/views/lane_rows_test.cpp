// Patterns of lane values, and what stands in narrow cells.
#include "gui/views/lane_rows.h"

#include <bit>
#include <cmath>
#include <functional>

#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::views;

namespace {

LaneRow row_of(const std::function<std::uint64_t(unsigned)>& value, char format = 'u',
               unsigned bytes = 4) {
    LaneRow row;
    row.format = format;
    row.bytes = bytes;
    for (unsigned lane = 0; lane < kLanes; ++lane)
        row.bits[lane] = value(lane);
    find_shape(row);
    return row;
}

} // namespace

TEST_CASE("equal values are a uniform row", "[gui][views]") {
    const LaneRow row = row_of([](unsigned) { return 171; });
    CHECK(row.shape == LaneRow::Shape::Uniform);
    CHECK(row.base == 171);
    CHECK(shape_note(row) == "same");
}

TEST_CASE("even steps are an affine row, forwards and backwards", "[gui][views]") {
    const LaneRow up = row_of([](unsigned lane) { return 11 + 32 * lane; });
    CHECK(up.shape == LaneRow::Shape::Affine);
    CHECK(up.stride == 32);
    CHECK(up.base == 11);
    CHECK(shape_note(up) == "+32 each");
    const LaneRow down = row_of(
        [](unsigned lane) { return static_cast<std::uint32_t>(-static_cast<int>(lane)); }, 'd');
    CHECK(down.stride == -1);
    CHECK(shape_note(down) == "-1 each");
}

TEST_CASE("few values that do not fit are outlined, many make no pattern", "[gui][views]") {
    const LaneRow one = row_of([](unsigned lane) { return lane == 7 ? 99 : lane; });
    CHECK(one.shape == LaneRow::Shape::Affine);
    CHECK(one.breaks_pattern == 1u << 7);
    CHECK(row_of([](unsigned lane) { return lane * lane; }).shape == LaneRow::Shape::Any);
    CHECK(row_of([](unsigned lane) { return lane / 2; }).shape == LaneRow::Shape::Any);
    // Floats have no even steps to speak of.
    CHECK(
        row_of([](unsigned lane) { return std::bit_cast<std::uint32_t>(static_cast<float>(lane)); },
               'f')
            .shape == LaneRow::Shape::Any);
}

TEST_CASE("only lanes that take part decide the pattern", "[gui][views]") {
    LaneRow row;
    row.valid = 0xF0;
    for (unsigned lane = 0; lane < kLanes; ++lane)
        row.bits[lane] = lane < 4 || lane > 7 ? 12345 * lane : 5;
    find_shape(row);
    CHECK(row.shape == LaneRow::Shape::Uniform);
    row.valid = 0;
    find_shape(row);
    CHECK(row.shape == LaneRow::Shape::Any);
}

TEST_CASE("values are written as they are meant", "[gui][views]") {
    CHECK(format_value(0xFFFFFFFF, 'u', 4) == "4294967295");
    CHECK(format_value(0xFFFFFFFF, 'd', 4) == "-1");
    CHECK(format_value(0xFFFF, 'd', 2) == "-1");
    CHECK(format_value(0x3AC, 'x', 4) == "0x3AC");
    CHECK(format_value(std::bit_cast<std::uint32_t>(1.5f), 'f', 4) == "1.5");
    CHECK(format_value(std::bit_cast<std::uint64_t>(0.1), 'F', 8) == "0.1");
    CHECK(format_value(1, 'p', 1) == "true");
}

TEST_CASE("wide values become a base and differences", "[gui][views]") {
    const LaneRow row = row_of([](unsigned lane) { return 175168 + lane; });
    const LaneLabels exact = lane_labels(row, 6);
    CHECK(exact.base.empty());
    CHECK(exact.text[31] == "175199");
    const LaneLabels narrow = lane_labels(row, 5);
    CHECK(narrow.base == "175168");
    CHECK(narrow.text[0] == "+0");
    CHECK(narrow.text[31] == "+31");
    // Where not even that fits there is a bar, longest where the difference is.
    const LaneRow far = row_of([](unsigned lane) { return 1'000'000'000ull * lane; }, 'u', 8);
    const LaneLabels bars = lane_labels(far, 3);
    CHECK(bars.text[31].empty());
    CHECK(std::abs(bars.bar[31] - 1.0) <= 0.01);
    CHECK(bars.bar[16] < bars.bar[31]);
}

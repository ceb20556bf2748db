// The shapes of accesses.
#include "sim/rules/access_shape.h"

#include <array>
#include <functional>

#include "tests/catch.h"

using namespace warpscope;

namespace {

AccessShape shape_of(unsigned width, LaneMask lanes,
                     const std::function<std::int64_t(unsigned)>& place) {
    std::array<Address, kLanes> addresses;
    for (unsigned lane = 0; lane < kLanes; ++lane)
        addresses[lane] = 0x7F00'0000'1000 + static_cast<Address>(place(lane));
    return access_shape(width, lanes, addresses.data());
}

} // namespace

TEST_CASE("shapes: nobody, one lane, all at one place", "[access-shape]") {
    const auto same = [](unsigned) { return 64; };
    CHECK(shape_of(4, 0, same) == AccessShape{});
    CHECK(shape_of(4, 0x10, same) == AccessShape{LaneOrder::None, 0, 0, 0, {1, 1}});
    CHECK(shape_of(4, kAllLanes, same) == AccessShape{LaneOrder::Uniform, 0, 0, 0, {1, 32}});
}

TEST_CASE("shapes: runs and strides, with holes and backwards", "[access-shape]") {
    const auto step = [](std::int64_t bytes) {
        return [bytes](unsigned lane) { return bytes * static_cast<std::int64_t>(lane); };
    };
    CHECK(shape_of(4, kAllLanes, step(4)) == AccessShape{LaneOrder::Run, 4, 0, 0, {32, 1}});
    CHECK(shape_of(8, 0x0000'FF0F, step(8)) == AccessShape{LaneOrder::Run, 8, 0, 0, {12, 1}});
    CHECK(shape_of(4, 0x8000'0001, step(4)) == AccessShape{LaneOrder::Run, 4, 0, 0, {2, 1}});
    CHECK(shape_of(4, kAllLanes, step(128)) == AccessShape{LaneOrder::Strided, 128, 0, 0, {32, 1}});
    CHECK(shape_of(4, kAllLanes, step(-4)) == AccessShape{LaneOrder::Strided, -4, 0, 0, {32, 1}});
}

TEST_CASE("shapes: rows of lanes", "[access-shape]") {
    const auto rows = [](unsigned row, std::int64_t stride, std::int64_t pitch) {
        return [=](unsigned lane) { return (lane % row) * stride + (lane / row) * pitch; };
    };
    CHECK(shape_of(4, kAllLanes, rows(16, 4, 400)) ==
          AccessShape{LaneOrder::Rows, 4, 16, 400, {32, 1}});
    CHECK(shape_of(4, kAllLanes, rows(8, 0, 128)) ==
          AccessShape{LaneOrder::Rows, 0, 8, 128, {4, 8}});
    CHECK(shape_of(4, 0xFFFE'FFFC, rows(16, 4, 400)) ==
          AccessShape{LaneOrder::Rows, 4, 16, 400, {29, 1}});
    // Rows that follow each other without a gap are one run.
    CHECK(shape_of(4, kAllLanes, rows(16, 4, 64)) == AccessShape{LaneOrder::Run, 4, 0, 0, {32, 1}});
}

TEST_CASE("shapes: no order", "[access-shape]") {
    const AccessShape shape =
        shape_of(4, kAllLanes, [](unsigned lane) { return 4 * (lane * lane % 61); });
    CHECK(shape.order == LaneOrder::Scattered);
    CHECK(shape.places.distinct == 31); // 0 and 61 - 0 never meet, 30 and 31 do
    CHECK(shape.places.most_lanes == 2);
    // Half a byte a lane is no stride.
    CHECK(shape_of(1, kAllLanes, [](unsigned lane) { return lane / 2; }).order == LaneOrder::Rows);
}

TEST_CASE("places and how many lanes share one", "[access-shape]") {
    std::array<Address, kLanes> addresses{};
    CHECK(count_places(kAllLanes, addresses.data()) == PlaceCount{1, 32});
    CHECK(count_places(0x0F, addresses.data()) == PlaceCount{1, 4});
    CHECK(count_places(0, addresses.data()) == PlaceCount{});
    for (unsigned lane = 0; lane < kLanes; ++lane)
        addresses[lane] = 0x7F00'0000'0000 + 4 * (lane / 2);
    CHECK(count_places(kAllLanes, addresses.data()) == PlaceCount{16, 2});
    CHECK(count_places(0x5555'5555, addresses.data()) == PlaceCount{16, 1});
}

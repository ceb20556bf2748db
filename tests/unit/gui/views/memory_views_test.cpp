// Bank and sector views of accesses whose cost is known.
#include <algorithm>

#include "gui/views/bank_view.h"
#include "gui/views/sector_view.h"
#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::views;

namespace {

gui::LaneAccess access_of(Space space, unsigned width, LaneMask lanes, Address first,
                          Address stride) {
    gui::LaneAccess access;
    access.space = space;
    access.width = access.element = width;
    access.lanes = lanes;
    for (unsigned lane = 0; lane < kLanes; ++lane)
        access.address[lane] = first + stride * lane;
    return access;
}

const std::vector<std::uint8_t> kShared(4096, 0);

} // namespace

TEST_CASE("a row of a tile has a bank for each lane", "[gui][views]") {
    const BankView view = bank_view(access_of(Space::Shared, 4, kAllLanes, 128, 4), kShared);
    CHECK(view.passes == 1);
    CHECK_FALSE(view.conflict());
    REQUIRE(view.hits.size() == 32);
    for (const BankView::Hit& hit : view.hits) {
        CHECK(hit.bank == hit.lane);
        CHECK(hit.pass == 0);
        CHECK(hit.word == 32u + hit.lane);
    }
    CHECK(view.rows == 32);
    CHECK_THAT(view.sentence, Catch::Matchers::ContainsSubstring("1 pass"));
}

TEST_CASE("a column of a tile lies in one bank", "[gui][views]") {
    const BankView view = bank_view(access_of(Space::Shared, 4, kAllLanes, 44, 128), kShared);
    CHECK(view.passes == 32);
    CHECK(view.least_passes == 1);
    CHECK(view.degree() == 32);
    CHECK(view.words_in_bank[11] == 32);
    CHECK(view.words_in_bank[10] == 0);
    // Every lane has a pass of its own.
    std::vector<unsigned> passes;
    for (const BankView::Hit& hit : view.hits) {
        CHECK(hit.bank == 11);
        passes.push_back(hit.pass);
    }
    std::sort(passes.begin(), passes.end());
    for (unsigned p = 0; p < passes.size(); ++p)
        CHECK(passes[p] == p);
    CHECK(view.sentence == "32 lanes read bank 11, so the load takes 32 passes.");
}

TEST_CASE("a padded column is free of conflicts", "[gui][views]") {
    const std::vector<std::uint8_t> shared(4224, 0);
    const BankView view = bank_view(access_of(Space::Shared, 4, kAllLanes, 44, 132), shared);
    CHECK(view.passes == 1);
    CHECK(view.all_rows == 33);
    CHECK(view.rows == 32);
}

TEST_CASE("one word for all lanes is a broadcast", "[gui][views]") {
    const BankView view = bank_view(access_of(Space::Shared, 4, kAllLanes, 64, 0), kShared);
    CHECK(view.passes == 1);
    CHECK(std::all_of(view.hits.begin(), view.hits.end(),
                      [](const auto& hit) { return hit.broadcast; }));
    CHECK_THAT(view.sentence, Catch::Matchers::ContainsSubstring("same word"));
}

TEST_CASE("wide lanes take passes without a conflict", "[gui][views]") {
    const BankView view = bank_view(access_of(Space::Shared, 16, kAllLanes, 0, 16), kShared);
    CHECK(view.passes == 4);
    CHECK_FALSE(view.conflict());
    CHECK(view.hits.size() == 128);
    unsigned last = 0;
    for (const BankView::Hit& hit : view.hits)
        last = std::max<unsigned>(last, hit.pass);
    CHECK(last == 3);
}

TEST_CASE("only lanes that take part have hits", "[gui][views]") {
    const BankView view = bank_view(access_of(Space::Shared, 4, 0x5, 0, 128), kShared);
    CHECK(view.hits.size() == 2);
    CHECK(view.passes == 2);
    CHECK(view.hit_of(1) == nullptr);
    REQUIRE(view.hit_of(2) != nullptr);
    CHECK(view.hit_of(2)->word == 64);
}

TEST_CASE("of much shared memory a window of rows is shown", "[gui][views]") {
    std::vector<std::uint8_t> shared(100 * 128, 0);
    shared[80 * 128] = 7;
    const BankView view = bank_view(access_of(Space::Shared, 4, 1, 80 * 128, 4), shared);
    CHECK(view.all_rows == 100);
    CHECK(view.rows == 32);
    CHECK(view.first_row <= 80);
    CHECK(view.first_row + view.rows > 80);
    CHECK(view.values[(80 - view.first_row) * 32] == 7);
}

TEST_CASE("an access outside of what the block has is shown without words", "[gui][views]") {
    const BankView view = bank_view(access_of(Space::Shared, 4, kAllLanes, 0, 4), {});
    CHECK(view.rows == 0);
    CHECK(view.values.empty());
    CHECK(view.passes == 1);
}

TEST_CASE("neighbouring words fill four sectors", "[gui][views]") {
    const SectorView view = sector_view(access_of(Space::Global, 4, kAllLanes, 0x7F0000000000, 4));
    REQUIRE(view.sectors.size() == 4);
    CHECK(view.lines == 1);
    CHECK(view.bytes_used == 128);
    CHECK(view.bytes_moved == 128);
    for (const SectorView::Sector& sector : view.sectors)
        CHECK(sector.used_bytes == 0xFFFFFFFFu);
    CHECK(view.sector_of(9) == 1);
    CHECK(view.sentence == "4 sectors, 128 of 128 B used.");
}

TEST_CASE("strided words waste most of what is moved", "[gui][views]") {
    const SectorView view =
        sector_view(access_of(Space::Global, 4, kAllLanes, 0x7F0000000000, 4000));
    CHECK(view.sectors.size() == 32);
    CHECK(view.bytes_used == 128);
    CHECK(view.bytes_moved == 1024);
    CHECK_THAT(view.remark, Catch::Matchers::ContainsSubstring("4 sectors"));
}

TEST_CASE("local memory has a cost but no places", "[gui][views]") {
    const SectorView view = sector_view(access_of(Space::Local, 4, kAllLanes, 16, 0));
    CHECK(view.sectors.empty());
    CHECK(view.cost_sectors == 4);
}

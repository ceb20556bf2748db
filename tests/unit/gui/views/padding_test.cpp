// What padding would do to shared accesses whose cost is known.
#include "gui/views/padding.h"

#include <algorithm>
#include <cstring>

#include "gui/views/bank_view.h"
#include "sim/gpu/gpu_presets.h"
#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::views;

namespace {

constexpr std::uint64_t kTile = 4096;

gui::LaunchFacts facts_with_tile() {
    gui::LaunchFacts facts;
    facts.grid = {1, 1, 1};
    facts.block = {32, 8, 1};
    facts.gpu = default_gpu();
    facts.static_shared_bytes = 2 * kTile;
    facts.shared = {{"before", kTile, 0}, {"tile", kTile, kTile}};
    return facts;
}

gui::LaneAccess column(Address first, Address row, unsigned width = 4) {
    gui::LaneAccess access;
    access.space = Space::Shared;
    access.width = access.element = width;
    access.lanes = kAllLanes;
    for (unsigned lane = 0; lane < kLanes; ++lane)
        access.address[lane] = first + row * lane;
    return access;
}

std::vector<std::uint8_t> numbered_words() {
    std::vector<std::uint8_t> shared(2 * kTile);
    for (std::uint32_t word = 0; word < shared.size() / 4; ++word)
        std::memcpy(shared.data() + 4 * std::size_t{word}, &word, 4);
    return shared;
}

} // namespace

TEST_CASE("a column of a tile becomes a diagonal when its rows are padded", "[gui][views]") {
    const auto fix = padding_of(column(kTile + 44, 128), numbered_words(), facts_with_tile());
    REQUIRE(fix);
    CHECK(fix->array == "tile");
    CHECK(fix->row_bytes == 128);
    CHECK(fix->padded_row_bytes == 132);
    CHECK(fix->passes_now == 32);
    CHECK(fix->passes == 1);
    CHECK(fix->bytes_now == 2 * kTile);
    CHECK(fix->bytes == 2 * kTile + 32 * 4);
    CHECK(fix->blocks_now >= fix->blocks);
    CHECK(fix->blocks > 0);
    const BankView view = bank_view(fix->access, fix->shared);
    CHECK_FALSE(view.conflict());
    for (const BankView::Hit& hit : view.hits)
        CHECK(hit.bank == (hit.lane + 11) % 32);
}

TEST_CASE("words keep their values when rows move apart", "[gui][views]") {
    const gui::LaneAccess access = column(kTile + 44, 128);
    const std::vector<std::uint8_t> shared = numbered_words();
    const auto fix = padding_of(access, shared, facts_with_tile());
    REQUIRE(fix);
    REQUIRE(fix->shared.size() == fix->bytes);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
        std::uint32_t before = 0, after = 0;
        std::memcpy(&before, shared.data() + access.address[lane], 4);
        std::memcpy(&after, fix->shared.data() + fix->access.address[lane], 4);
        CHECK(after == before);
    }
    // The array in front of it stays where it is.
    CHECK(std::equal(shared.begin(), shared.begin() + kTile, fix->shared.begin()));
}

TEST_CASE("wide elements are padded by their own width", "[gui][views]") {
    const auto fix = padding_of(column(kTile, 128, 8), numbered_words(), facts_with_tile());
    REQUIRE(fix);
    CHECK(fix->padded_row_bytes % 8 == 0);
    CHECK(fix->passes < fix->passes_now);
}

TEST_CASE("padding is offered only where it helps", "[gui][views]") {
    const gui::LaunchFacts facts = facts_with_tile();
    const auto shared = numbered_words();
    SECTION("a row has no conflict") {
        CHECK_FALSE(padding_of(column(kTile, 4), shared, facts));
    }
    SECTION("a padded column has none either") {
        CHECK_FALSE(padding_of(column(kTile, 124), shared, facts));
    }
    SECTION("lanes without a pattern have no rows") {
        gui::LaneAccess access = column(kTile, 128);
        std::swap(access.address[3], access.address[17]);
        std::swap(access.address[4], access.address[30]);
        CHECK_FALSE(padding_of(access, shared, facts));
    }
    SECTION("lanes in two arrays have no rows in common") {
        CHECK_FALSE(padding_of(column(kTile / 2, 128), shared, facts));
    }
}

TEST_CASE("dynamic shared memory lies behind the arrays", "[gui][views]") {
    gui::LaunchFacts facts = facts_with_tile();
    facts.shared.pop_back();
    facts.static_shared_bytes = kTile;
    facts.dynamic_shared_bytes = kTile;
    const auto fix = padding_of(column(kTile, 128), {}, facts);
    REQUIRE(fix);
    CHECK(fix->array.empty());
    CHECK(fix->passes == 1);
    CHECK(fix->shared.empty());
}

// What is said about accesses of each shape.
#include "sim/counters/advice.h"

#include <functional>

#include "tests/catch.h"

using namespace warpscope;

namespace {

constexpr AccessSite kSharedLoad = {Space::Shared, GlobalKind::Load, SharedWay::Load};
constexpr AccessSite kSharedAtomic = {Space::Shared, GlobalKind::Reduction, SharedWay::Atomic};
constexpr AccessSite kGlobalLoad = {Space::Global, GlobalKind::Load, SharedWay::Load};
constexpr AccessSite kGlobalStore = {Space::Global, GlobalKind::Store, SharedWay::Store};
constexpr AccessSite kGlobalAtomic = {Space::Global, GlobalKind::Atomic, SharedWay::Atomic};
constexpr AccessSite kLocalLoad = {Space::Local, GlobalKind::Load, SharedWay::Load};

/// Advice when all accesses of the site are this one.
Advice advice(const AccessSite& site, const std::function<std::uint64_t(unsigned)>& place,
              unsigned width = 4, LaneMask lanes = kAllLanes) {
    SiteCounts counts;
    counts.width = static_cast<std::uint8_t>(width);
    counts.worst.lanes = lanes;
    for_each_lane(lanes, [&](unsigned lane) { counts.worst.places[lane] = place(lane); });
    const AccessCost cost = access_cost(site, width, lanes, counts.worst.places.data());
    counts.worst.avoidable = cost.avoidable;
    counts.totals.add(cost, lanes, 5);
    return advice_for(site, counts);
}

bool says(const Advice& advice, const std::string& text) {
    return advice.text.find(text) != std::string::npos;
}

#define CHECK_SAYS(given, words)                                                                   \
    do {                                                                                           \
        const Advice got = (given);                                                                \
        INFO(got.text);                                                                            \
        CHECK(says(got, words));                                                                   \
    } while (0)

} // namespace

TEST_CASE("advice: a column of a tile lies in one bank", "[counters]") {
    const Advice column = advice(kSharedLoad, [](unsigned lane) { return 128 * lane; });
    CHECK(column.needed);
    CHECK(column.text == "a stride of 32 words puts all 32 lanes into one bank, a 32-way conflict; "
                         "pad the row to 33 words");
    const Advice half = advice(kSharedLoad, [](unsigned lane) { return 64 * lane; });
    CHECK(half.text ==
          "a stride of 16 words puts all 32 lanes into 2 banks, a 16-way conflict; pad "
          "the row to 17 words");
    const Advice doubles = advice(kSharedLoad, [](unsigned lane) { return 256 * lane; }, 8);
    CHECK_SAYS(doubles, "a stride of 64 words");
    CHECK_SAYS(doubles, "pad the row to 66 words");
    CHECK(!advice(kSharedLoad, [](unsigned lane) { return 132 * lane; }).needed);
}

TEST_CASE("advice: small strides in shared memory", "[counters]") {
    const Advice pairs = advice(kSharedLoad, [](unsigned lane) { return 8 * lane; });
    CHECK(pairs.text ==
          "a stride of 2 words puts all 32 lanes into 16 banks, a 2-way conflict; let "
          "neighbouring lanes use neighbouring words, or make the stride 3 words");
    CHECK_SAYS(advice(
                   kSharedLoad, [](unsigned lane) { return 8 * lane; }, 4, 0xFFFFF),
               "20 lanes into 16 banks");
}

TEST_CASE("advice: rows of lanes that meet in the same banks", "[counters]") {
    const Advice rows =
        advice(kSharedLoad, [](unsigned lane) { return lane % 16 * 4 + lane / 16 * 128; });
    CHECK(rows.text == "rows of 16 lanes lie 32 words apart and meet in the same banks, a 2-way "
                       "conflict; pad the row to 48 words");
    const Advice columns =
        advice(kSharedLoad, [](unsigned lane) { return lane % 16 * 128 + lane / 16 * 4; });
    CHECK_SAYS(columns, "a stride of 32 words puts 16 lanes into one bank");
    CHECK_SAYS(columns, "; pad the row to ");
}

TEST_CASE("advice: shared memory without conflicts", "[counters]") {
    CHECK(advice(kSharedLoad, [](unsigned) { return 8; }) ==
          Advice{false, "all lanes use one word: a broadcast, no bank conflict"});
    CHECK(advice(kSharedLoad, [](unsigned lane) { return 4 * lane; }) ==
          Advice{false, "neighbouring lanes use neighbouring words: no bank conflicts"});
    CHECK(advice(kSharedLoad, [](unsigned lane) { return lane * 16; }, 16).needed == false);
    CHECK(advice(kSharedLoad, [](unsigned lane) { return 4 * (lane * 7 % 32); }) ==
          Advice{false, "no bank conflicts"});
}

TEST_CASE("advice: scattered words, and atomics on one", "[counters]") {
    const auto scattered = [](unsigned lane) { return 4 * (lane * lane * lane % 97); };
    CHECK_SAYS(advice(kSharedLoad, scattered), "places without a pattern put up to ");
    const Advice one = advice(kSharedAtomic, [](unsigned) { return 4; });
    CHECK(one.needed);
    CHECK_SAYS(one, "up to 32 lanes update one word, one after another (on average 32.0 "
                    "wavefronts); add up inside the warp first");
    CHECK_SAYS(advice(kSharedAtomic, [](unsigned lane) { return 128 * lane; }),
               "a stride of 32 words puts all 32 lanes into one bank");
    CHECK(!advice(kSharedAtomic, [](unsigned lane) { return 4 * lane; }).needed);
    const AccessSite loop = {Space::Shared, GlobalKind::Reduction, SharedWay::Loop};
    CHECK_SAYS(advice(loop, [](unsigned) { return 4; }), "a loop of load and compare-and-swap, in "
                                                         "which up to 32 lanes update one word");
}

TEST_CASE("advice: global memory that is used well", "[counters]") {
    CHECK(advice(kGlobalLoad, [](unsigned lane) { return 4 * lane; }) ==
          Advice{false, "neighbouring lanes use neighbouring bytes: coalesced"});
    CHECK(advice(kGlobalLoad, [](unsigned) { return 12; }) ==
          Advice{false, "all lanes use one address: one sector for the warp"});
    CHECK(!advice(kGlobalLoad, [](unsigned lane) { return lane * 16; }, 16).needed);
    CHECK(!advice(kGlobalLoad, [](unsigned lane) { return 4 * (lane ^ 5); }).needed);
    CHECK(advice(
              kGlobalLoad, [](unsigned) { return 12; }, 4, 8) ==
          Advice{false, "one lane alone: one sector"});
}

TEST_CASE("advice: columns, structures, borders, rows and scatter in global memory", "[counters]") {
    const Advice column = advice(kGlobalStore, [](unsigned lane) { return 3108 * lane; });
    CHECK(column.needed);
    CHECK(
        column.text ==
        "lanes walk down a column, 3108 bytes from row to row: 32 sectors for all 32 lanes, 4 of "
        "32 bytes used; let neighbouring lanes walk along the row, or go through a tile in shared "
        "memory");
    const Advice fields = advice(kGlobalLoad, [](unsigned lane) { return 16 * lane; });
    CHECK_SAYS(fields,
               "a step of 16 bytes from lane to lane uses 128 of 512 bytes moved; keep each "
               "field in an array of its own");
    const Advice border = advice(kGlobalLoad, [](unsigned lane) { return 4 + 4 * lane; });
    CHECK_SAYS(border,
               "begins 4 bytes behind the border of a sector: 5 sectors where one less would "
               "do; align rows to 32 bytes");
    const Advice rows =
        advice(kGlobalLoad, [](unsigned lane) { return lane % 4 * 4 + lane / 4 * 400; });
    CHECK_SAYS(rows, "rows of 4 lanes, 400 bytes apart, use 128 of ");
    const auto scattered = [](unsigned lane) { return 64 * (lane * lane * lane % 97); };
    CHECK_SAYS(advice(kGlobalLoad, scattered), "addresses without a pattern");
    CHECK_SAYS(advice(kGlobalLoad, scattered), "12 % of the bytes moved are used");
}

TEST_CASE("advice: global atomics and local memory", "[counters]") {
    const Advice one = advice(kGlobalAtomic, [](unsigned) { return 4; });
    CHECK(one.needed);
    CHECK_SAYS(one, "up to 32 lanes update one address, one after another (on average 31.0 lanes "
                    "wait); add up inside the warp or the block first");
    CHECK(!advice(kGlobalAtomic, [](unsigned) { return 4; }, 4, 1).needed);
    CHECK(!advice(kGlobalAtomic, [](unsigned lane) { return 4 * lane; }).needed);
    CHECK_SAYS(
        advice(kLocalLoad, [](unsigned) { return 4; }),
        "lanes use the same offset of arrays of their own (on average 4.0 sectors a request)");
    CHECK_SAYS(advice(kLocalLoad, [](unsigned lane) { return 4 * lane; }),
               "lanes use different offsets of arrays of their own (on average 32.0 sectors");
    CHECK(advice_for(kGlobalLoad, {}) == Advice{});
}

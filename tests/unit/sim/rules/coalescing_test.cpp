// Coalescing: what an H200's profiler counted, and laws that hold for any access.
#include "sim/rules/coalescing.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/unit/sim/rules/access_cases.h"

using namespace warpscope;
using namespace warpscope::testing;

TEST_CASE("global accesses cost what an H200 counted", "[coalescing]") {
    unsigned compared = 0;
    for (const AccessCase& c : read_access_cases("global.tsv")) {
        const GlobalCost cost = global_cost({c.number("bytes"), c.lanes, c.offsets.data()});
        CAPTURE(c.columns.at("bytes"), c.columns.at("mask"), c.columns.at("offsets"));
        CHECK(cost.requests == c.number("requests"));
        CHECK(cost.sectors == c.number("sectors"));
        ++compared;
    }
    CHECK(compared == 360);
}

TEST_CASE("global atomics cost what an H200 counted", "[coalescing]") {
    unsigned words = 0, doubles = 0, different = 0;
    for (const AccessCase& c : read_access_cases("global_atomics.tsv")) {
        CAPTURE(c.columns.at("form"), c.columns.at("mask"), c.columns.at("offsets"));
        const GlobalAccess access = {c.number("bytes"), c.lanes, c.offsets.data()};
        const bool load = c.columns.at("form").starts_with("ld");
        const GlobalCost cost = load ? global_cost(access) : atomic_cost(access);
        CHECK(cost.requests == c.number("requests"));
        CHECK(cost.bytes_used == c.number("data_bytes"));
        if (access.width == 4) {
            CHECK(cost.sectors == c.number("sectors"));
            ++words;
        } else {
            CHECK(cost.sectors <= c.number("sectors"));
            CHECK(c.number("sectors") - cost.sectors <= 3);
            different += cost.sectors != c.number("sectors") ? 1 : 0;
            ++doubles;
        }
    }
    CHECK(words == 252);
    CHECK(doubles == 42);
    CHECK(different <= 3);
}

TEST_CASE("sectors: order of lanes does not matter, more lanes never cost less, the list adds up",
          "[coalescing]") {
    std::mt19937 random(4);
    for (unsigned round = 0; round < 2000; ++round) {
        const unsigned width = 1u << random() % 6;
        const unsigned places = 1u << (2 + random() % 9);
        std::vector<Address> addresses(kLanes);
        for (Address& a : addresses)
            a = 0x7F0000000000 + Address{width} * (random() % places);
        const LaneMask lanes = static_cast<LaneMask>(random());
        const GlobalCost cost = global_cost({width, lanes, addresses.data()});

        const GlobalCost fewer =
            global_cost({width, lanes & static_cast<LaneMask>(random()), addresses.data()});
        CHECK(fewer.sectors <= cost.sectors);
        CHECK(fewer.lines <= cost.lines);
        CHECK(fewer.bytes_used <= cost.bytes_used);

        unsigned bytes = 0;
        LaneMask seen = 0;
        const std::vector<SectorUse> sectors = sectors_of({width, lanes, addresses.data()});
        for (const SectorUse& s : sectors) {
            bytes += static_cast<unsigned>(std::popcount(s.bytes));
            seen |= s.lanes;
            CHECK(s.address % kCacheSectorBytes == 0);
        }
        CHECK(sectors.size() == cost.sectors);
        CHECK(bytes == cost.bytes_used);
        CHECK(seen == lanes);
        CHECK(cost.lines <= cost.sectors);
        CHECK(cost.bytes_used <= cost.bytes_moved());

        std::vector<unsigned> order(kLanes);
        std::iota(order.begin(), order.end(), 0u);
        std::shuffle(order.begin(), order.end(), random);
        std::vector<Address> permuted(kLanes);
        LaneMask permuted_lanes = 0;
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            permuted[order[lane]] = addresses[lane];
            permuted_lanes |= (lanes >> lane & 1) << order[lane];
        }
        CHECK(global_cost({width, permuted_lanes, permuted.data()}) == cost);
    }
}

TEST_CASE("neighbouring words share sectors, a stride of 32 bytes wastes most of each",
          "[coalescing]") {
    std::vector<Address> addresses(kLanes);
    for (unsigned lane = 0; lane < kLanes; ++lane)
        addresses[lane] = 4096 + 4 * lane;
    CHECK(global_cost({4, kAllLanes, addresses.data()}) == GlobalCost{1, 4, 1, 128});
    for (unsigned lane = 0; lane < kLanes; ++lane)
        addresses[lane] = 4096 + 32 * lane;
    const GlobalCost strided = global_cost({4, kAllLanes, addresses.data()});
    CHECK(strided == GlobalCost{1, 32, 8, 128});
    CHECK(strided.bytes_wasted() == 896);
    CHECK(global_cost({4, 0, addresses.data()}) == GlobalCost{});
}

TEST_CASE("local memory: lanes at one offset share sectors, lanes at different ones do not",
          "[coalescing]") {
    std::vector<Address> offsets(kLanes, 8);
    CHECK(local_cost({4, kAllLanes, offsets.data()}) == GlobalCost{1, 4, 1, 128});
    CHECK(local_cost({1, kAllLanes, offsets.data()}) == GlobalCost{1, 4, 1, 32});
    CHECK(local_cost({16, kAllLanes, offsets.data()}) == GlobalCost{1, 16, 4, 512});
    CHECK(local_cost({4, 0x0000'0101, offsets.data()}) == GlobalCost{1, 2, 1, 8});
    CHECK(local_cost({4, 0, offsets.data()}) == GlobalCost{});
    for (unsigned lane = 0; lane < kLanes; ++lane)
        offsets[lane] = 4 * lane;
    CHECK(local_cost({4, kAllLanes, offsets.data()}) == GlobalCost{1, 32, 32, 128});
    for (unsigned lane = 0; lane < kLanes; ++lane)
        offsets[lane] = lane % 4; // bytes of one word
    CHECK(local_cost({1, kAllLanes, offsets.data()}) == GlobalCost{1, 4, 1, 32});
}

// Loads of banks, compared with counting place by place.
#include "sim/rules/bank_load.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "tests/catch.h"

using namespace warpscope;

TEST_CASE("bank load: as if banks were counted place by place", "[bank-conflicts]") {
    std::mt19937 random(6);
    for (unsigned round = 0; round < 4000; ++round) {
        // Few places, many, and some so far apart that they differ in high bits only.
        const unsigned different = 1 + random() % (round % 2 == 0 ? 40 : 4000);
        const unsigned shift = round % 5 == 0 ? random() % 20 : 0;
        std::array<std::uint32_t, kLanes> places;
        for (std::uint32_t& place : places)
            place = 1000 + (random() % different << shift) + random() % 2;
        const LaneMask lanes = round % 3 == 0 ? static_cast<LaneMask>(random()) : kAllLanes;
        const unsigned banks = 32u >> random() % 3;
        const bool every_lane = random() % 2 == 0;

        std::set<std::uint32_t> seen;
        std::map<std::uint32_t, unsigned> asked;
        for_each_lane(lanes, [&](unsigned lane) {
            if (seen.insert(places[lane]).second || every_lane) ++asked[places[lane] % banks];
        });
        unsigned most = 0;
        for (const auto& [bank, times] : asked)
            most = std::max(most, times);

        const BankLoad load = bank_load(places, lanes, banks, every_lane);
        CHECK(load.most == most);
        CHECK((load.one_of_each & ~lanes) == 0);
        std::set<std::uint32_t> chosen;
        for_each_lane(load.one_of_each, [&](unsigned lane) { chosen.insert(places[lane]); });
        CHECK(chosen == seen);
        CHECK(count_lanes(load.one_of_each) == seen.size());
    }
}

TEST_CASE("bank load: nobody asks, or everybody the same bank", "[bank-conflicts]") {
    std::array<std::uint32_t, kLanes> places{};
    CHECK(bank_load(places, 0, 32, true).most == 0);
    CHECK(bank_load(places, kAllLanes, 32, true).most == 32);
    CHECK(bank_load(places, kAllLanes, 32, false).most == 1);
    for (unsigned lane = 0; lane < kLanes; ++lane)
        places[lane] = 32 * lane;
    CHECK(bank_load(places, kAllLanes, 32, false).most == 32);
}

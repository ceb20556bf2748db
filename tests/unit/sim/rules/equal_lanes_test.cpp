// Equal numbers of a warp's lanes, compared with comparing all with all.
#include "sim/rules/equal_lanes.h"

#include <random>

#include "tests/catch.h"

using namespace warpscope;

TEST_CASE("equal lanes: as if all were compared with all", "[equal-lanes]") {
    std::mt19937_64 random(5);
    for (unsigned round = 0; round < 3000; ++round) {
        // Few numbers, many, and numbers that only differ in high bits.
        const unsigned different = 1 + static_cast<unsigned>(random() % 50);
        const unsigned shift = round % 3 == 0 ? 0 : 12 + static_cast<unsigned>(random() % 40);
        std::array<Address, kLanes> numbers;
        for (Address& number : numbers)
            number = (random() % different << shift) + random() % 2;
        const LaneMask lanes = round % 2 == 0 ? kAllLanes : static_cast<LaneMask>(random());
        const EqualLanes equal = equal_lanes(numbers, lanes);
        LaneMask last_of_each = 0;
        for_each_lane(lanes, [&](unsigned lane) {
            unsigned last = lane;
            for_each_lane(lanes, [&](unsigned other) {
                if (numbers[other] == numbers[lane]) last = other;
            });
            CHECK(equal.last[lane] == last);
            last_of_each |= 1u << last;
        });
        CHECK(equal.last_of_each == last_of_each);
    }
}

// Laws of clocks: a join knows what either knows, and nothing else.
#include "sim/checkers/clock.h"

#include <random>

#include "tests/catch.h"

using namespace warpscope;

namespace {

ClockPointer random_clock(std::mt19937& random) {
    ClockPointer clock;
    for (unsigned k = random() % 5; k != 0; --k) {
        const std::uint64_t block = random() % 3;
        const std::uint32_t time = random() % 8;
        if (random() % 2 == 0) {
            auto times = std::make_shared<std::vector<std::uint32_t>>(4);
            for (std::uint32_t& t : *times)
                t = random() % 8;
            clock = Clock::join(clock, Clock::of_block(block, {times, {}}));
        } else {
            clock = Clock::join(
                clock, Clock::of_lanes(block, random() % 4, static_cast<LaneMask>(random()), time));
        }
    }
    return clock;
}

bool knows(const ClockPointer& clock, const Moment& m) {
    return clock != nullptr && clock->knows(m);
}

} // namespace

TEST_CASE("a join knows what either clock knows, whatever the order", "[checkers]") {
    std::mt19937 random(7);
    for (unsigned round = 0; round < 300; ++round) {
        const ClockPointer a = random_clock(random), b = random_clock(random);
        const ClockPointer both = Clock::join(a, b), other = Clock::join(b, a);
        for (unsigned k = 0; k < 60; ++k) {
            const Moment m{random() % 3, static_cast<std::uint32_t>(random() % 4),
                           static_cast<unsigned>(random() % 32),
                           static_cast<std::uint32_t>(1 + random() % 8)};
            CHECK(knows(both, m) == (knows(a, m) || knows(b, m)));
            CHECK(knows(other, m) == knows(both, m));
        }
    }
}

TEST_CASE("joining with what is known already gives the same clock", "[checkers]") {
    const ClockPointer small = Clock::of_lanes(1, 0, 0xFF, 3);
    const ClockPointer large = Clock::join(small, Clock::of_lanes(2, 1, 1, 9));
    CHECK(Clock::join(large, small) == large);
    CHECK(Clock::join(small, large) == large);
    CHECK(Clock::join(nullptr, small) == small);
    CHECK(Clock::join(small, nullptr) == small);
    CHECK_FALSE(large->knows({1, 0, 8, 3}));
    CHECK(large->knows({1, 0, 7, 3}));
    CHECK_FALSE(large->knows({1, 0, 7, 4}));
}

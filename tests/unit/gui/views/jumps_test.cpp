// Going back and forward through places that were jumped from.
#include "gui/views/jumps.h"

#include "tests/catch.h"

using namespace warpscope::views;

namespace {

JumpPlace at(std::uint64_t step, std::uint32_t warp = 0) {
    JumpPlace place;
    place.step = step;
    place.warp = warp;
    return place;
}

} // namespace

TEST_CASE("jumps lead back to where they began, and forward again", "[gui][views]") {
    Jumps jumps;
    CHECK_FALSE(jumps.back(at(1)));
    jumps.leave(at(1));  // to 10, stepped on to 12
    jumps.leave(at(12)); // to 50
    CHECK(jumps.back(at(50)) == at(12));
    CHECK(jumps.back(at(12)) == at(1));
    CHECK_FALSE(jumps.back(at(1)));
    CHECK(jumps.forward(at(1)) == at(12));
    CHECK(jumps.forward(at(12)) == at(50));
    CHECK_FALSE(jumps.forward(at(50)));
    CHECK(jumps.back(at(50)) == at(12));
}

TEST_CASE("a new jump forgets what was ahead, and one that led nowhere is passed over",
          "[gui][views]") {
    Jumps jumps;
    jumps.leave(at(1));
    jumps.leave(at(5));
    REQUIRE(jumps.back(at(9)) == at(5));
    CHECK(jumps.can_go_forward());
    jumps.leave(at(5)); // to 7
    CHECK_FALSE(jumps.can_go_forward());
    CHECK(jumps.back(at(7)) == at(5));
    // Steps after going back: forward leads where it did, back to where one stood.
    CHECK(jumps.forward(at(6)) == at(7));
    CHECK(jumps.back(at(7)) == at(6));
    jumps.leave(at(6)); // found nothing
    CHECK(jumps.back(at(6)) == at(1));
    // A choice of another warp at the same step is a place, too.
    jumps.leave(at(1, 0));
    CHECK(jumps.can_go_back(at(1, 3)));
    CHECK(jumps.back(at(1, 3)) == at(1, 0));
}

TEST_CASE("places are forgotten from the far end", "[gui][views]") {
    Jumps jumps;
    for (std::uint64_t step = 1; step <= Jumps::kMost + 10; ++step)
        jumps.leave(at(step));
    std::uint64_t count = 0, last = 0;
    for (auto place = jumps.back(at(0)); place; place = jumps.back(*place))
        ++count, last = place->step;
    CHECK(count == Jumps::kMost);
    CHECK(last == 11);
}

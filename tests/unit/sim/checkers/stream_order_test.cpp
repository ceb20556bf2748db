// Which operations come before which: one stream, several, events, the whole device.
#include "sim/checkers/stream_order.h"

#include "tests/catch.h"

using namespace warpscope;

TEST_CASE("operations of one stream come one after another", "[checkers]") {
    StreamOrder order;
    const std::uint32_t first = order.begin(3);
    order.begin(3);
    CHECK(order.before(first));
    CHECK(order.before_all());
}

TEST_CASE("other streams come before only where an edge leads", "[checkers]") {
    StreamOrder order;
    const std::uint32_t a = order.begin(1);
    const std::uint32_t b = order.begin(2);
    CHECK_FALSE(order.before(a));
    CHECK_FALSE(order.before_all());
    order.on_edge({1, 100, false}); // an event recorded in stream 1 ...
    const std::uint32_t later = order.begin(1);
    order.on_edge({100, 2, false}); // ... that stream 2 waits for
    order.begin(2);
    CHECK(order.before(a));
    CHECK(order.before(b));
    CHECK_FALSE(order.before(later));
    order.begin(1);
    CHECK_FALSE(order.before(b));
}

TEST_CASE("after the whole device nothing is left to order", "[checkers]") {
    StreamOrder order;
    const std::uint32_t a = order.begin(1);
    order.begin(2);
    order.on_edge({0, 0, true});
    order.begin(3);
    CHECK(order.before(a));
    CHECK(order.before_all());
}

TEST_CASE("a million operations of one stream take no time to order", "[checkers]") {
    StreamOrder order;
    std::uint32_t last = 0;
    for (unsigned k = 0; k < 1'000'000; ++k) {
        last = order.begin(0);
        REQUIRE(order.before_all());
    }
    CHECK(last == 1'000'000);
}

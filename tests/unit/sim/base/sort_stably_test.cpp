// Tests of sorting that leaves equal elements in their order.
#include "sim/base/sort_stably.h"

#include <string>

#include "tests/catch.h"

using namespace warpscope;

TEST_CASE("equal elements stay in their order", "[base]") {
    std::vector<std::pair<int, std::string>> items = {
        {2, "a"}, {1, "b"}, {2, "c"}, {1, "d"}, {0, "e"}, {2, "f"}};
    sort_stably(items, [](const auto& x, const auto& y) { return x.first < y.first; });
    std::string order;
    for (const auto& [number, name] : items)
        order += name;
    CHECK(order == "ebdacf");
}

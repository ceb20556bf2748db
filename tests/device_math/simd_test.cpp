// Two or four small integers in a word, against plain arithmetic lane by lane.
#include "tests/catch.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "runtime/device/simd.cu"

namespace {

/// One lane of both words, without and with sign.
struct Lane {
    int a, b;               // unsigned
    int signed_a, signed_b; // the same bits as signed numbers
    int width;

    int highest() const { return (1 << (width - 1)) - 1; }
    int saturated(int value) const { return std::clamp(value, -highest() - 1, highest()); }
};

using LaneFunction = int (*)(const Lane&);

Lane lane_of(std::uint32_t a, std::uint32_t b, int width, int index) {
    const std::uint32_t mask = (1u << width) - 1;
    const int left = static_cast<int>(a >> (width * index) & mask);
    const int right = static_cast<int>(b >> (width * index) & mask);
    const auto with_sign = [&](int x) { return x >> (width - 1) ? x - (1 << width) : x; };
    return {left, right, with_sign(left), with_sign(right), width};
}

std::uint32_t by_lanes(LaneFunction function, int lanes, std::uint32_t a, std::uint32_t b) {
    const int width = 32 / lanes;
    std::uint32_t result = 0;
    for (int i = 0; i < lanes; ++i) {
        const auto value = static_cast<std::uint32_t>(function(lane_of(a, b, width, i)));
        result |= (value & ((1u << width) - 1)) << (width * i);
    }
    return result;
}

std::uint32_t summed(LaneFunction function, int lanes, std::uint32_t a, std::uint32_t b) {
    std::uint32_t sum = 0;
    for (int i = 0; i < lanes; ++i)
        sum += static_cast<std::uint32_t>(function(lane_of(a, b, 32 / lanes, i)));
    return sum;
}

struct Row {
    const char* name;
    std::function<int(int, int)> of_two, of_four;
    LaneFunction expected;
    bool is_sum = false;
};

#define WS_LANE(expression)                                                                        \
    [](const Lane& lane) -> int {                                                                  \
        [[maybe_unused]] const int a = lane.a, b = lane.b, s = lane.signed_a, t = lane.signed_b;   \
        return expression;                                                                         \
    }
#define WS_UNARY(name, expression)                                                                 \
    {#name, [](int a, int) { return __nv_v##name##2(a); },                                         \
     [](int a, int) { return __nv_v##name##4(a); }, WS_LANE(expression)}
#define WS_BINARY(name, expression) {#name, __nv_v##name##2, __nv_v##name##4, WS_LANE(expression)}
#define WS_COMPARISON(name, expression)                                                            \
    WS_BINARY(cmp##name, (expression) ? -1 : 0), WS_BINARY(set##name, (expression) ? 1 : 0)
#define WS_SUM(name, expression)                                                                   \
    {#name, __nv_v##name##2, __nv_v##name##4, WS_LANE(expression), true}

const Row rows[] = {
    WS_UNARY(abs, std::abs(s)),
    WS_UNARY(absss, lane.saturated(std::abs(s))),
    WS_UNARY(neg, -s),
    WS_UNARY(negss, lane.saturated(-s)),
    WS_BINARY(add, a + b),
    WS_BINARY(addss, lane.saturated(s + t)),
    WS_BINARY(addus, std::min(a + b, (1 << lane.width) - 1)),
    WS_BINARY(sub, a - b),
    WS_BINARY(subss, lane.saturated(s - t)),
    WS_BINARY(subus, std::max(a - b, 0)),
    WS_BINARY(absdiffs, std::abs(s - t)),
    WS_BINARY(absdiffu, std::abs(a - b)),
    WS_BINARY(avgs, (s + t + (s + t >= 0)) >> 1),
    WS_BINARY(avgu, (a + b + 1) >> 1),
    WS_BINARY(haddu, (a + b) >> 1),
    WS_BINARY(maxs, std::max(s, t)),
    WS_BINARY(maxu, std::max(a, b)),
    WS_BINARY(mins, std::min(s, t)),
    WS_BINARY(minu, std::min(a, b)),
    WS_COMPARISON(eq, a == b),
    WS_COMPARISON(ne, a != b),
    WS_COMPARISON(lts, s < t),
    WS_COMPARISON(ltu, a < b),
    WS_COMPARISON(les, s <= t),
    WS_COMPARISON(leu, a <= b),
    WS_COMPARISON(gts, s > t),
    WS_COMPARISON(gtu, a > b),
    WS_COMPARISON(ges, s >= t),
    WS_COMPARISON(geu, a >= b),
    WS_SUM(sads, std::abs(s - t)),
    WS_SUM(sadu, std::abs(a - b)),
};

void check(const Row& row, std::uint32_t a, std::uint32_t b) {
    const auto expected = row.is_sum ? summed : by_lanes;
    const auto two =
        static_cast<std::uint32_t>(row.of_two(static_cast<int>(a), static_cast<int>(b)));
    const auto four =
        static_cast<std::uint32_t>(row.of_four(static_cast<int>(a), static_cast<int>(b)));
    if (two == expected(row.expected, 2, a, b) && four == expected(row.expected, 4, a, b)) return;
    CAPTURE(row.name, a, b, two, four);
    CHECK(two == expected(row.expected, 2, a, b));
    CHECK(four == expected(row.expected, 4, a, b));
}

} // namespace

TEST_CASE("every pair of bytes in every lane gives what plain arithmetic gives", "[device_math]") {
    for (const Row& row : rows) {
        for (std::uint32_t a = 0; a < 256; ++a) {
            for (std::uint32_t b = 0; b < 256; ++b)
                check(row, a * 0x01010101u ^ 0x00ff7f80u, b * 0x01010101u ^ 0x7f00ff01u);
        }
    }
}

TEST_CASE("words at the limits and at random give what plain arithmetic gives", "[device_math]") {
    const std::uint32_t limits[] = {0, 1, 0x7f, 0x80, 0x81, 0xff};
    std::mt19937 random(5);
    for (int i = 0; i < 20000; ++i) {
        std::uint32_t a = random(), b = random();
        if (i % 2) {
            a = b = 0;
            for (int lane = 0; lane < 4; ++lane) {
                a = a << 8 | limits[random() % 6];
                b = b << 8 | limits[random() % 6];
            }
        }
        for (const Row& row : rows)
            check(row, a, b);
    }
}

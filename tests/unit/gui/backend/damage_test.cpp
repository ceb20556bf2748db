// Which parts of a picture are drawn again.
#include "gui/backend/damage.h"

#include <random>

#include "tests/catch.h"

using namespace warpscope::gui;

namespace {

struct Shape {
    PixelBox bounds;
    std::uint64_t hash = 0;
};

std::vector<PixelBox> frame(Damage& damage, const std::vector<Shape>& shapes, int width = 320,
                            int height = 200) {
    damage.begin(width, height, 1);
    for (const Shape& s : shapes)
        damage.add(s.bounds, s.hash);
    return damage.end();
}

bool covers(const std::vector<PixelBox>& boxes, int x, int y) {
    for (const PixelBox& b : boxes)
        if (b.meets({x, y, x + 1, y + 1})) return true;
    return false;
}

const std::vector<PixelBox> kNothing;

} // namespace

TEST_CASE("a first frame, one of another size and one after forgetting are drawn whole") {
    Damage damage;
    const std::vector<PixelBox> whole = {{0, 0, 320, 200}};
    CHECK(frame(damage, {}) == whole);
    CHECK(frame(damage, {}) == kNothing);
    CHECK(frame(damage, {}, 300, 200) == std::vector<PixelBox>{{0, 0, 300, 200}});
    CHECK(frame(damage, {}) == whole);
    damage.forget();
    CHECK(frame(damage, {}) == whole);
}

TEST_CASE("tiles of a shape that comes, changes or goes are drawn again") {
    Damage damage;
    const Shape shape = {{40, 40, 100, 60}, 7};
    const std::vector<PixelBox> tiles = {{32, 32, 128, 64}};
    frame(damage, {});
    CHECK(frame(damage, {shape}) == tiles);
    CHECK(frame(damage, {shape}) == kNothing);
    CHECK(frame(damage, {{shape.bounds, 8}}) == tiles);
    CHECK(frame(damage, {}) == tiles);
}

TEST_CASE("what is drawn first counts") {
    Damage damage;
    const Shape below = {{0, 0, 10, 10}, 1}, above = {{5, 5, 20, 20}, 2};
    frame(damage, {below, above});
    CHECK(frame(damage, {above, below}) == std::vector<PixelBox>{{0, 0, 32, 32}});
}

TEST_CASE("shapes outside of the picture change nothing, and those at its edge end there") {
    Damage damage;
    frame(damage, {});
    CHECK(frame(damage, {{{-50, -50, 0, 0}, 1}, {{320, 0, 400, 10}, 1}, {{9, 9, 9, 12}, 1}}) ==
          kNothing);
    CHECK(frame(damage, {{{310, 190, 400, 400}, 1}}) ==
          std::vector<PixelBox>{{288, 160, 320, 200}});
}

TEST_CASE("boxes are few, do not overlap, and cover all that changed") {
    std::mt19937 random(5);
    for (int round = 0; round < 200; ++round) {
        Damage damage;
        const auto some = [&](unsigned most) { return static_cast<int>(random() % most); };
        std::vector<Shape> shapes;
        for (int k = 0; k < 60; ++k) {
            const int x = some(1000), y = some(700);
            shapes.push_back(
                {{x, y, x + 1 + some(k % 9 == 0 ? 400 : 30), y + 1 + some(30)}, random()});
        }
        frame(damage, shapes, 1000, 700);
        std::vector<PixelBox> changed;
        for (Shape& s : shapes)
            if (random() % 3 == 0) {
                s.hash += 1;
                changed.push_back(s.bounds);
            }
        const std::vector<PixelBox> boxes = frame(damage, shapes, 1000, 700);
        REQUIRE(boxes.size() <= Damage::kMost);
        for (std::size_t a = 0; a < boxes.size(); ++a)
            for (std::size_t b = a + 1; b < boxes.size(); ++b)
                REQUIRE_FALSE(boxes[a].meets(boxes[b]));
        for (const PixelBox& b : changed)
            for (int y = b.top; y < std::min(b.bottom, 700); y += 7)
                for (int x = b.left; x < std::min(b.right, 1000); x += 7)
                    REQUIRE(covers(boxes, x, y));
    }
}

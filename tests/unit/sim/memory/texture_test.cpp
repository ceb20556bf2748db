// Tests of images and of the table of texture and surface objects.
#include "sim/memory/texture.h"

#include "tests/catch.h"

using namespace warpscope;

namespace {

constexpr ChannelFormat kBytes = {ChannelFormat::Kind::Unsigned, 8, 4};

} // namespace

TEST_CASE("Images that cannot be are told apart") {
    const Image good = packed_image(0, kBytes, ImageShape::TwoD, 5, 3, 1);
    CHECK(good.problem().empty());
    CHECK(good.extent_bytes() == 60);
    Image image = good;
    image.format.channels = 3;
    CHECK_FALSE(image.problem().empty());
    image = good;
    image.width = 0;
    CHECK_FALSE(image.problem().empty());
    image = good;
    image.row_bytes = 19;
    CHECK_FALSE(image.problem().empty());
    image = good;
    image.height = UINT32_MAX;
    CHECK_FALSE(image.problem().empty());
    CHECK_FALSE(packed_image(0, kBytes, ImageShape::Cube, 4, 4, 5).problem().empty());
    CHECK(packed_image(0, kBytes, ImageShape::Cube, 4, 4, 6).problem().empty());
}

TEST_CASE("Handles are never used twice, and past ones are known") {
    ObjectTable table;
    const TextureObject texture{packed_image(0, kBytes, ImageShape::TwoD, 5, 3, 1), {}};
    const auto first = table.create(texture);
    const auto second = table.create(SurfaceObject{texture.image});
    CHECK(first != second);
    CHECK(table.texture(first) != nullptr);
    CHECK(table.surface(first) == nullptr);
    CHECK(table.destroy_texture(first));
    CHECK_FALSE(table.destroy_texture(first));
    CHECK(table.is_past(first));
    CHECK_FALSE(table.is_past(second));
    CHECK_FALSE(table.is_past(0));
    CHECK(table.create(texture) > second);
    CHECK_FALSE(table.create_at(second, texture));
    const ObjectTable copy = table;
    CHECK(copy.textures() == table.textures());
}

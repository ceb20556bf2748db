// Tests of texel choice and filtering: rounding of coordinates, address modes, weights,
// conversions.
#include "sim/memory/texture_sampling.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "tests/catch.h"

using namespace warpscope;

namespace {

constexpr ChannelFormat kFloat = {ChannelFormat::Kind::Float, 32, 1};

TextureObject row_of(std::uint32_t width, ChannelFormat format = kFloat) {
    TextureObject t;
    t.image = packed_image(0x1000, format, ImageShape::OneD, width, 1, 1);
    return t;
}

float sample(const TextureObject& t, const std::vector<std::uint8_t>& bytes,
             const TextureCoordinates& at) {
    const Footprint footprint = sampled_texels(t, at);
    std::array<const std::uint8_t*, 8> places{};
    for (unsigned k = 0; k < footprint.count; ++k)
        if (const TexelChoice& c = footprint.texels[k]; !c.is_border)
            places[k] = bytes.data() + (texel_address(t.image, c) - t.image.base);
    if (t.sampler.linear) return std::bit_cast<float>(filtered_texel(t, footprint, places)[0]);
    const Texel texel = places[0] == nullptr ? border_texel(t) : read_texel(t, places[0]);
    return std::bit_cast<float>(texel[0]);
}

template<class T>
std::vector<std::uint8_t> bytes_of(const std::vector<T>& values) {
    std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

} // namespace

TEST_CASE("Point sampling takes the texel that holds the point") {
    const TextureObject t = row_of(4);
    const auto texel = [&](float x) { return sampled_texels(t, {x, 0, 0, 0}).texels[0].x; };
    CHECK(texel(0.999999f) == 0);
    CHECK(texel(1.0f) == 1);
    CHECK(texel(-5.0f) == 0);
    CHECK(texel(3e38f) == 3);
    CHECK(texel(std::numeric_limits<float>::infinity()) == 3);
    CHECK(texel(std::numeric_limits<float>::quiet_NaN()) == 0);
}

TEST_CASE("Normalised coordinates keep 21 bits behind the point") {
    TextureObject t = row_of(5);
    t.sampler.normalized_coordinates = true;
    // 0.2 in single precision lies just above a fifth; cut to 21 bits it lies below.
    CHECK(sampled_texels(t, {0.2f, 0, 0, 0}).texels[0].x == 0);
    CHECK(sampled_texels(t, {0.2f + 0x1p-21f, 0, 0, 0}).texels[0].x == 1);
}

TEST_CASE("Address modes wrap, clamp, mirror and border") {
    TextureObject t = row_of(4);
    t.sampler.normalized_coordinates = true;
    const auto at = [&](AddressMode mode, float x) {
        t.sampler.address.fill(mode);
        const TexelChoice c = sampled_texels(t, {x, 0.5f, 0, 0}).texels[0];
        return c.is_border ? -1 : static_cast<int>(c.x);
    };
    CHECK(at(AddressMode::Wrap, -0.1f) == 3);
    CHECK(at(AddressMode::Wrap, 2.3f) == 1);
    CHECK(at(AddressMode::Clamp, 2.3f) == 3);
    CHECK(at(AddressMode::Mirror, -0.1f) == 0);
    CHECK(at(AddressMode::Mirror, 1.1f) == 3);
    CHECK(at(AddressMode::Border, 1.1f) == -1);
    CHECK(at(AddressMode::Wrap, std::numeric_limits<float>::infinity()) == 0);
    // Nothing repeats where coordinates count texels.
    t.sampler.normalized_coordinates = false;
    CHECK(at(AddressMode::Wrap, 9.0f) == 3);
}

TEST_CASE("Linear weights have eight bits, ties go up, and they add up to 256") {
    TextureObject t;
    t.image = packed_image(0, kFloat, ImageShape::ThreeD, 8, 8, 8);
    t.sampler.linear = true;
    for (unsigned k = 0; k < 500; ++k) {
        const TextureCoordinates at = {0.37f * static_cast<float>(k % 19),
                                       0.113f * static_cast<float>(k % 61),
                                       0.0391f * static_cast<float>(k % 173), 0};
        const Footprint f = sampled_texels(t, at);
        unsigned sum = 0;
        for (unsigned c = 0; c < f.count; ++c)
            sum += f.texels[c].weight;
        CHECK(sum == 256);
    }
    TextureObject row = row_of(4);
    row.sampler.linear = true;
    CHECK(sampled_texels(row, {1.5f + 1.0f / 512, 0.5f, 0, 0}).texels[1].weight != 0);
}

TEST_CASE("Linear filtering mixes, rounds once and keeps what is not finite") {
    TextureObject t = row_of(4);
    t.sampler.linear = true;
    const float infinity = std::numeric_limits<float>::infinity();
    const auto bytes = bytes_of<float>({1, 3, infinity, -infinity});
    CHECK(sample(t, bytes, {1.0f, 0.5f, 0, 0}) == 2.0f);
    CHECK(sample(t, bytes, {0.75f, 0.5f, 0, 0}) == 1.5f);
    CHECK(sample(t, bytes, {-7.0f, 0.5f, 0, 0}) == 1.0f);
    CHECK(sample(t, bytes, {2.0f, 0.5f, 0, 0}) == infinity);
    CHECK(std::isnan(sample(t, bytes, {3.0f, 0.5f, 0, 0})));
}

TEST_CASE("Integers are read as fractions of their range") {
    TextureObject t = row_of(2, {ChannelFormat::Kind::Signed, 8, 1});
    t.sampler.normalized_float = true;
    CHECK(sample(t, {0x80, 127}, {0.5f, 0, 0, 0}) == -1.0f);
    CHECK(sample(t, {0x80, 127}, {1.5f, 0, 0, 0}) == 1.0f);
    t = row_of(2, {ChannelFormat::Kind::Unsigned, 16, 1});
    t.sampler.normalized_float = true;
    t.sampler.linear = true;
    CHECK(sample(t, bytes_of<std::uint16_t>({0, 65535}), {1.0f, 0, 0, 0}) == 32768.0f / 65535);
}

TEST_CASE("Integer coordinates outside read nothing") {
    TextureObject t = row_of(4);
    CHECK(indexed_texel(t, 3, 0, 0, 0).count == 1);
    CHECK(indexed_texel(t, 4, 0, 0, 0).count == 0);
    CHECK(indexed_texel(t, -1, 0, 0, 0).count == 0);
}

TEST_CASE("A gather lists its texels counter-clockwise from the lower left") {
    TextureObject t;
    t.image = packed_image(0, kFloat, ImageShape::TwoD, 4, 4, 1);
    const Footprint f = gathered_texels(t, {2.0f, 2.0f, 0, 0});
    REQUIRE(f.count == 4);
    const unsigned expected[4][2] = {{1, 2}, {2, 2}, {2, 1}, {1, 1}};
    for (unsigned k = 0; k < 4; ++k) {
        CHECK(f.texels[k].x == expected[k][0]);
        CHECK(f.texels[k].y == expected[k][1]);
    }
}

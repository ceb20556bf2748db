// Arrays, boxes, textures and surfaces of CudaDevice over the fake driver.
#include <numeric>

#include "tests/fake_driver/test_device.h"

using namespace warpscope;
using namespace warpscope::host;
using driver::ArrayDescriptor;
using fake::TestDevice;

namespace {

constexpr ChannelFormat kBytes{ChannelFormat::Kind::Unsigned, 8, 1};

const ArrayDescriptor& made_of(ArrayHandle array) {
    return *fake::array(reinterpret_cast<driver::ArrayHandle>(array));
}
const std::string& texels_of(ArrayHandle array) {
    return *fake::texels(reinterpret_cast<driver::ArrayHandle>(array));
}

BoxEnd host_end(void* pointer, std::uint64_t pitch, std::uint64_t rows) {
    BoxEnd end;
    end.host = pointer;
    end.row_bytes = pitch;
    end.rows_of_a_slice = rows;
    return end;
}
BoxEnd device_end(Address address, std::uint64_t pitch, std::uint64_t rows) {
    BoxEnd end = host_end(nullptr, pitch, rows);
    end.kind = BoxEnd::Kind::Device;
    end.address = address;
    return end;
}
BoxEnd array_end(ArrayHandle array, std::uint64_t x, std::uint64_t y, std::uint64_t z) {
    BoxEnd end;
    end.kind = BoxEnd::Kind::Array;
    end.array = array;
    end.x_bytes = x, end.y = y, end.z = z;
    return end;
}

} // namespace

TEST_CASE("cuda device: arrays have the driver's shape", "[cuda-device]") {
    TestDevice t;
    CudaDevice& d = *t.device;
    struct Case {
        ArrayFacts facts;
        std::size_t height, depth;
        unsigned flags;
    };
    const ChannelFormat pair{ChannelFormat::Kind::Float, 16, 2};
    const Case cases[] = {
        {{kBytes, ImageShape::OneD, 5, 1, 1}, 0, 0, 0},
        {{kBytes, ImageShape::TwoD, 5, 4, 1, false, true}, 4, 0, ArrayDescriptor::kGather},
        {{pair, ImageShape::ThreeD, 5, 4, 3, true, false}, 4, 3, ArrayDescriptor::kSurface},
        {{kBytes, ImageShape::LayeredOneD, 5, 1, 3}, 0, 3, ArrayDescriptor::kLayered},
        {{kBytes, ImageShape::LayeredTwoD, 5, 4, 3}, 4, 3, ArrayDescriptor::kLayered},
        {{kBytes, ImageShape::Cube, 4, 4, 6}, 4, 6, ArrayDescriptor::kCubemap},
        {{kBytes, ImageShape::LayeredCube, 4, 4, 12},
         4,
         12,
         ArrayDescriptor::kCubemap | ArrayDescriptor::kLayered},
    };
    for (const Case& c : cases) {
        const ArrayHandle array = d.create_array(c.facts);
        REQUIRE(array != 0);
        const ArrayDescriptor& made = made_of(array);
        CHECK(made.width == c.facts.width);
        CHECK(made.height == c.height);
        CHECK(made.depth == c.depth);
        CHECK(made.flags == c.flags);
        CHECK(made.channels == c.facts.format.channels);
        CHECK(d.destroy_array(array));
        CHECK(!d.destroy_array(array));
    }
    const fake::FakeWish wish("out-of-memory");
    CHECK(d.create_array(cases[0].facts) == 0);
}

TEST_CASE("cuda device: boxes go between memory and arrays", "[cuda-device]") {
    TestDevice t;
    CudaDevice& d = *t.device;
    const ArrayHandle array = d.create_array({kBytes, ImageShape::ThreeD, 4, 3, 2});
    std::string host(64, '.');
    std::iota(host.begin(), host.end(), 'A');
    // Rows of 8 bytes and slices of 4 rows in host memory; the box begins at (1, 1, 0).
    BoxEnd from = host_end(host.data(), 8, 4);
    from.x_bytes = 1, from.y = 1;
    REQUIRE(d.copy_box({array_end(array, 2, 1, 0), from, 2, 2, 2}, 0));
    const std::string& texels = texels_of(array);
    const auto row = [&](std::size_t y, std::size_t z) {
        return texels.substr((z * 3 + y) * 4, 4);
    };
    CHECK(row(0, 0) == std::string(4, '\0'));
    CHECK(row(1, 0) == std::string("\0\0JK", 4));
    CHECK(row(2, 0) == std::string("\0\0RS", 4));
    CHECK(row(1, 1) == std::string("\0\0jk", 4));
    // To device memory, and from there to the host.
    const Address memory = d.allocate(100);
    REQUIRE(d.fill(memory, '-', 100, 0));
    REQUIRE(d.copy_box({device_end(memory, 10, 3), array_end(array, 2, 1, 0), 2, 2, 2}, 0));
    std::string back(100, ' ');
    REQUIRE(d.read(back.data(), memory, 100, 0));
    CHECK(back.substr(0, 12) == "JK--------RS");
    CHECK(back.substr(30, 2) == "jk");
    // A row that is alone needs no pitch.
    REQUIRE(d.copy_box({host_end(back.data(), 0, 0), array_end(array, 2, 2, 0), 2, 1, 1}, 0));
    CHECK(back.substr(0, 3) == "RS-");
    // The last row ends outside.
    CHECK(!d.copy_box({device_end(memory + 60, 10, 3), array_end(array, 0, 0, 0), 4, 3, 2}, 0));
    CHECK(!d.copy_box({device_end(memory, 10, 3), array_end(array + 8, 0, 0, 0), 2, 2, 2}, 0));
    CHECK(d.take_copy_microseconds().value() > 0);
}

TEST_CASE("cuda device: textures and surfaces", "[cuda-device]") {
    {
        TestDevice t;
        CudaDevice& d = *t.device;
        const ArrayHandle plain = d.create_array({kBytes, ImageShape::TwoD, 4, 4, 1});
        const ArrayHandle writable = d.create_array({kBytes, ImageShape::TwoD, 4, 4, 1, true});
        TextureSource source;
        source.array = plain;
        source.image = packed_image(0, kBytes, ImageShape::TwoD, 4, 4, 1);
        Sampler sampler;
        sampler.normalized_coordinates = sampler.srgb = sampler.seamless_cube = true;
        sampler.address = {AddressMode::Wrap, AddressMode::Mirror, AddressMode::Border};
        sampler.border = {1, 2, 3, 4};
        const ObjectHandle texture = d.create_texture(source, sampler);
        REQUIRE(texture != 0);
        const fake::Object& made = *fake::object(texture);
        CHECK(made.resource.array == reinterpret_cast<driver::ArrayHandle>(plain));
        CHECK(made.texture.flags == (1 | 2 | 16 | 64));
        CHECK(made.texture.address[0] == driver::AddressMode::Wrap);
        CHECK(made.texture.address[1] == driver::AddressMode::Mirror);
        CHECK(made.texture.address[2] == driver::AddressMode::Border);
        CHECK(made.texture.border[3] == 4);
        CHECK(d.create_surface(plain) == 0); // it was not made for that
        const ObjectHandle surface = d.create_surface(writable);
        REQUIRE(surface != 0);
        CHECK(!d.destroy_texture(surface));
        CHECK(d.destroy_surface(surface));
        CHECK(d.destroy_texture(texture));
        CHECK(!d.destroy_texture(texture));

        // Rows in memory.
        const Address memory = d.allocate(4096);
        TextureSource rows;
        rows.image = packed_image(memory + 512, {ChannelFormat::Kind::Float, 32, 4},
                                  ImageShape::TwoD, 8, 5, 1);
        rows.image.row_bytes = 256;
        const ObjectHandle pitched = d.create_texture(rows, {});
        REQUIRE(pitched != 0);
        const auto& p = fake::object(pitched)->resource.pitch2d;
        CHECK(p.pointer == memory + 512);
        CHECK(p.pitch_bytes == 256);
        CHECK(p.width == 8);
        CHECK(p.height == 5);
        CHECK(p.channels == 4);
        CHECK(fake::object(pitched)->texture.flags == 0);
        rows.image.base = memory + 256;
        CHECK(d.create_texture(rows, {}) == 0);
        d.reset();
        CHECK(!d.destroy_texture(pitched));
    }
    const fake::Books books = fake::books();
    CHECK(books.arrays == 0);
    CHECK(books.textures == 0);
    CHECK(books.surfaces == 0);
    CHECK(books.allocations == 0);
}

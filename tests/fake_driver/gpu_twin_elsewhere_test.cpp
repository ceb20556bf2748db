// GpuTwin over the fake driver: what lies elsewhere on the GPU, and what is another number there.
#include "runtime/compare/gpu_twin.h"

#include <cstring>

#include "sim/debug/capture.h"
#include "sim/debug/ptx_run.h"
#include "sim/gpu/gpu_presets.h"
#include "tests/catch.h"
#include "tests/fake_driver/access.h"

using namespace warpscope;
using compare::GpuTwin;
using compare::Watching;

namespace {

/// The kernel gets three words, and has the instructions `body`.
std::string text_of(const std::string& body) {
    return ".version 8.0\n.target sm_80\n.address_size 64\n"
           ".visible .entry work(.param .u64 first, .param .u64 second, .param .u64 third)\n{\n"
           ".reg .b32 %r<8>;\n.reg .b64 %d<8>;\n"
           "ld.param.u64 %d1, [first];\nld.param.u64 %d2, [second];\n" +
           body + "\nret;\n}\n";
}

const char* const kSamples = "tex.2d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [%d1, {%r5, %r6}];\n"
                             "sust.b.2d.b32.trap [%d2, {%r5, %r6}], {%r1};";
const char* const kFetches = "tex.1d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [%d1, {%r5}];";

/// One launch of it, with memory that the test adds.
struct Before {
    explicit Before(const std::string& body = "") {
        PtxRunRequest request;
        request.grid = {1, 1, 1};
        request.block = {32, 1, 1};
        for (int i = 0; i < 3; ++i)
            request.arguments.push_back(parse_ptx_argument("u64:0").value());
        auto prepared = prepare_ptx(text_of(body), "work.ptx", request, default_gpu(), {});
        if (!prepared) FAIL(to_string(prepared.error()));
        launch = std::move(prepared->launch);
    }

    DeviceMemory& memory() { return *launch.memory; }
    void give(unsigned parameter, std::uint64_t value) {
        std::memcpy(launch.request.parameters.data() + 8 * parameter, &value, sizeof value);
    }
    Capsule capsule() const {
        return make_capsule(launch.request, launch.gpu, *launch.memory, launch.options);
    }

    PreparedLaunch launch;
};

std::uint64_t word(const void* bytes, std::size_t at) {
    std::uint64_t value = 0;
    std::memcpy(&value, static_cast<const char*>(bytes) + 8 * at, sizeof value);
    return value;
}

/// What the kernel would get.
std::uint64_t parameter(std::size_t at) {
    return word(fake::last_launch().parameters.data(), at);
}

std::vector<std::uint8_t> read(GpuTwin& twin, const Capsule& capsule, const Before& before,
                               Address base) {
    for (const CapsuleAllocation& a : capsule.memory) {
        if (a.base != base) continue;
        std::vector<std::uint8_t> bytes(a.size);
        const std::uint8_t* emulator = before.launch.memory->find(base)->bytes();
        const Status good = twin.read(a, {emulator, a.size}, bytes);
        if (!good) FAIL(to_string(good.error()));
        return bytes;
    }
    FAIL("no such allocation");
    return {};
}

std::unique_ptr<GpuTwin> open_twin() {
    auto twin = GpuTwin::open(0);
    REQUIRE(twin.ok());
    return std::move(*twin);
}

void check_all_released() {
    const fake::Books books = fake::books();
    CHECK(books.contexts == 0);
    CHECK(books.allocations == 0);
    CHECK(books.modules == 0);
    CHECK(books.arrays == 0);
    CHECK(books.textures == 0);
    CHECK(books.surfaces == 0);
}

} // namespace

TEST_CASE("twin: the host's memory has a copy elsewhere, and pointers lead there") {
    // No multiple of anything: registered memory begins anywhere.
    alignas(4096) static char area[16384];
    char* const host = area + 4096 + 24;
    const Address at = reinterpret_cast<Address>(host);
    {
        Before before;
        REQUIRE(before.memory().share_at(at, reinterpret_cast<std::uint8_t*>(host), 64,
                                         AllocationKind::Managed) != nullptr);
        std::memset(host, 5, 64);
        const Address to_self = at + 32;
        std::memcpy(host + 8, &to_self, 8);
        const Address table = before.memory().allocate(16, AllocationKind::Device)->base;
        const Address words[2] = {at + 8, at + 64};
        REQUIRE(before.memory().write(table, words, sizeof words));
        before.give(0, at);
        before.give(1, table);
        before.give(2, at + 63);

        const auto twin = open_twin();
        const Capsule capsule = before.capsule();
        for (int launch = 0; launch < 2; ++launch) {
            REQUIRE(twin->load(capsule, before.launch.request, Watching::Nothing).ok());
            REQUIRE(twin->run(before.launch.request, {})->error.empty());
        }
        const Address there = parameter(0);
        CHECK(there != at);
        CHECK(there % 512 == at % 512);
        CHECK(parameter(1) == table);
        CHECK(parameter(2) == there + 63);
        // The fake GPU's memory is this process's.
        const auto* copy = reinterpret_cast<const char*>(there);
        CHECK(copy[0] == 5);
        CHECK(word(copy, 1) == there + 32);
        CHECK(word(reinterpret_cast<const void*>(table), 0) == there + 8);
        CHECK(word(reinterpret_cast<const void*>(table), 1) == at + 64);
        // And back: what nobody changed is the same.
        CHECK(std::memcmp(read(*twin, capsule, before, at).data(), host, 64) == 0);
        CHECK(word(read(*twin, capsule, before, table).data(), 0) == at + 8);
        // What a kernel writes there is seen, and the host's memory is left alone.
        const_cast<char*>(copy)[63] = 9;
        CHECK(read(*twin, capsule, before, at)[63] == 9);
        CHECK(host[63] == 5);
        CHECK(twin->stray_writes().empty());
        const_cast<char*>(copy)[66] = 1;
        REQUIRE(twin->stray_writes().size() == 1);
        CHECK(twin->stray_writes().empty());
    }
    check_all_released();
}

TEST_CASE("twin: arrays, textures and surfaces are made anew") {
    {
        Before before(kSamples);
        const ChannelFormat format{ChannelFormat::Kind::Unsigned, 32, 1};
        Image image = packed_image(0, format, ImageShape::TwoD, 3, 2, 1);
        image.row_bytes = 32; // rows of the emulator's arrays begin at sectors
        image.slice_bytes = 64;
        Allocation* array = before.memory().allocate(image.extent_bytes(), AllocationKind::Array);
        image.base = array->base;
        for (std::uint8_t k = 0; k < array->size; ++k)
            array->bytes()[k] = k;
        TextureObject texture{image, {}};
        texture.sampler.linear = true;
        texture.sampler.normalized_float = true;
        texture.sampler.address[1] = AddressMode::Border;
        ObjectTable& objects = before.memory().objects();
        const auto sampled = objects.create(texture),
                   written = objects.create(SurfaceObject{image});
        before.give(0, sampled);
        before.give(1, written);
        const Address table = before.memory().allocate(16, AllocationKind::Device)->base;
        const std::uint64_t words[2] = {written, 1};
        REQUIRE(before.memory().write(table, words, sizeof words));

        const auto twin = open_twin();
        const Capsule capsule = before.capsule();
        driver::ArrayHandle first = nullptr;
        for (int launch = 0; launch < 2; ++launch) {
            REQUIRE(twin->load(capsule, before.launch.request, Watching::Nothing).ok());
            REQUIRE(twin->run(before.launch.request, {})->error.empty());
            REQUIRE(fake::object(parameter(0)) != nullptr);
            if (launch == 0) first = fake::object(parameter(0))->resource.array;
        }
        const fake::Object& object = *fake::object(parameter(0));
        CHECK(object.texture.filter == driver::FilterMode::Linear);
        CHECK(object.texture.address[1] == driver::AddressMode::Border);
        CHECK((object.texture.flags & driver::TextureDescriptor::kReadAsInteger) == 0);
        CHECK(object.resource.array == first); // kept from launch to launch
        REQUIRE(fake::object(parameter(1)) != nullptr);
        CHECK(fake::object(parameter(1))->resource.array == first);
        const driver::ArrayDescriptor& made = *fake::array(first);
        CHECK(made.width == 3);
        CHECK(made.height == 2);
        CHECK(made.depth == 0);
        CHECK(made.format == driver::ArrayFormat::Unsigned32);
        CHECK(made.flags == driver::ArrayDescriptor::kSurface);
        std::string& texels = *fake::texels(first);
        REQUIRE(texels.size() == 24);
        CHECK(texels[0] == 0);
        CHECK(texels[12] == 32);
        CHECK(word(reinterpret_cast<const void*>(table), 0) == parameter(1));
        CHECK(word(reinterpret_cast<const void*>(table), 1) == 1);
        CHECK(word(read(*twin, capsule, before, table).data(), 0) == written);
        CHECK(word(read(*twin, capsule, before, table).data(), 1) == 1);
        texels[13] = 99;
        auto expected = std::vector<std::uint8_t>(array->bytes(), array->bytes() + array->size);
        expected[33] = 99;
        CHECK(read(*twin, capsule, before, array->base) == expected);
    }
    check_all_released();
}

TEST_CASE("twin: textures of memory begin where hardware can have them") {
    {
        Before before(kFetches);
        // One of two neighbours begins at an odd multiple of 256.
        Address odd = 0;
        while (odd % 512 == 0)
            odd = before.memory().allocate(256, AllocationKind::Device)->base;
        const ChannelFormat format{ChannelFormat::Kind::Float, 16, 2};
        const Image image = packed_image(odd, format, ImageShape::Buffer, 64, 1, 1);
        before.give(0, before.memory().objects().create(TextureObject{image, {}}));
        before.give(1, odd + 4);
        const auto twin = open_twin();
        const Capsule capsule = before.capsule();
        REQUIRE(twin->load(capsule, before.launch.request, Watching::Nothing).ok());
        REQUIRE(twin->run(before.launch.request, {}).ok());
        const auto& linear = fake::object(parameter(0))->resource.linear;
        CHECK(linear.pointer % 512 == 0);
        CHECK(linear.bytes == 256);
        CHECK(linear.format == driver::ArrayFormat::Half);
        CHECK(linear.channels == 2);
        CHECK(parameter(1) == linear.pointer + 4);

        // Two that cannot both.
        Address wide = before.memory().allocate(1024, AllocationKind::Device)->base;
        for (const unsigned offset : {0, 256})
            before.memory().objects().create(TextureObject{
                packed_image(wide + offset, format, ImageShape::Buffer, 64, 1, 1), {}});
        const Status refused =
            twin->load(before.capsule(), before.launch.request, Watching::Nothing);
        REQUIRE_FALSE(refused.ok());
        CHECK_THAT(refused.error().message,
                   Catch::Matchers::ContainsSubstring("multiples of 512 bytes from each other"));
    }
    check_all_released();
}

TEST_CASE("twin: what hardware does otherwise is refused by name") {
    Before before(kFetches);
    const Allocation* array = before.memory().allocate(24, AllocationKind::Array);
    TextureObject cube{
        packed_image(array->base, {ChannelFormat::Kind::Float, 32, 1}, ImageShape::Cube, 1, 1, 6),
        {}};
    cube.sampler.linear = cube.sampler.seamless_cube = true;
    before.memory().objects().create(cube);
    const auto twin = open_twin();
    const Status refused = twin->load(before.capsule(), before.launch.request, Watching::Nothing);
    REQUIRE_FALSE(refused.ok());
    CHECK_THAT(refused.error().message, Catch::Matchers::ContainsSubstring("edges of cubes"));
    // A launch that has nothing to do with it is compared.
    const Before other;
    Capsule capsule = before.capsule();
    CHECK(twin->load(capsule, other.launch.request, Watching::Nothing).ok());
    // Handles of earlier versions cannot be told from other numbers.
    capsule.objects = {};
    REQUIRE(capsule.objects.create_at(1, TextureObject{cube.image, {}}));
    const Status old = twin->load(capsule, before.launch.request, Watching::Nothing);
    REQUIRE_FALSE(old.ok());
    CHECK_THAT(old.error().message, Catch::Matchers::ContainsSubstring("earlier version"));
}

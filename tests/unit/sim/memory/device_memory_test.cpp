// DeviceMemory: placing, finding, explaining and copying allocations.
#include "sim/memory/device_memory.h"

#include <vector>

#include "tests/catch.h"

using namespace warpscope;

TEST_CASE("allocations are aligned, poisoned and kept apart by guards", "[memory]") {
    DeviceMemory memory(1 << 20);
    const Allocation* a = memory.allocate(100, AllocationKind::Device);
    const Allocation* b = memory.allocate(1, AllocationKind::Managed, "b");
    REQUIRE(a != nullptr);
    REQUIRE(b != nullptr);
    CHECK(a->base >= kGlobalBase);
    CHECK(a->base % kAllocationAlignment == 0);
    CHECK(b->base % kAllocationAlignment == 0);
    CHECK(b->base >= a->base + a->size + 2 * kGuardBytes);
    CHECK(a->id == 1);
    CHECK(b->id == 2);
    CHECK(b->name == "b");
    for (unsigned k = 0; k < 100; ++k) REQUIRE(a->bytes()[k] == kPoison);
    CHECK(memory.used() == 101);
}

TEST_CASE("a larger alignment is honoured", "[memory]") {
    DeviceMemory memory(1 << 20);
    memory.allocate(3, AllocationKind::Device);
    CHECK(memory.allocate(3, AllocationKind::Device, {}, 65536)->base % 65536 == 0);
}

TEST_CASE("an allocation of no bytes has one", "[memory]") {
    DeviceMemory memory(10);
    const Allocation* a = memory.allocate(0, AllocationKind::Device);
    REQUIRE(a != nullptr);
    CHECK(a->size == 1);
}

TEST_CASE("capacity is respected and comes back", "[memory]") {
    DeviceMemory memory(1000);
    const Allocation* a = memory.allocate(600, AllocationKind::Device);
    REQUIRE(a != nullptr);
    CHECK(memory.allocate(401, AllocationKind::Device) == nullptr);
    CHECK(memory.allocate(~std::uint64_t{0}, AllocationKind::Device) == nullptr);
    CHECK(memory.release(a->base));
    CHECK(memory.used() == 0);
    CHECK(memory.allocate(1000, AllocationKind::Device) != nullptr);
}

TEST_CASE("addresses are not reused and freed ranges are remembered", "[memory]") {
    DeviceMemory memory(1 << 20);
    const Address first = memory.allocate(64, AllocationKind::Device)->base;
    const std::uint64_t before = memory.generation();
    REQUIRE(memory.release(first));
    CHECK(memory.generation() > before);
    CHECK_FALSE(memory.release(first));
    const Allocation* second = memory.allocate(64, AllocationKind::Device);
    CHECK(second->base != first);

    const Nearest late = memory.nearest(first + 63);
    REQUIRE(late.freed != nullptr);
    CHECK(late.freed->base == first);
    CHECK(late.freed->size == 64);
    CHECK(late.freed->id == 1);
    CHECK(memory.nearest(first + 64).freed == nullptr);
}

TEST_CASE("find is exact at both ends", "[memory]") {
    DeviceMemory memory(1 << 20);
    const Allocation* a = memory.allocate(100, AllocationKind::Device);
    const Address base = a->base;
    CHECK(memory.find(base) == a);
    CHECK(memory.find(base + 99) == a);
    CHECK(memory.find(base + 100) == nullptr);
    CHECK(memory.find(base - 1) == nullptr);
    CHECK(memory.find(0) == nullptr);
    CHECK(memory.find(~Address{0}) == nullptr);
}

TEST_CASE("nearest tells the distance to either side", "[memory]") {
    DeviceMemory memory(1 << 20);
    CHECK(memory.nearest(5).allocation == nullptr);
    const Allocation* a = memory.allocate_at(0x10000000, 100, AllocationKind::Device);
    const Allocation* b = memory.allocate_at(0x10001000, 100, AllocationKind::Device);
    REQUIRE(a != nullptr);
    REQUIRE(b != nullptr);
    CHECK(memory.nearest(a->base + 50).distance == 0);
    CHECK(memory.nearest(a->base + 100).distance == 1);
    CHECK(memory.nearest(a->base + 100).allocation == a);
    CHECK(memory.nearest(b->base - 4).distance == -4);
    CHECK(memory.nearest(b->base - 4).allocation == b);
    CHECK(memory.nearest(0).allocation == a);
}

TEST_CASE("allocate_at refuses overlaps, guards and the generic windows", "[memory]") {
    DeviceMemory memory(1 << 20);
    const Allocation* a = memory.allocate_at(0x10000000, 256, AllocationKind::Device);
    REQUIRE(a != nullptr);
    CHECK(memory.allocate_at(a->base, 1, AllocationKind::Device) == nullptr);
    CHECK(memory.allocate_at(a->base + 256, 1, AllocationKind::Device) == nullptr);
    CHECK(memory.allocate_at(a->base + 256 + kGuardBytes, 1, AllocationKind::Device) != nullptr);
    CHECK(memory.allocate_at(a->base - 256, 1, AllocationKind::Device) == nullptr);
    CHECK(memory.allocate_at(a->base - kGuardBytes - 1, 1, AllocationKind::Device) != nullptr);
    CHECK(memory.allocate_at(kSharedWindow, 1, AllocationKind::Device) == nullptr);
    CHECK(memory.allocate_at(0, 1, AllocationKind::Device) == nullptr);
}

TEST_CASE("allocate steps over what allocate_at placed in its way", "[memory]") {
    DeviceMemory memory(1 << 20);
    const Allocation* in_the_way = memory.allocate_at(kGlobalBase + 1024, 4096, AllocationKind::Device);
    REQUIRE(in_the_way != nullptr);
    for (int k = 0; k < 8; ++k) {
        const Allocation* a = memory.allocate(700, AllocationKind::Device);
        REQUIRE(a != nullptr);
        const bool below = a->base + a->size + kGuardBytes <= in_the_way->base;
        const bool above = a->base >= in_the_way->base + in_the_way->size + kGuardBytes;
        CHECK((below || above));
    }
}

TEST_CASE("a range that is placed anew is no longer freed", "[memory]") {
    DeviceMemory memory(1 << 20);
    REQUIRE(memory.allocate_at(0x10000000, 64, AllocationKind::Device) != nullptr);
    REQUIRE(memory.release(0x10000000));
    CHECK(memory.nearest(0x10000000).freed != nullptr);
    REQUIRE(memory.allocate_at(0x10000000, 64, AllocationKind::Device) != nullptr);
    CHECK(memory.nearest(0x10000000).freed == nullptr);
}

TEST_CASE("constant memory is read-only for kernels", "[memory]") {
    DeviceMemory memory(1 << 20);
    CHECK(memory.allocate(4, AllocationKind::Constant)->read_only);
    CHECK_FALSE(memory.allocate(4, AllocationKind::ModuleVariable)->read_only);
}

TEST_CASE("host copies stay inside one allocation", "[memory]") {
    DeviceMemory memory(1 << 20);
    const Address base = memory.allocate(8, AllocationKind::Device)->base;
    const std::uint64_t value = 0x1122334455667788;
    std::uint64_t back = 0;
    CHECK(memory.write(base, &value, 8));
    CHECK(memory.read(base, &back, 8));
    CHECK(back == value);
    CHECK(memory.fill(base + 4, 0, 4));
    CHECK(memory.read(base, &back, 8));
    CHECK(back == 0x55667788);
    CHECK_FALSE(memory.write(base + 1, &value, 8));
    CHECK_FALSE(memory.read(base - 1, &back, 1));
    CHECK_FALSE(memory.fill(base + 8, 0, 1));
    CHECK_FALSE(memory.read(base, &back, ~std::uint64_t{0}));
    CHECK(memory.read(base + 8, &back, 0));
}

TEST_CASE("the content hash sees bytes and places", "[memory]") {
    DeviceMemory one(1 << 20), two(1 << 20);
    const Address base = one.allocate(8, AllocationKind::Device)->base;
    two.allocate(8, AllocationKind::Device);
    CHECK(one.content_hash() == two.content_hash());
    one.fill(base + 7, 0, 1);
    CHECK(one.content_hash() != two.content_hash());
    two.fill(base + 7, 0, 1);
    CHECK(one.content_hash() == two.content_hash());
    two.allocate(1, AllocationKind::Device);
    CHECK(one.content_hash() != two.content_hash());
}

TEST_CASE("memory of the host's is shared, not copied") {
    DeviceMemory memory(1 << 20);
    std::vector<std::uint8_t> host(256, 5);
    const Address base = Address{1} << 40;
    Allocation* shared = memory.share_at(base, host.data(), host.size(), AllocationKind::Managed);
    REQUIRE(shared != nullptr);
    CHECK(memory.used() == 256);
    CHECK(memory.fill(base + 16, 9, 16));
    CHECK(host[15] == 5);
    CHECK(host[16] == 9);
    host[0] = 7;
    std::uint8_t seen = 0;
    CHECK(memory.read(base, &seen, 1));
    CHECK(seen == 7);
    CHECK(memory.share_at(base + 128, host.data(), 64, AllocationKind::Managed) == nullptr);
    CHECK(memory.release(base));
    CHECK(host[16] == 9);
}

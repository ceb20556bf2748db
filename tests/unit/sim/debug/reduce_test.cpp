// Launches that are made smaller as long as a condition holds.
#include "sim/debug/reduce.h"

#include <algorithm>

#include "tests/catch.h"

using namespace warpscope;

namespace {

CapsuleAllocation allocation(Address base, std::uint64_t size, std::uint8_t value) {
    CapsuleAllocation a;
    a.base = base;
    a.size = size;
    for (std::uint64_t at = 0; at < size; at += kCapsulePageBytes) {
        PageRun run;
        run.content = PageRun::Content::Stored;
        run.bytes = std::make_shared<const std::vector<std::uint8_t>>(
            std::min(kCapsulePageBytes, size - at), value);
        run.hash = hash_bytes(run.bytes->data(), run.bytes->size());
        a.pages.push_back(run);
    }
    return a;
}

Capsule large_launch() {
    Capsule c;
    c.grid = {100, 7, 3};
    c.block = {256, 2, 1};
    c.memory = {allocation(0x1000, 4000, 1), allocation(0x100000, 200'000, 2),
                allocation(0x900000, 64, 3)};
    c.memory[2].kind = AllocationKind::ModuleVariable;
    c.copies.resize(5);
    return c;
}

} // namespace

TEST_CASE("a launch that always fails shrinks to one thread and no buffers") {
    const ReducedCapsule r = reduce(large_launch(), [](const Capsule&) { return true; });
    CHECK(r.capsule.grid == Dim3{1, 1, 1});
    CHECK(r.capsule.block == Dim3{1, 1, 1});
    REQUIRE(r.capsule.memory.size() == 1); // a variable of the module stays
    CHECK(r.capsule.memory[0].size == 64);
    CHECK(r.capsule.copies.empty());
    CHECK(r.tried < 40);
}

TEST_CASE("what makes it fail is kept, and no more") {
    const ReducedCapsule r = reduce(large_launch(), [](const Capsule& c) {
        const auto found = std::find_if(c.memory.begin(), c.memory.end(),
                                        [](const auto& a) { return a.base == 0x100000; });
        if (found == c.memory.end() || found->size < 70'001) return false;
        return c.grid.x >= 13 && c.grid.z >= 2 && c.block.x >= 33 && bytes_of(*found)[0] == 2;
    });
    CHECK(r.capsule.grid == Dim3{13, 1, 2});
    CHECK(r.capsule.block == Dim3{33, 1, 1});
    REQUIRE(r.capsule.memory.size() == 2);
    CHECK(r.capsule.memory[0].size == 100'000);
    const std::vector<std::uint8_t> bytes = bytes_of(r.capsule.memory[0]);
    CHECK(bytes.size() == 100'000);
    CHECK(std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t b) { return b == 2; }));
}

TEST_CASE("data that does not matter becomes zeros") {
    const ReducedCapsule r = reduce(large_launch(), [](const Capsule& c) {
        return c.memory.size() == 3 && c.memory[1].size == 200'000;
    });
    const std::vector<std::uint8_t> bytes = bytes_of(r.capsule.memory[1]);
    CHECK(bytes.size() == 200'000);
    CHECK(std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t b) { return b == 0; }));
    CHECK(memory_bytes(r.capsule) == 200'000 + 64 + r.capsule.memory[0].size);
}

// DependenceTracker: which touches by two blocks overlap, and going back to the launch image.
#include "sim/memory/dependence.h"

#include <atomic>
#include <thread>
#include <vector>

#include "tests/catch.h"

using namespace warpscope;

namespace {

enum class Touch { Read, Write, Add, Max };

struct Fixture {
    DeviceMemory memory{1 << 24};
    Allocation* buffer = memory.allocate(3 * kPageBytes + 5, AllocationKind::Device);
    DependenceTracker tracker{memory};

    void touch(Touch what, std::uint64_t offset, std::uint32_t block, std::uint64_t size = 4) {
        switch (what) {
            case Touch::Read: tracker.read(*buffer, offset, size, block); break;
            case Touch::Write: tracker.write(*buffer, offset, size, block); break;
            case Touch::Add: tracker.reduce(*buffer, offset, size, block, 1); break;
            case Touch::Max: tracker.reduce(*buffer, offset, size, block, 2); break;
        }
    }
};

bool overlaps(Touch first, std::uint32_t first_block, Touch second, std::uint32_t second_block) {
    Fixture f;
    f.touch(first, 64, first_block);
    f.touch(second, 64, second_block);
    return f.tracker.overlap_found();
}

}  // namespace

TEST_CASE("neighbouring words of a small buffer are apart, those of a large one share a line", "[dependence]") {
    Fixture f;
    f.touch(Touch::Write, 64, 1);
    f.touch(Touch::Write, 68, 2);
    CHECK_FALSE(f.tracker.overlap_found());
    f.touch(Touch::Write, 66, 2, 2);
    CHECK(f.tracker.overlap_found());

    DeviceMemory memory(1 << 24);
    const Allocation* large = memory.allocate(kFinelyTaggedBytes + 1, AllocationKind::Device);
    DependenceTracker tracker(memory);
    // The offset at which a second block first goes unnoticed: the end of a line, a sector, a word.
    for (const std::uint64_t apart : {128u, 32u, 4u}) {
        tracker.write(*large, 256, 4, 1);
        tracker.write(*large, 256 + apart, 4, 2);
        CHECK_FALSE(tracker.overlap_found());
        tracker.write(*large, 256 + apart - 1, 1, 2);
        CHECK(tracker.overlap_found());
        CHECK(tracker.refine() == (apart != 4));
        tracker.restore();
    }
    tracker.write(*large, 64, 4, 1);
    tracker.write(*large, 68, 4, 2);
    CHECK_FALSE(tracker.overlap_found());
    tracker.read(*large, 64, 4, 2);
    CHECK(tracker.overlap_found());
    CHECK_FALSE(tracker.refine());
}

TEST_CASE("one block may do anything", "[dependence]") {
    for (Touch first : {Touch::Read, Touch::Write, Touch::Add, Touch::Max})
        for (Touch second : {Touch::Read, Touch::Write, Touch::Add, Touch::Max})
            CHECK_FALSE(overlaps(first, 7, second, 7));
}

TEST_CASE("two blocks overlap unless both only read or only reduce alike", "[dependence]") {
    for (Touch first : {Touch::Read, Touch::Write, Touch::Add, Touch::Max})
        for (Touch second : {Touch::Read, Touch::Write, Touch::Add, Touch::Max}) {
            const bool harmless = first == second && first != Touch::Write;
            CAPTURE(static_cast<int>(first), static_cast<int>(second));
            CHECK(overlaps(first, 1, second, 2) == !harmless);
        }
}

TEST_CASE("a third touch is judged by everything before it", "[dependence]") {
    const auto after = [](std::vector<std::pair<Touch, std::uint32_t>> touches) {
        Fixture f;
        for (const auto& [what, block] : touches) f.touch(what, 0, block);
        return f.tracker.overlap_found();
    };
    CHECK_FALSE(after({{Touch::Read, 1}, {Touch::Read, 2}, {Touch::Read, 1}}));
    CHECK(after({{Touch::Read, 1}, {Touch::Read, 2}, {Touch::Write, 1}}));
    CHECK(after({{Touch::Add, 1}, {Touch::Add, 2}, {Touch::Read, 1}}));
    CHECK(after({{Touch::Add, 1}, {Touch::Add, 2}, {Touch::Write, 2}}));
    CHECK(after({{Touch::Add, 1}, {Touch::Add, 2}, {Touch::Max, 2}}));
    CHECK_FALSE(after({{Touch::Add, 1}, {Touch::Read, 1}, {Touch::Add, 1}}));
    CHECK(after({{Touch::Add, 1}, {Touch::Read, 1}, {Touch::Add, 2}}));
    CHECK_FALSE(after({{Touch::Add, 1}, {Touch::Max, 1}, {Touch::Add, 1}}));
    CHECK(after({{Touch::Add, 1}, {Touch::Max, 1}, {Touch::Add, 2}}));
    CHECK(after({{Touch::Write, 1}, {Touch::Add, 1}, {Touch::Add, 2}}));
    CHECK(after({{Touch::Write, 1}, {Touch::Read, 1}, {Touch::Read, 2}}));
}

TEST_CASE("the largest tag is still one block", "[dependence]") {
    const std::uint32_t last = DependenceTracker::kLargestTag;
    CHECK_FALSE(overlaps(Touch::Write, last, Touch::Read, last));
    CHECK(overlaps(Touch::Write, last, Touch::Read, last - 1));
    CHECK(overlaps(Touch::Add, last, Touch::Write, 1));
}

TEST_CASE("sectors that touch do not overlap", "[dependence]") {
    Fixture f;
    f.touch(Touch::Write, 0, 1, 32);
    f.touch(Touch::Write, 32, 2, 32);
    CHECK_FALSE(f.tracker.overlap_found());
    f.touch(Touch::Read, 31, 1, 2);   // reaches one byte into the second
    CHECK(f.tracker.overlap_found());
}

TEST_CASE("lanes are looked at one by one", "[dependence]") {
    Fixture f;
    Address addresses[kLanes] = {};
    for (unsigned l = 0; l < kLanes; ++l) addresses[l] = f.buffer->base + 128 * l;
    f.tracker.reduce(*f.buffer, addresses, f.buffer->base, 0x5, 4, 1, 0);    // lanes 0 and 2
    f.touch(Touch::Read, 128, 2);
    CHECK_FALSE(f.tracker.overlap_found());
    f.tracker.read(*f.buffer, addresses, f.buffer->base, 0x4, 4, 2);
    CHECK(f.tracker.overlap_found());
}

TEST_CASE("restore puts every written page back and forgets", "[dependence]") {
    Fixture f;
    std::vector<std::uint8_t> before(f.buffer->size);
    for (std::size_t k = 0; k < before.size(); ++k) f.buffer->bytes()[k] = before[k] = static_cast<std::uint8_t>(k * 7);
    const std::uint64_t last = f.buffer->size - 4;
    for (const std::uint64_t at : {std::uint64_t{0}, kPageBytes - 2, last}) {
        f.touch(Touch::Write, at, 1);
        for (unsigned k = 0; k < 4; ++k) f.buffer->bytes()[at + k] = 0;
    }
    f.touch(Touch::Read, 0, 2);
    CHECK(f.tracker.overlap_found());
    f.tracker.restore();
    CHECK_FALSE(f.tracker.overlap_found());
    for (std::size_t k = 0; k < before.size(); ++k) REQUIRE(f.buffer->bytes()[k] == before[k]);

    f.touch(Touch::Write, 0, 2);
    CHECK_FALSE(f.tracker.overlap_found());
    f.buffer->bytes()[0] = 99;
    f.tracker.restore();
    CHECK(f.buffer->bytes()[0] == before[0]);
}

TEST_CASE("a launch image that is not in memory is restored too", "[dependence]") {
    DeviceMemory memory(1 << 24);
    Allocation* buffer = memory.allocate(64 * kPageBytes, AllocationKind::Device);
    const auto byte_at = [](std::uint64_t k) { return static_cast<std::uint8_t>(k % 251); };
    for (std::uint64_t k = 0; k < buffer->size; ++k) buffer->bytes()[k] = byte_at(k);
    DependenceTracker tracker(memory, 8 * kPageBytes);
    for (std::uint64_t page = 0; page < 64; ++page) {
        tracker.write(*buffer, page * kPageBytes, 4, 1);
        buffer->bytes()[page * kPageBytes] = 255;
    }
    CHECK(tracker.image_bytes_in_file() == 56 * kPageBytes);
    tracker.restore();
    CHECK(tracker.image_bytes_in_file() == 0);
    for (std::uint64_t k = 0; k < buffer->size; ++k) REQUIRE(buffer->bytes()[k] == byte_at(k));
}

TEST_CASE("many small buffers are not all watched by the word, and results are the same", "[dependence]") {
    DeviceMemory memory(std::uint64_t{1} << 30);
    std::vector<Allocation*> buffers;
    for (std::uint64_t bytes = 0; bytes <= kFinelyTaggedInAll; bytes += kFinelyTaggedBytes)
        buffers.push_back(memory.allocate(kFinelyTaggedBytes, AllocationKind::Device));
    DependenceTracker tracker(memory);
    CHECK(buffers.front()->tags->grain_shift == 2);
    CHECK(buffers.back()->tags->grain_shift == 7);
    const auto write_neighbours = [&] {
        for (std::uint32_t block : {1u, 2u}) tracker.write(*buffers.back(), 4 * block, 4, block);
    };
    for (int from_line_to_sector_to_word = 0; from_line_to_sector_to_word < 2; ++from_line_to_sector_to_word) {
        write_neighbours();
        CHECK(tracker.overlap_found());
        CHECK(tracker.refine());
        tracker.restore();
    }
    write_neighbours();
    CHECK_FALSE(tracker.overlap_found());
}

TEST_CASE("constant memory is not tracked, and tags are detached", "[dependence]") {
    DeviceMemory memory(1 << 20);
    const Allocation* constant = memory.allocate(64, AllocationKind::Constant);
    const Allocation* device = memory.allocate(64, AllocationKind::Device);
    {
        DependenceTracker tracker(memory);
        CHECK(constant->tags == nullptr);
        CHECK(device->tags != nullptr);
    }
    CHECK(device->tags == nullptr);
}

TEST_CASE("an overlap between host threads is always seen by one of them", "[dependence]") {
    for (int round = 0; round < 300; ++round) {
        Fixture f;
        std::atomic<int> ready = 0;
        const auto body = [&](std::uint32_t block, Touch what) {
            ++ready;
            while (ready.load() != 2) {}
            for (std::uint64_t s = 0; s < 64; ++s) f.touch(what, 32 * s, block);
        };
        std::thread a(body, 1, Touch::Write), b(body, 2, round % 2 == 0 ? Touch::Read : Touch::Add);
        a.join();
        b.join();
        REQUIRE(f.tracker.overlap_found());
    }
}

TEST_CASE("host threads that write their own parts leave the image intact", "[dependence]") {
    for (int round = 0; round < 100; ++round) {
        Fixture f;
        std::fill_n(f.buffer->bytes(), f.buffer->size, std::uint8_t{42});
        const auto body = [&](std::uint32_t block) {
            for (std::uint64_t s = block - 1; s < f.buffer->size / 32; s += 2) {
                f.touch(Touch::Write, 32 * s, block, 32);
                std::fill_n(f.buffer->bytes() + 32 * s, 32, static_cast<std::uint8_t>(block));
            }
        };
        std::thread a(body, 1), b(body, 2);
        a.join();
        b.join();
        REQUIRE_FALSE(f.tracker.overlap_found());
        f.tracker.restore();
        for (std::uint64_t k = 0; k < f.buffer->size; ++k) REQUIRE(f.buffer->bytes()[k] == 42);
    }
}

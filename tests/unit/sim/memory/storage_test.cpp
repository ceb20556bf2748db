// Storage: poison at first, host memory only where it is written.
#include "sim/memory/storage.h"

#include <algorithm>
#include <fstream>
#include <string>

#include "sim/memory/allocation.h"
#include "tests/catch.h"

using namespace warpscope;

namespace {

/// Memory of this process's own, in bytes.
std::uint64_t own_memory() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        std::uint64_t kibibytes = 0;
        if (word == "RssAnon:" && status >> kibibytes) return kibibytes * 1024;
    }
    FAIL("/proc/self/status has no RssAnon");
    return 0;
}

bool all_poison(const std::uint8_t* bytes, std::uint64_t size) {
    return std::all_of(bytes, bytes + size, [](std::uint8_t b) { return b == kPoison; });
}

}  // namespace

TEST_CASE("storage of any size is full of poison", "[storage]") {
    PoisonedStorage source;
    for (const std::uint64_t size : {std::uint64_t{1}, PoisonedStorage::kSmallestMapped - 1,
                                     PoisonedStorage::kSmallestMapped, (std::uint64_t{20} << 20) + 5}) {
        CAPTURE(size);
        const Storage storage = source.make(size);
        CHECK(all_poison(storage.get(), size));
    }
}

TEST_CASE("what is written in one place is seen nowhere else", "[storage]") {
    constexpr std::uint64_t size = std::uint64_t{20} << 20;   // more than the pattern that is repeated
    PoisonedStorage source;
    const Storage first = source.make(size), second = source.make(size);
    std::fill_n(first.get() + 5000, 10000, std::uint8_t{1});
    CHECK(all_poison(first.get(), 5000));
    CHECK(all_poison(first.get() + 15000, size - 15000));
    CHECK(all_poison(second.get(), size));
    PoisonedStorage moved = std::move(source);
    CHECK(all_poison(moved.make(size).get(), size));
    CHECK(first.get()[5000] == 1);
}

TEST_CASE("what is not written takes no memory", "[storage]") {
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    PoisonedStorage source;
    const std::uint64_t before = own_memory();
    const Storage storage = source.make(4096 * mebibyte);
    std::uint64_t sum = 0;
    for (std::uint64_t at = 0; at < 4096 * mebibyte; at += mebibyte) sum += storage.get()[at];
    CHECK(sum == 4096 * kPoison);
    CHECK(own_memory() < before + 32 * mebibyte);
    std::fill_n(storage.get() + mebibyte, 64 * mebibyte, std::uint8_t{0});
    CHECK(own_memory() > before + 32 * mebibyte);
    CHECK(own_memory() < before + 96 * mebibyte);
}

TEST_CASE("borrowed bytes stay with their owner", "[storage]") {
    std::uint8_t bytes[4] = {1, 2, 3, 4};
    { const Storage storage = borrowed_storage(bytes); CHECK(storage[2] == 3); }
    CHECK(bytes[2] == 3);
}

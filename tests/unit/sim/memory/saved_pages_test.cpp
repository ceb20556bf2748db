// SavedPages: what was saved comes back, from memory or from the file.
#include "sim/memory/saved_pages.h"

#include <map>
#include <thread>
#include <vector>

#include "sim/memory/allocation.h"
#include "tests/catch.h"

using namespace warpscope;

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes mixed_page(std::uint64_t number, std::uint64_t size = kPageBytes) {
    Bytes bytes(size);
    for (std::uint64_t k = 0; k < size; ++k) bytes[k] = static_cast<std::uint8_t>(k * 31 + number);
    return bytes;
}

std::map<Address, Bytes> restored(const SavedPages& pages) {
    std::map<Address, Bytes> found;
    pages.restore([&](Address base, const std::uint8_t* bytes, std::uint64_t size) {
        found[base] = Bytes(bytes, bytes + size);
    });
    return found;
}

}  // namespace

TEST_CASE("saved pages come back as they were, wherever they are kept", "[saved_pages]") {
    SavedPages pages(2 * kPageBytes);
    std::map<Address, Bytes> expected;
    const auto save = [&](const Bytes& bytes) {
        const Address base = 0x10000 + expected.size() * kPageBytes;
        expected[base] = bytes;
        pages.save(base, bytes.data(), bytes.size());
    };
    save(Bytes(kPageBytes, kPoison));
    save(mixed_page(1));
    save(mixed_page(2));
    CHECK(pages.bytes_in_file() == 0);
    save(mixed_page(3));
    save(Bytes(kPageBytes, 0));
    save(mixed_page(4, 100));
    save(Bytes(1, 7));
    CHECK(pages.bytes_in_file() == 2 * kPageBytes);
    CHECK(restored(pages) == expected);

    pages.clear();
    CHECK(restored(pages).empty());
    expected.clear();
    for (std::uint64_t n = 0; n < 8; ++n) save(mixed_page(n + 10));
    CHECK(pages.bytes_in_file() == 6 * kPageBytes);
    CHECK(restored(pages) == expected);
}

TEST_CASE("host threads save pages at the same time", "[saved_pages]") {
    SavedPages pages(20 * kPageBytes);
    std::vector<std::thread> threads;
    for (std::uint64_t t = 0; t < 4; ++t)
        threads.emplace_back([&pages, t] {
            for (std::uint64_t n = 0; n < 50; ++n) {
                const std::uint64_t number = t * 50 + n;
                const Bytes bytes = n % 5 == 0 ? Bytes(kPageBytes, 3) : mixed_page(number);
                pages.save(number * kPageBytes, bytes.data(), bytes.size());
            }
        });
    for (std::thread& thread : threads) thread.join();
    const auto found = restored(pages);
    REQUIRE(found.size() == 200);
    for (const auto& [base, bytes] : found) {
        const std::uint64_t number = base / kPageBytes;
        CHECK(bytes == (number % 5 == 0 ? Bytes(kPageBytes, 3) : mixed_page(number)));
    }
}

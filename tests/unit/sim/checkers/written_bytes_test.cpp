// Bits for written bytes, against a plain list of flags.
#include "sim/checkers/written_bytes.h"

#include <algorithm>
#include <random>

#include "tests/catch.h"

using namespace warpscope;

TEST_CASE("written bytes are those that were marked, and can be taken back", "[checkers]") {
    constexpr std::uint64_t size = 3 * WrittenBytes::kPage - 100;
    std::mt19937 random(3);
    WrittenBytes bytes(size);
    std::vector<bool> expected(size), before;
    const auto step = [&] {
        const std::uint64_t at = random() % size;
        const std::uint64_t longest = random() % 4 == 0 ? size : 40;
        const std::uint64_t count = std::min<std::uint64_t>(size - at, 1 + random() % longest);
        bytes.mark(at, count);
        std::fill_n(expected.begin() + static_cast<std::ptrdiff_t>(at), count, true);
    };
    const auto compare = [&] {
        for (unsigned k = 0; k < 400; ++k) {
            const std::uint64_t at = random() % size;
            const std::uint64_t count = std::min<std::uint64_t>(size - at, 1 + random() % 70);
            bool all = true;
            for (std::uint64_t b = at; b < at + count; ++b)
                all = all && expected[b];
            CHECK(bytes.all(at, count) == all);
        }
        CHECK(bytes.complete() == (std::count(expected.begin(), expected.end(), false) == 0));
    };
    CHECK_FALSE(bytes.all(0, 1));
    for (unsigned round = 0; round < 12; ++round) {
        step();
        compare();
        before = expected;
        bytes.keep_undo(true);
        step();
        step();
        compare();
        bytes.undo();
        expected = before;
        compare();
        bytes.keep_undo(false);
    }
    bytes.mark(0, size);
    CHECK(bytes.all(0, size));
    CHECK(bytes.complete());
}

TEST_CASE("memory is complete with its last byte, and no longer when that is taken back",
          "[checkers]") {
    constexpr std::uint64_t size = WrittenBytes::kPage + 12;
    WrittenBytes bytes(size);
    for (std::uint64_t at = 0; at + 4 < size; at += 4)
        bytes.mark(at, 4);
    bytes.mark(0, WrittenBytes::kPage);
    bytes.mark(8, 8);
    CHECK_FALSE(bytes.complete());
    bytes.keep_undo(true);
    bytes.mark(size - 4, 4);
    CHECK(bytes.complete());
    bytes.undo();
    CHECK_FALSE(bytes.complete());
    bytes.mark(0, size);
    CHECK(bytes.complete());
}

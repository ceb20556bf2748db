// Bits for written bytes, against a plain list of flags.
#include "sim/checkers/written_bytes.h"

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
}

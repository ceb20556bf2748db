// Tests of hints about ranges of memory.
#include "runtime/host/memory_hints.h"

#include "tests/catch.h"

using namespace warpscope::host;

TEST_CASE("a hint holds for a range when it holds for all of it", "[memory-hints]") {
    MemoryHints hints;
    CHECK(hints.get(Hint::LastPrefetch, 100, 10, -2) == -2);
    hints.set(Hint::LastPrefetch, 100, 100, 0);
    CHECK(hints.get(Hint::LastPrefetch, 100, 100, -2) == 0);
    CHECK(hints.get(Hint::LastPrefetch, 99, 2, -2) == -2);
    CHECK(hints.get(Hint::LastPrefetch, 150, 51, -2) == -2);
    CHECK(hints.get(Hint::ReadMostly, 100, 100, -2) == -2);
    hints.set(Hint::LastPrefetch, 140, 20, -1);
    CHECK(hints.get(Hint::LastPrefetch, 140, 20, -2) == -1);
    CHECK(hints.get(Hint::LastPrefetch, 100, 40, -2) == 0);
    CHECK(hints.get(Hint::LastPrefetch, 160, 40, -2) == 0);
    CHECK(hints.get(Hint::LastPrefetch, 100, 41, -2) == -2);
    hints.set(Hint::LastPrefetch, 200, 50, 0);
    CHECK(hints.get(Hint::LastPrefetch, 160, 90, -2) == 0);
    hints.unset(Hint::LastPrefetch, 0, 1000);
    CHECK(hints.get(Hint::LastPrefetch, 100, 1, -2) == -2);
}

TEST_CASE("freed memory keeps no hints", "[memory-hints]") {
    MemoryHints hints;
    hints.set(Hint::ReadMostly, 0, 300, 1);
    hints.set(Hint::AccessedByHost, 100, 100, 1);
    hints.forget(100, 100);
    CHECK(hints.get(Hint::ReadMostly, 0, 100, 0) == 1);
    CHECK(hints.get(Hint::ReadMostly, 100, 1, 0) == 0);
    CHECK(hints.get(Hint::ReadMostly, 200, 100, 0) == 1);
    CHECK(hints.get(Hint::AccessedByHost, 150, 1, 0) == 0);
}

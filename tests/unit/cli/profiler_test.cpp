// The table of a profiler, read, and what becomes of texts that are none.
#include "cli/profiler.h"

#include "tests/catch.h"

using namespace warpscope;
using cli::read_profile;

namespace {

const std::vector<std::string> kMetrics = {"a.sum", "b.sum", "c.sum"};

const char* const kTable = "==PROF== Connected to process 7\n"
                           "\"ID\",\"Kernel Name\",\"a.sum\",\"b.sum\",\"other.max\",\"c.sum\"\n"
                           "\"\",\"\",\"request\",\"byte\",\"\",\"\"\n"
                           "\"0\",\"f(int, \"\"x\"\")\",\"1,234\",\"5.5\",\"7\",\"n/a\"\r\n"
                           "\"1\",\"g\",\"0\",\"12,345,678\",\"7\",\"3\"\n"
                           "==PROF== Disconnected\n";

} // namespace

TEST_CASE("profiler: a row for each kernel, without units and other metrics", "[cli]") {
    const auto rows = read_profile(kTable, kMetrics);
    REQUIRE(rows);
    REQUIRE(rows->size() == 2);
    CHECK((*rows)[0] == std::map<std::string, double>{{"a.sum", 1234}, {"b.sum", 5.5}});
    CHECK((*rows)[1] ==
          std::map<std::string, double>{{"a.sum", 0}, {"b.sum", 12345678}, {"c.sum", 3}});
}

TEST_CASE("profiler: texts without a table say why", "[cli]") {
    const auto why = [](const std::string& text) {
        const auto rows = read_profile(text, kMetrics);
        REQUIRE(!rows);
        CHECK(!rows.error().hint.empty());
        return rows.error().message;
    };
    CHECK(why("==ERROR== ERR_NVGPUCTRPERM - The user may not\n").find("may not read") !=
          std::string::npos);
    CHECK(why("==ERROR== Failed to find metric a.sum\n") ==
          "the profiler: Failed to find metric a.sum");
    CHECK(why("==WARNING== No kernels were profiled.\n") ==
          "the profiler gave no table: No kernels were profiled.");
    CHECK(why("") == "the profiler gave no table");
    CHECK(why("\"ID\",\"a.sum\"\n\"0\",\"1\",\"2\"\n").find("a row of 3 cells under 2 titles") !=
          std::string::npos);
    CHECK(why("\"ID\",\"z.sum\"\n\"0\",\"1\"\n").find("none of the counters") != std::string::npos);
    CHECK(why("\"ID\",\"a.sum\"\n\"0\",\"unterminated").find("none of the counters") !=
          std::string::npos);
}

// Findings that a file or a mark in the source leaves out, and files that say nothing sensible.
#include "runtime/report/suppressions.h"

#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::report;
using Catch::Matchers::ContainsSubstring;

namespace {

Finding finding(const std::string& checker, const std::string& file, std::uint32_t line,
                const std::string& text = {}) {
    Finding f;
    f.checker = checker;
    f.source = {{file, line, 5, "f()", text, SourceRelation::Here}};
    return f;
}

std::uint64_t left_out(const std::string& file, Finding f) {
    auto suppressions = parse_suppressions(file, "s.txt");
    REQUIRE(suppressions.ok());
    RunReport run;
    run.launches.emplace_back();
    run.launches[0].findings.push_back(std::move(f));
    const std::uint64_t count = suppress(run, *suppressions);
    CHECK(run.launches[0].findings.size() + count == 1);
    return count;
}

} // namespace

TEST_CASE("suppressions: by checker, file and line", "[report]") {
    CHECK(left_out("race a.cu:7 known since spring\n", finding("race", "src/a.cu", 7)) == 1);
    CHECK(left_out("race a.cu:8\n", finding("race", "src/a.cu", 7)) == 0);
    CHECK(left_out("race a.cu\n", finding("race", "src/a.cu", 7)) == 1);
    CHECK(left_out("race src/a.cu\n", finding("race", "/home/src/a.cu", 7)) == 1);
    CHECK(left_out("race b/a.cu\n", finding("race", "src/a.cu", 7)) == 0);
    CHECK(left_out("race .cu\n", finding("race", "src/a.cu", 7)) == 0);
    CHECK(left_out("initialized a.cu\n", finding("race", "a.cu", 7)) == 0);
    CHECK(left_out("# nothing\n\n* a.cu # all of it\n", finding("race", "a.cu", 7)) == 1);
}

TEST_CASE("suppressions: any party's line counts, faults stay", "[report]") {
    Finding race = finding("race", "a.cu", 7);
    race.parties.emplace_back();
    race.parties[0].source = {{"b.cu", 3, 1, "g()", "", SourceRelation::Here}};
    CHECK(left_out("race b.cu:3\n", race) == 1);
    CHECK(left_out("* a.cu\n", finding("memory", "a.cu", 7)) == 0);
    CHECK(left_out("* a.cu\n", finding("execution", "a.cu", 7)) == 0);
}

TEST_CASE("suppressions: marks in the source", "[report]") {
    const auto marked = [](const std::string& text) {
        return left_out("", finding("race", "a.cu", 7, text));
    };
    CHECK(marked("x = 1; // warpscope: allow race") == 1);
    CHECK(marked("x = 1; // benign. warpscope: allow initialized, race") == 1);
    CHECK(marked("x = 1; // warpscope: allow initialized") == 0);
    CHECK(marked("x = 1; // warpscope: allow racers") == 0);
    CHECK(marked("x = \"warpscope: allow race\";") == 0);
}

TEST_CASE("suppressions: unknown checkers, missing places and bad lines are refused", "[report]") {
    const auto message = [](const std::string& text) {
        const auto suppressions = parse_suppressions(text, "s.txt");
        REQUIRE_FALSE(suppressions.ok());
        return to_string(suppressions.error());
    };
    CHECK_THAT(message("race a.cu\nrac b.cu\n"),
               ContainsSubstring("s.txt:2") && ContainsSubstring("\"rac\" is no checker"));
    CHECK_THAT(message("memory a.cu"), ContainsSubstring("cannot be left out"));
    CHECK_THAT(message("race"), ContainsSubstring("a place is missing"));
    for (const char* line : {"race a.cu:", "race a.cu:0", "race a.cu:x", "race a.cu:99999999999"})
        CHECK_THAT(message(line), ContainsSubstring("is no line number"));
}

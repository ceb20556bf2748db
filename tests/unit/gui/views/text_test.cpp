// Syntax of source lines and the go-to box.
#include "gui/views/go_to.h"
#include "gui/views/source_view.h"
#include "gui/views/syntax.h"
#include "tests/catch.h"

using namespace warpscope::views;

namespace {

std::string kinds(std::string_view line, bool& in_comment) {
    std::string text;
    for (const SyntaxSpan& span : syntax_spans(line, in_comment)) {
        text += span.kind == SyntaxSpan::Kind::Keyword   ? "K"
                : span.kind == SyntaxSpan::Kind::Comment ? "C"
                                                         : "P";
        text += "[" + std::string(line.substr(span.from, span.size)) + "]";
    }
    return text;
}

std::string kinds(std::string_view line) {
    bool in_comment = false;
    return kinds(line, in_comment);
}

} // namespace

TEST_CASE("keywords are whole words", "[gui][views]") {
    CHECK(kinds("int x = interval;") == "K[int]P[ x = interval;]");
    CHECK(kinds("__global__ void f()") == "K[__global__]P[ ]K[void]P[ f()]");
    CHECK(kinds("") == "");
}

TEST_CASE("comments and strings hide what is in them", "[gui][views]") {
    CHECK(kinds("x; // int y") == "P[x; ]C[// int y]");
    CHECK(kinds("\"int // \\\" no\" + 'i'") == "P[\"int // \\\" no\" + 'i']");
    CHECK(kinds("a /* int */ b") == "P[a ]C[/* int */]P[ b]");
    CHECK(kinds("\"open") == "P[\"open]");
    bool in_comment = false;
    CHECK(kinds("x /* starts", in_comment) == "P[x ]C[/* starts]");
    CHECK(in_comment);
    CHECK(kinds("int ends */ int", in_comment) == "C[int ends */]P[ ]K[int]");
    CHECK_FALSE(in_comment);
}

TEST_CASE("the go-to box takes lines, steps, warps and lanes", "[gui][views]") {
    using Kind = GoTo::Kind;
    const auto check = [](std::string_view text, Kind kind, std::uint64_t number) {
        const auto place = parse_go_to(text);
        REQUIRE(place);
        CHECK(place->kind == kind);
        CHECK(place->number == number);
    };
    check("43", Kind::Line, 43);
    check("line 43", Kind::Line, 43);
    check("L43", Kind::Line, 43);
    check("step 1,080", Kind::Step, 1080);
    check("s12", Kind::Step, 12);
    check("warp 3", Kind::Warp, 3);
    check("lane 7", Kind::Lane, 7);
    check("ptx 99", Kind::Ptx, 99);
    for (const char* wrong :
         {"", "line", "xyz 3", "3 line", "99999999999999999999999", "-4", "4.5"}) {
        INFO(wrong);
        CHECK_FALSE(parse_go_to(wrong));
    }
}

TEST_CASE("a tag of many warps gets shorter from its end, and ends to", "[gui][views]") {
    using Forms = std::vector<std::string>;
    CHECK(shorter_forms("W0, W2–4, W5") == Forms{"W0, W2–4, W5", "W0, W2–4…", "W0…"});
    CHECK(shorter_forms("W12") == Forms{"W12"});
    CHECK(shorter_forms("") == Forms{""});
    CHECK(shorter_forms(",,") == Forms{",,", ",…"});
}

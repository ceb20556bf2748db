// Distances between values, and the tolerances that are held against them.
#include "runtime/compare/elements.h"

#include <bit>
#include <cmath>

#include "runtime/compare/tolerance.h"
#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::compare;
using Kind = Distance::Kind;

namespace {

std::uint64_t bits(float f) {
    return std::bit_cast<std::uint32_t>(f);
}
std::uint64_t bits(double d) {
    return std::bit_cast<std::uint64_t>(d);
}

} // namespace

TEST_CASE("neighbouring numbers are one unit apart, across zero too") {
    CHECK(distance(Type::F32, bits(1.0f), bits(std::nextafter(1.0f, 2.0f))).units == 1);
    CHECK(distance(Type::F64, bits(-1.0), bits(std::nextafter(-1.0, 0.0))).units == 1);
    const float least = std::nextafter(0.0f, 1.0f);
    CHECK(distance(Type::F32, bits(-least), bits(least)).units == 2);
    CHECK(distance(Type::F16, 0x3C00, 0x3C03).units == 3);
    CHECK(distance(Type::BF16, 0x3F80, 0x3F7F).units == 1);
}

TEST_CASE("zeros of both signs differ in their sign alone") {
    const Distance d = distance(Type::F32, bits(0.0f), bits(-0.0f));
    CHECK(d.kind == Kind::SignOfZero);
    CHECK_FALSE(allows({Tolerance::Kind::Bits, 0}, Type::F32, d));
    CHECK(allows({Tolerance::Kind::Ulp, 0}, Type::F32, d));
}

TEST_CASE("results that are not a number are equal whatever they carry") {
    CHECK(distance(Type::F32, 0x7FC00000, 0xFFC00001).kind == Kind::None);
    CHECK(distance(Type::F32, 0x7FC00000, bits(1.0f)).kind == Kind::Special);
    CHECK(distance(Type::F64, bits(INFINITY * 1.0), bits(1e308)).kind == Kind::Special);
    // As whole numbers these are bits like any others.
    CHECK(distance(Type::U32, 0x7FC00000, 0xFFC00001).kind == Kind::Units);
}

TEST_CASE("whole numbers are apart by their difference") {
    CHECK(distance(Type::S32, 0xFFFFFFFF, 1).units == 2);
    CHECK(distance(Type::U32, 0xFFFFFFFF, 1).units == 0xFFFFFFFEu);
    CHECK(distance(Type::S64, bits(0.0), 0).kind == Kind::None);
    CHECK(distance(Type::S8, 0x80, 0x7F).units == 255);
    CHECK(distance(Type::S64, std::uint64_t{1} << 63, (std::uint64_t{1} << 63) - 1).units ==
          UINT64_MAX);
}

TEST_CASE("distance is symmetric and zero for equal bits") {
    std::uint64_t state = 1;
    for (const Type type : {Type::F16, Type::BF16, Type::F32, Type::F64, Type::S32, Type::U64})
        for (int i = 0; i < 2000; ++i) {
            const std::uint64_t a = state = state * 6364136223846793005u + 1442695040888963407u;
            const std::uint64_t b = state = state * 6364136223846793005u + 1442695040888963407u;
            const Distance there = distance(type, a, b), back = distance(type, b, a);
            REQUIRE(there.kind == back.kind);
            REQUIRE(there.units == back.units);
            REQUIRE(distance(type, a, a).kind == Kind::None);
        }
}

TEST_CASE("values are written as their type shows them") {
    CHECK(value_text(Type::F32, bits(1.5f)) == "1.5");
    CHECK(value_text(Type::F16, 0xC000) == "-2");
    CHECK(value_text(Type::S32, 0xFFFFFFF9) == "-7");
    CHECK(value_text(Type::B32, 0xABCD) == "0x0000abcd");
    CHECK(value_text(Type::F32, 0x7FC00001) == "0x7fc00001 (not a number)");
}

TEST_CASE("every distance has its bin") {
    CHECK(bin_of(distance(Type::F32, bits(0.0f), bits(-0.0f))) == 0);
    CHECK(bin_text(bin_of(distance(Type::U32, 5, 6)), false) == "1");
    CHECK(bin_text(bin_of(distance(Type::U32, 0, 4)), false) == "3 to 4");
    CHECK(bin_of(distance(Type::F32, 0x7FC00000, 0)) == kBins - 1);
    CHECK(bin_of(distance(Type::U64, 0, UINT64_MAX)) == kBins - 1);
}

TEST_CASE("tolerances are read as they are written") {
    const auto rule = parse_tolerance("2=ulp:4");
    REQUIRE(rule.ok());
    CHECK(rule->buffer == "2");
    CHECK(text_of(rule->tolerance) == "ulp:4");
    CHECK(text_of(parse_tolerance("rel:1e-5")->tolerance) == "rel:1e-05");
    for (const char* wrong : {"", "ulp", "ulp:", "ulp:-1", "ulp:1.5", "rel:x", "rel:inf", "=bits",
                              "2=", "bits:1", "ulp:4 "})
        CHECK_FALSE(parse_tolerance(wrong).ok());
    REQUIRE(parse_tolerances({"bits", "2=ulp:4"}).ok());
    CHECK(parse_tolerances({"bits", "2=ulp:4"})->at(1).buffer == "2");
    CHECK(parse_tolerances({"bits", "ulp", "rel"}).error().message == "\"ulp\" is no tolerance");
}

TEST_CASE("the rule that names a buffer goes before the one for all") {
    const std::vector<ToleranceRule> rules = {
        *parse_tolerance("2=ulp:1"), *parse_tolerance("ulp:9"), *parse_tolerance("total=rel:0.5")};
    CHECK(text_of(tolerance_for(rules, {"1"})) == "ulp:9");
    CHECK(text_of(tolerance_for(rules, {"2"})) == "ulp:1");
    CHECK(text_of(tolerance_for(rules, {"2", "total"})) == "rel:0.5");
    CHECK(text_of(tolerance_for({}, {"2"})) == "bits");
}

TEST_CASE("tolerances are for floating-point numbers") {
    const Tolerance four = {Tolerance::Kind::Ulp, 4};
    CHECK(allows(four, Type::F32, distance(Type::F32, bits(1.0f), bits(1.0f) + 4)));
    CHECK_FALSE(allows(four, Type::F32, distance(Type::F32, bits(1.0f), bits(1.0f) + 5)));
    CHECK_FALSE(allows(four, Type::U32, distance(Type::U32, 1, 2)));
    const Tolerance relative = {Tolerance::Kind::Relative, 0.01};
    CHECK(allows(relative, Type::F64, distance(Type::F64, bits(100.0), bits(100.5))));
    CHECK_FALSE(allows(relative, Type::F64, distance(Type::F64, bits(100.0), bits(102.0))));
}

// Tests of constant expressions.
#include "sim/ptx/expression.h"

#include <bit>
#include <string>

#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::ptx;

namespace {

Constant evaluate(std::string_view text) {
    Cursor cursor(text, "test");
    Constant constant;
    INFO(text);
    const bool ok = parse_constant(cursor, constant) && cursor.token().kind == TokenKind::End;
    REQUIRE(ok);
    return constant;
}

std::int64_t integer(std::string_view text) {
    return static_cast<std::int64_t>(evaluate(text).bits);
}

std::string refusal(const std::string& text) {
    Cursor cursor(text, "test");
    Constant constant;
    if (parse_constant(cursor, constant)) return {};
    return cursor.take_error().message;
}

} // namespace

TEST_CASE("constant expressions follow C's precedence") {
    CHECK(integer("1+2*3") == 7);
    CHECK(integer("(1+2)*3") == 9);
    CHECK(integer("1<<4|1") == 17);
    CHECK(integer("10-4-3") == 3);
    CHECK(integer("7 & 3 == 3") == 1);
    CHECK(integer("1 ? 2 : 3") == 2);
    CHECK(integer("0 ? 2 : 1 ? 4 : 5") == 4);
    CHECK(integer("!0 && ~0") == 1);
    CHECK(integer("-7 / 2") == -3);
    CHECK(integer("-7 % 4") == -3);
    CHECK(integer("WARP_SZ * 2") == 64);
}

TEST_CASE("constant expressions have PTX's types") {
    CHECK(evaluate("1").type == Type::S64);
    CHECK(evaluate("1U").type == Type::U64);
    CHECK(evaluate("1 + 1U").type == Type::U64);
    CHECK(evaluate("1U < 2").type == Type::S64);
    CHECK(evaluate("-1 >> 1U").type == Type::S64);
    CHECK(integer("-1 >> 1U") == -1);
    CHECK(integer("(.u64)-1 >> 63") == 1);
    CHECK(evaluate("1.5 + 1").type == Type::F64);
    CHECK(std::bit_cast<double>(evaluate("1.5 * 2 - 1U").bits) == 2.0);
    CHECK(std::bit_cast<double>(evaluate("-1.5").bits) == -1.5);
    CHECK(evaluate("0f3F800000").type == Type::F32);
}

TEST_CASE("constant expressions wrap where C would overflow") {
    CHECK(integer("9223372036854775807 + 1") == INT64_MIN);
    CHECK(integer("(.s64)0x8000000000000000 / -1") == INT64_MIN);
    CHECK(integer("(.s64)0x8000000000000000 % -1") == 0);
    CHECK(integer("1 << 64") == 0);
}

TEST_CASE("constant expressions say what is wrong") {
    CHECK(refusal("1 / 0") == "cannot compute '/' of these constants");
    CHECK(refusal("1.5 % 2") == "cannot compute '%' of these constants");
    CHECK(refusal("~1.5") == "'~' does not apply to this constant");
    CHECK(refusal("0f3F800000 + 1") == "cannot compute '+' of these constants");
    CHECK(refusal("(1") == "expected ')' before the end of the text");
    CHECK(refusal("") == "expected a constant before the end of the text");
    CHECK(refusal(std::string(100000, '(')) == "this constant expression is nested too deeply");
    CHECK(refusal(std::string(100000, '-')) == "this constant expression is nested too deeply");
}

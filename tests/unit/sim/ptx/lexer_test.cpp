// Tests of the PTX lexer.
#include "sim/ptx/lexer.h"

#include <bit>
#include <string>
#include <vector>

#include "tests/catch.h"

using namespace warpscope::ptx;

namespace {

std::vector<Token> tokens_of(std::string_view text) {
    std::vector<Token> tokens;
    Lexer lexer(text);
    for (Token token = lexer.next(); token.kind != TokenKind::End && tokens.size() < 100;
         token = lexer.next())
        tokens.push_back(token);
    return tokens;
}

Token one(std::string_view text) {
    const std::vector<Token> tokens = tokens_of(text);
    REQUIRE(tokens.size() == 1);
    return tokens[0];
}

} // namespace

TEST_CASE("the lexer splits an instruction into mnemonic, suffixes and operands") {
    const auto tokens = tokens_of("ld.global.L2::128B.v2.f32 {%f1, _}, [%rd1+-8];");
    REQUIRE(tokens.size() == 18);
    CHECK(tokens[0].is_word("ld"));
    CHECK(tokens[2].is_dotted("L2::128B"));
    CHECK(tokens[4].is_dotted("f32"));
    CHECK(tokens[6].is_word("%f1"));
    CHECK(tokens[8].is_word("_"));
    CHECK(tokens[13].is('+'));
    CHECK(tokens[15].kind == TokenKind::Integer);
}

TEST_CASE("the lexer reads suffixes that start with a digit") {
    const auto tokens = tokens_of("tex.2d.v4 x, .5");
    REQUIRE(tokens.size() == 6);
    CHECK(tokens[1].is_dotted("2d"));
    CHECK(tokens[5].kind == TokenKind::Double);
}

TEST_CASE("the lexer reads all spellings of constants") {
    CHECK(one("0x1F").bits == 31);
    CHECK(one("017").bits == 15);
    CHECK(one("0b101").bits == 5);
    CHECK(one("42").bits == 42);
    CHECK_FALSE(one("42").is_unsigned);
    CHECK(one("42U").is_unsigned);
    CHECK(one("0x8000000000000000").is_unsigned);
    CHECK(one("0").bits == 0);
    CHECK(one("0f3F800000").kind == TokenKind::Single);
    CHECK(one("0f3F800000").bits == 0x3F800000);
    CHECK(one("0D3FF0000000000000").bits == 0x3FF0000000000000);
    CHECK(std::bit_cast<double>(one("1.5e-3").bits) == 1.5e-3);
    CHECK(std::bit_cast<double>(one("2.").bits) == 2.0);
}

TEST_CASE("the lexer refuses broken constants") {
    for (const char* text :
         {"0x", "0xZZ", "09", "0f3F80", "12abc", "18446744073709551616", "0b2", "1.2.3"}) {
        INFO(text);
        CHECK(one(text).kind == TokenKind::Bad);
    }
}

TEST_CASE("the lexer keeps ws comments and drops others") {
    const auto tokens = tokens_of("a // plain\n/* block\n */ // ws.watch x %r1 \r\nb");
    REQUIRE(tokens.size() == 3);
    CHECK(tokens[1].kind == TokenKind::Annotation);
    CHECK(tokens[1].text == "// ws.watch x %r1");
    CHECK(tokens[1].line == 3);
    CHECK(tokens[2].line == 4);
    CHECK(tokens[2].column == 1);
}

TEST_CASE("the lexer counts lines and columns from one") {
    const auto tokens = tokens_of("\n  mov.u32\t%r1");
    CHECK(tokens[0].line == 2);
    CHECK(tokens[0].column == 3);
    CHECK(tokens[1].column == 6);
    CHECK(tokens[2].column == 11);
}

TEST_CASE("the lexer tells modulo from registers") {
    const auto tokens = tokens_of("7 % 3 %r1");
    REQUIRE(tokens.size() == 4);
    CHECK(tokens[1].is('%'));
    CHECK(tokens[3].is_word("%r1"));
}

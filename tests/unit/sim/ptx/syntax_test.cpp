// Tests of row syntax: every row compiles, and the notation means what Row says.
#include "sim/isa/syntax.h"

#include <algorithm>
#include <string>
#include <vector>

#include "sim/ptx/row_index.h"
#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::isa;

namespace {

SuffixMatch match(std::string_view syntax, std::vector<std::string_view> suffixes,
                  TypeSet types = {}, TypeSet source_types = {}) {
    const Result<Pattern> pattern = compile_syntax(syntax);
    REQUIRE(pattern.ok());
    Row row;
    row.types = types;
    row.source_types = source_types;
    return match_suffixes(*pattern, row, suffixes);
}

} // namespace

TEST_CASE("the syntax of every row compiles and rows have distinct names") {
    std::vector<std::string_view> names;
    for (const Row& row : rows()) {
        INFO(row.name << ": " << row.syntax);
        CHECK(compile_syntax(row.syntax).ok());
        CHECK(std::find(names.begin(), names.end(), row.name) == names.end());
        names.push_back(row.name);
    }
    CHECK(ptx::default_rows().find("add").size() > 1);
}

TEST_CASE("optional suffixes and alternatives keep their order") {
    const char* syntax = "add{.rn|.rz}{.ftz}{.sat}.type d, a, b";
    CHECK(match(syntax, {"f32"}).matched);
    CHECK(match(syntax, {"rz", "sat", "f32"}).modifiers.rounding == Rounding::TowardZero);
    CHECK(match(syntax, {"rz", "sat", "f32"}).modifiers.sat);
    CHECK_FALSE(match(syntax, {"ftz", "rn", "f32"}).matched);
    CHECK_FALSE(match(syntax, {"rn", "rz", "f32"}).matched);
    CHECK_FALSE(match(syntax, {"f32", "sat"}).matched);
    CHECK(match(syntax, {"rn", "ftz", "foo"}).longest == 2);
}

TEST_CASE("alternatives outside braces are single suffixes") {
    const char* syntax = "atom{.sem}{.scope}{.space}.add|.min|.max.type d, [a], b";
    const SuffixMatch found = match(syntax, {"acq_rel", "gpu", "global", "min", "u32"});
    CHECK(found.matched);
    CHECK(found.modifiers.order == Order::AcquireRelease);
    CHECK(found.modifiers.scope == Scope::Device);
    CHECK(found.modifiers.space == StateSpace::Global);
    CHECK(found.modifiers.operation == Operation::Min);
    CHECK(found.modifiers.type == Type::U32);
    CHECK_FALSE(match(syntax, {"u32"}).matched);
    CHECK_FALSE(match(syntax, {"add", "min", "u32"}).matched);
}

TEST_CASE("types go to the fields in order") {
    CHECK(match("cvt.type.stype d, a:stype", {"f32", "s32"}).modifiers.type == Type::F32);
    CHECK(match("cvt.type.stype d, a:stype", {"f32", "s32"}).modifiers.source_type == Type::S32);
    CHECK(match("cvt.rn.bf16x2.stype d, a, b", {"rn", "bf16x2", "f32"}).modifiers.type ==
          Type::BF16x2);
    CHECK_FALSE(match("neg.type d, a", {"u32"}, {Type::S32}).matched);
}

TEST_CASE("a cache placeholder takes several hints and keeps their spelling") {
    const auto found =
        match("ld{.space}{.cache}.type d, [a]", {"global", "L1::no_allocate", "L2::128B", "f32"});
    CHECK(found.matched);
    CHECK(found.modifiers.cache == ".L1::no_allocate.L2::128B");
}

TEST_CASE("operand elements carry their roles") {
    const Result<Pattern> pattern = compile_syntax("setp.cmp.and.type p{|q}, a, [b]{, {!}c:pred}");
    REQUIRE(pattern.ok());
    const auto& operands = pattern->operands;
    REQUIRE(operands.size() == 5);
    CHECK(operands[0].destination);
    CHECK(operands[0].fixed == Type::Pred);
    CHECK(operands[1].joined);
    CHECK(operands[1].group_end == 2);
    CHECK(operands[3].kind == OperandElement::Kind::Address);
    CHECK(operands[4].negatable);
    CHECK(operands[4].group_end == 5);
}

TEST_CASE("widths are read") {
    const Result<Pattern> pattern =
        compile_syntax("x.type d:wide, a:stype, b:u16, c:vec, e:{4}, f:{n}");
    REQUIRE(pattern.ok());
    Modifiers modifiers;
    modifiers.type = Type::S32;
    modifiers.source_type = Type::F64;
    CHECK(type_asked_by(pattern->operands[0], modifiers) == Type::S64);
    CHECK(type_asked_by(pattern->operands[1], modifiers) == Type::F64);
    CHECK(type_asked_by(pattern->operands[2], modifiers) == Type::U16);
    CHECK(pattern->operands[3].width == OperandElement::Width::Vector);
    CHECK(pattern->operands[4].count == 4);
    CHECK(pattern->operands[5].count == 0);
}

TEST_CASE("unreadable syntax is refused") {
    for (const char* syntax : {"", "add.", "add{.ftz d", "add.type d:nonsense", "add.type [a",
                               "add.type d, {a", "add|"}) {
        INFO(syntax);
        CHECK_FALSE(compile_syntax(syntax).ok());
    }
}

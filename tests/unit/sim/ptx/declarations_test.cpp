// Tests of variable declarations and initialisers.
#include "tests/unit/sim/ptx/small_rows.h"

#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::ptx;

namespace {

Result<Module> declare(const std::string& text) {
    return parse_small(".version 8.0\n.target sm_80\n.address_size 64\n" + text);
}

Variable variable(const std::string& text) {
    const Result<Module> module = declare(text);
    INFO(text << (module.ok() ? std::string() : to_string(module.error())));
    REQUIRE(module.ok());
    return module->variables.back();
}

std::string refusal(const std::string& text) {
    const Result<Module> module = declare(text);
    return module.ok() ? std::string() : module.error().message;
}

using Bytes = std::vector<std::uint8_t>;

} // namespace

TEST_CASE("variables have size, alignment and extents") {
    const Variable plain = variable(".global .f64 x;");
    CHECK(plain.size == 8);
    CHECK(plain.align == 8);
    CHECK_FALSE(plain.is_array);
    const Variable array = variable(".visible .shared .align 16 .b8 x[4][3];");
    CHECK(array.size == 12);
    CHECK(array.align == 16);
    CHECK(array.extents == std::vector<std::uint64_t>{4, 3});
    CHECK(array.linkage == Linkage::Visible);
    const Variable vector = variable(".const .v4 .f32 x[2];");
    CHECK(vector.size == 32);
    CHECK(vector.align == 16);
    CHECK(variable(".extern .shared .align 16 .b8 x[];").unsized);
    CHECK(variable(".global .attribute(.managed) .align 4 .u32 x;").attributes ==
          ".attribute(.managed)");
    CHECK(variable(".global .texref t;").attributes == ".texref");
    CHECK(variable(".global .b32 a, b[2];").size == 8);
}

TEST_CASE("initialisers fill arrays from the front") {
    CHECK(variable(".global .b8 x[4] = {1, 0xFF};").initializer == Bytes{1, 255, 0, 0});
    CHECK(variable(".global .u16 x = -2;").initializer == Bytes{254, 255});
    CHECK(variable(".global .b8 x[2][2] = {{1}, {2, 3}};").initializer == Bytes{1, 0, 2, 3});
    CHECK(variable(".global .b8 x[2][2] = {1, 2, 3};").initializer == Bytes{1, 2, 3, 0});
    CHECK(variable(".global .b8 x[][2] = {{1}, {2}, {3}};").initializer == Bytes{1, 0, 2, 0, 3, 0});
    CHECK(variable(".global .b8 x[][2] = {{1}, {2}, {3}};").extents[0] == 3);
    CHECK(variable(".const .f32 x[2] = {1.0, 0f40000000};").initializer ==
          Bytes{0, 0, 128, 63, 0, 0, 0, 64});
    CHECK(variable(".const .f64 x = 1;").initializer == Bytes{0, 0, 0, 0, 0, 0, 240, 63});
    CHECK(variable(".const .v2 .u8 x[2] = {{1, 2}, {3, 4}};").initializer == Bytes{1, 2, 3, 4});
}

TEST_CASE("initialisers may hold addresses") {
    const Variable x = variable(R"(.global .b32 a; .func f() { ret; }
.global .u64 x[4] = {a, generic(a)+8, f, a-4};)");
    REQUIRE(x.relocations.size() == 4);
    CHECK(x.relocations[0].symbol == "a");
    CHECK_FALSE(x.relocations[0].generic);
    CHECK(x.relocations[1].generic);
    CHECK(x.relocations[1].addend == 8);
    CHECK(x.relocations[1].offset == 8);
    CHECK(x.relocations[2].symbol == "f");
    CHECK(x.relocations[3].addend == -4);
    const Variable bytes =
        variable(".global .b32 a; .global .b8 x[3] = {1, 0xFF(a), 0xFF00(generic(a)+4)};");
    REQUIRE(bytes.relocations.size() == 2);
    CHECK(bytes.relocations[0].bytes == 1);
    CHECK(bytes.relocations[0].shift == 0);
    CHECK(bytes.relocations[1].shift == 8);
    CHECK(bytes.relocations[1].generic);
    CHECK(bytes.relocations[1].addend == 4);
}

TEST_CASE("wrong declarations are refused") {
    CHECK(refusal(".global .b32 x; .global .b32 x;") == "'x' is defined twice");
    CHECK(refusal(".global .align 3 .b32 x;") == "an alignment must be a power of two");
    CHECK(refusal(".global x;") == "this declaration has no type before 'x'");
    CHECK(refusal(".global .foo x;") == "unknown type or attribute '.foo'");
    CHECK(refusal(".global .b8 x[2] = {1, 2, 3};") == "'x' has too many initialisers");
    CHECK(refusal(".global .b8 x[2] = {{1}};") == "the braces are nested deeper than the array");
    CHECK(refusal(".global .u64 x = nowhere;") == "'nowhere' is not declared");
    CHECK(refusal(".global .u32 x = 1.5;") == "this constant does not fit a .u32");
    CHECK(refusal(".shared .u32 x = 1;") == "only .global and .const variables may be initialised");
    CHECK(refusal(".global .b64 x[1099511627776];") == "'x' is larger than 2^40 bytes");
    CHECK(refusal(".global .b8 x[1099511627776];").empty());
    CHECK(refusal(".global .b8 x[1099511627776] = {1};") ==
          "the initialised variables of this module are larger than 256 MiB");
    CHECK(refusal(".global .b32 a; .global .b8 x = a;") == "an address does not fit a .b8");
}

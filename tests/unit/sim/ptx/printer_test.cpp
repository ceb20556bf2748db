// Tests of the PTX printer: what it writes parses to the same module, for real compilers' output
// too.
#include "sim/ptx/printer.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/catch.h"
#include "tests/unit/sim/ptx/small_rows.h"

using namespace warpscope;
using namespace warpscope::ptx;

namespace {

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string spelled_locations(const Module& module, const Function& function) {
    std::string text;
    for (const Instruction& instruction : function.instructions) {
        for (const SourceFrame& frame : function.locations[instruction.location].frames)
            text += frame.function + "@" + module.files[frame.file] + ":" +
                    std::to_string(frame.line) + ":" + std::to_string(frame.column) + " ";
        text += "\n";
    }
    return text;
}

/// A tab becomes two blanks.
std::string without_tabs(const std::string& text) {
    std::string out;
    for (char c : text)
        out += c == '\t' ? std::string("  ") : std::string(1, c);
    return out;
}

/// Same instructions, operands, symbols and lines; indices of registers and files may differ.
void check_equal(const Module& a, const Module& b) {
    CHECK(a.entries().size() == b.entries().size());
    REQUIRE(a.variables.size() == b.variables.size());
    for (const Variable& variable : a.variables) {
        const Variable* other = b.find_variable(variable.name);
        REQUIRE(other != nullptr);
        CHECK(variable.initializer == other->initializer);
        CHECK(variable.size == other->size);
        CHECK(variable.align == other->align);
        CHECK(variable.relocations.size() == other->relocations.size());
    }
    for (const Function& function : a.functions) {
        const Function* other = b.find_function(function.name);
        REQUIRE(other != nullptr);
        CHECK(other->problems.empty());
        REQUIRE(function.instructions.size() == other->instructions.size());
        for (std::size_t i = 0; i < function.instructions.size(); ++i) {
            CHECK(function.instructions[i].row == other->instructions[i].row);
            CHECK(function.instructions[i].operands.size() ==
                  other->instructions[i].operands.size());
        }
        CHECK(spelled_locations(a, function) == spelled_locations(b, *other));
    }
}

} // namespace

TEST_CASE("real PTX survives printing and parsing") {
    unsigned files = 0;
    for (const auto& entry : std::filesystem::directory_iterator("tests/data/ptx")) {
        if (entry.path().extension() != ".ptx") continue;
        ++files;
        INFO(entry.path());
        const Result<Module> module =
            parse(read_file(entry.path()), entry.path().filename().string());
        REQUIRE(module.ok());
        for (const Function& function : module->functions)
            for (const Diagnostic& problem : function.problems)
                FAIL_CHECK(to_string(problem));
        for (const bool sections : {false, true}) {
            PrintOptions options;
            options.debug_sections = sections;
            const std::string text = print(*module, options);
            const Result<Module> again = parse(text, "printed");
            REQUIRE(again.ok());
            check_equal(*module, *again);
            CHECK(print(*again, options) == text);
        }
    }
    CHECK(files >= 6);
}

TEST_CASE("a printed module reads like PTX") {
    const Result<Module> module = parse_small(R"(.version 7.1
.target sm_80
.address_size 64
.const .align 8 .b8 table[3] = {1, 2, 3};
.visible .entry k(.param .u64 p) .maxntid 64, 1, 1
{
  .reg .b32 %r<4>; .reg .b64 %rd<3>; .reg .pred pr; .reg .f32 %f;
  ld.param.u64 %rd1, [p];
  setp.lt.s32 pr, %r1, -3;
  @!pr bra DONE;
  // ws.region loop
  add.f32 %f, %f, 0f3F800000;
  st.global.v2.u32 [%rd1+8], {%r1, 5};
DONE:
  ret;
}
)");
    REQUIRE(module.ok());
    CHECK(without_tabs(print(*module)) == R"(.version 7.1
.target sm_80
.address_size 64

.const .align 8 .b8 table[3] = {1,2,3};

.visible .entry k(
  .param .u64 p
)
.maxntid 64, 1, 1
{
  .reg .f32 %f;
  .reg .b32 %r1;
  .reg .b64 %rd1;
  .reg .pred pr;
  ld.param.u64 %rd1, [p];
  setp.lt.s32 pr, %r1, -3;
  @!pr bra DONE;
  // ws.region loop
  add.f32 %f, %f, 0f3F800000;
  st.global.v2.u32 [%rd1+8], {%r1, 5};
DONE:
  ret;
}
)");
}

TEST_CASE("explicit rounding marks what ptxas could fuse") {
    const Result<Module> module = parse_small(kernel(R"(
add.f32 %f1, %f2, %f3; mul.ftz.sat.f32 %f1, %f2, %f3; add.rz.f32 %f1, %f2, %f3; add.f64 %fd1, %fd2, %fd3;
add.s32 %r1, %r2, %r3; ret;)"));
    REQUIRE(module.ok());
    PrintOptions options;
    options.explicit_rounding = true;
    const std::string text = print(*module, options);
    for (const char* line : {"\tadd.rn.f32 %f1", "\tmul.rn.ftz.sat.f32 %f1", "\tadd.rz.f32 %f1",
                             "\tadd.rn.f64 %fd1", "\tadd.s32 %r1"})
        CHECK_THAT(text, Catch::Matchers::ContainsSubstring(line));
    CHECK(parse_small(text).ok());
}

TEST_CASE("variables are declared before initialisers name them") {
    const Result<Module> module = parse_small(R"(.version 8.0
.target sm_80
.address_size 64
.extern .global .b32 late;
.global .u64 first = late;
.visible .global .b32 late = 3;
.global .b8 bytes[2] = {0xFF(late), 0xFF00(generic(late)+4)};
)");
    REQUIRE(module.ok());
    const std::string text = print(*module);
    CHECK(text.find(" late = 3") < text.find(" first = late"));
    CHECK_THAT(text, Catch::Matchers::ContainsSubstring(
                         "bytes[2] = {0xFF(late),0xFF00(generic(late)+4)}"));
    CHECK(parse_small(text).ok());
}

TEST_CASE("variables that have an address already are registers that hold it") {
    const Result<Module> module = parse_small(R"(.version 8.0
.target sm_80
.address_size 64
.global .align 4 .b8 word[8] = {1};
.global .b32 other;
.global .u64 pointer = generic(word)+4;
.global .b8 bytes[2] = {0xFF(word), 0xFF00(word)};
.visible .entry uses()
{
  .reg .b32 %r1;
  .reg .b64 %rd<4>;
  ld.global.u32 %r1, [word+4];
  mov.u64 %rd1, word;
  mov.u64 %rd2, word+4;
  mov.u64 %rd3, other;
  ret;
}
.visible .entry uses_none()
{
  ret;
}
)");
    REQUIRE(module.ok());
    PrintOptions options;
    options.places["word"] = 0x7F0000001234;
    const std::string text = without_tabs(print(*module, options));
    for (const char* line :
         {"  .reg .b64 word;\n  mov.b64 word, 139637976732212;\n", "ld.global.u32 %r1, [word+4];",
          "mov.u64 %rd1, word;", "add.s64 %rd2, word, 4;", "mov.u64 %rd3, other;",
          "pointer = 139637976732216;", "bytes[2] = {52,18};"})
        CHECK_THAT(text, Catch::Matchers::ContainsSubstring(line));
    CHECK(text.find("word[8]") == std::string::npos);
    CHECK(text.find("mov.b64 word") == text.rfind("mov.b64 word"));
}

TEST_CASE("a prototype has the directive that its definition has, whatever comments follow") {
    // As clang writes what virtual functions without a body come to.
    const Result<Module> module = parse_small(R"(.version 8.0
.target sm_80
.address_size 64
.func never
()
.noreturn;
.global .u64 table = never;
.func never()
.noreturn                               // -- Begin function never
                                        // @never
{
  exit;
}
)");
    REQUIRE(module.ok());
    const std::string text = print(*module);
    CHECK_THAT(text, Catch::Matchers::ContainsSubstring(".func never()\n.noreturn;\n"));
    CHECK_THAT(text, Catch::Matchers::ContainsSubstring(".func never()\n.noreturn\n{\n"));
    CHECK(text.find("Begin") == std::string::npos);
}

// Tests of the PTX linker.
#include "sim/ptx/linker.h"

#include "sim/ptx/printer.h"
#include "tests/catch.h"
#include "tests/unit/sim/ptx/small_rows.h"

using namespace warpscope;
using namespace warpscope::ptx;

namespace {

Module module_of(const std::string& name, const std::string& text,
                 const std::string& target = "sm_80") {
    Result<Module> module = parse(".version 8.0\n.target " + target + "\n.address_size 64\n" + text,
                                  name, small_rows());
    INFO((module.ok() ? std::string() : to_string(module.error())));
    REQUIRE(module.ok());
    return std::move(*module);
}

Result<Module> link_two(const std::string& a, const std::string& b,
                        std::vector<Renames>* renames = nullptr) {
    std::vector<Module> modules;
    modules.push_back(module_of("a.ptx", a));
    modules.push_back(module_of("b.ptx", b));
    return link(std::move(modules), renames);
}

} // namespace

TEST_CASE("extern symbols find their definitions in another module") {
    const Result<Module> linked = link_two(R"(
.extern .global .b32 counter;
.extern .func (.param .b32 r) f();
.visible .entry k() { .reg .b32 %r<2>; .param .b32 r; call (r), f; ld.global.u32 %r1, [counter]; ret; })",
                                           R"(
.visible .global .b32 counter = 5;
.visible .func (.param .b32 r) f() { ret; })");
    REQUIRE(linked.ok());
    CHECK(linked->functions.size() == 2);
    CHECK_FALSE(linked->find_function("f")->is_declaration);
    CHECK(linked->find_variable("counter")->initializer.size() == 4);
    CHECK(parse_small(print(*linked)).ok());
}

TEST_CASE("internal names that collide are renamed where they are used") {
    std::vector<Renames> renames;
    const std::string text = R"(
.global .b32 state;
.global .u64 pointer = state;
.func helper() { ret; }
.visible .entry NAME() { .reg .b32 %r<2>; .local .b32 local; st.global.u32 [state], 1; ld.local.u32 %r1, [local];
 call helper; ret; })";
    const auto with_name = [&](const std::string& name) {
        std::string copy = text;
        return copy.replace(copy.find("NAME"), 4, name);
    };
    const Result<Module> linked = link_two(with_name("first"), with_name("second"), &renames);
    REQUIRE(linked.ok());
    CHECK(renames[0].empty());
    CHECK(renames[1].at("state") == "state$m2");
    const Function& second = *linked->find_function("second");
    CHECK(second.instructions[0].operands[0].elements[0].name == "state$m2");
    CHECK(second.instructions[1].operands[1].elements[0].name == "local");
    CHECK(second.instructions[2].operands[1].name == "helper$m2");
    CHECK(linked->find_variable("pointer$m2")->relocations[0].symbol == "state$m2");
    CHECK(linked->find_function("first")->instructions[2].operands[1].name == "helper");
    CHECK(parse_small(print(*linked)).ok());
}

TEST_CASE("weak definitions merge and give way to strong ones") {
    const Result<Module> weak =
        link_two(".weak .func f() { ret; }", ".weak .func f() { ret; ret; }");
    REQUIRE(weak.ok());
    CHECK(weak->find_function("f")->instructions.size() == 1);
    const Result<Module> strong =
        link_two(".weak .func f() { ret; }", ".visible .func f() { ret; ret; }");
    REQUIRE(strong.ok());
    CHECK(strong->find_function("f")->instructions.size() == 2);
    const Result<Module> common =
        link_two(".common .global .b8 x[4];", ".common .global .b8 x[16];");
    REQUIRE(common.ok());
    CHECK(common->find_variable("x")->size == 16);
    const Result<Module> shared =
        link_two(".extern .shared .align 4 .b8 x[];", ".extern .shared .align 16 .b8 x[];");
    REQUIRE(shared.ok());
    CHECK(shared->find_variable("x")->align == 16);
}

TEST_CASE("two strong definitions are an error") {
    const Result<Module> linked =
        link_two(".visible .func f() { ret; }", "\n.visible .func f() { ret; }");
    REQUIRE_FALSE(linked.ok());
    CHECK(to_string(linked.error()) == "b.ptx:5: error: 'f' is defined here and in a.ptx\n"
                                       "  try: make one of them static, or declare it extern");
}

TEST_CASE("what nobody defines is named") {
    const Result<Module> linked = link_two(R"(
    .file 1 "user.cu"
.extern .func gone();
.visible .entry k() {
.loc 1 12 3
 call gone; ret; })",
                                           "");
    REQUIRE_FALSE(linked.ok());
    CHECK(to_string(linked.error()) == "user.cu:12:3: error: 'gone' is not defined; 'k' uses it\n"
                                       "  try: add the source file that defines it");
    CHECK(link_two(".extern .func gone();", "").ok());
    CHECK(
        link_two(
            ".extern .func free(.param .b64 p); .entry k() { .param .b64 p; call free, (p); ret; }",
            "")
            .ok());
    const Result<Module> data = link_two(".extern .global .b32 x; .global .u64 p = x;", "");
    REQUIRE_FALSE(data.ok());
    CHECK(data.error().message == "'x' is not defined; 'p' holds its address");
}

TEST_CASE("file tables and line numbers are those of the joined text") {
    const Result<Module> linked = link_two(R"(
    .file 1 "a.cu"
    .file 2 "common.h"
.visible .entry a() {
.loc 2 7 1
 ret; })",
                                           R"(
    .file 1 "common.h"
    .file 2 "b.cu"
.visible .entry b() {
.loc 1 8 1
 exit;
.loc 2 9 1
 ret; })");
    REQUIRE(linked.ok());
    CHECK(linked->files == std::vector<std::string>{"a.cu", "common.h", "b.cu"});
    const Function& b = *linked->find_function("b");
    CHECK(b.locations[b.instructions[0].location].frames[0].file == 1);
    CHECK(b.locations[b.instructions[1].location].frames[0].file == 2);
    std::size_t at = 0;
    for (std::uint32_t line = 1; line < b.instructions[0].line; ++line)
        at = linked->text.find('\n', at) + 1;
    CHECK(linked->text.substr(at, 6) == " exit;");
}

TEST_CASE("the richest target wins") {
    std::vector<Module> modules;
    modules.push_back(module_of("a", ".visible .entry a() { ret; }", "sm_90"));
    modules.push_back(module_of("b", ".visible .entry b() { ret; }", "sm_90a"));
    modules.push_back(module_of("c", ".visible .entry c() { ret; }", "sm_80"));
    const Result<Module> linked = link(std::move(modules));
    REQUIRE(linked.ok());
    CHECK(linked->target == "sm_90a");
}

TEST_CASE("linking and printing keep ws comments in their places") {
    const Result<Module> linked = link_two(R"(
.visible .entry a() { .reg .b32 %r<3>;
  // ws.launch rank 1
  ld.global.u32 %r1, [0];
  // ws.watch u32 %r1 name 1 0 0
  ret; })",
                                           R"(
.visible .entry b() { .reg .b32 %r<3>;
  ld.global.u32 %r1, [0];
  // ws.region end name 1 0 0
  ret; })");
    REQUIRE(linked.ok());
    const Result<Module> again = parse_small(print(*linked));
    REQUIRE(again.ok());
    const auto& first = again->find_function("a")->annotations;
    REQUIRE(first.size() == 2);
    CHECK(first[0].text == "// ws.launch rank 1");
    CHECK(first[0].before == 0);
    CHECK(first[1].text == "// ws.watch u32 %r1 name 1 0 0");
    CHECK(first[1].before == 1);
    const auto& second = again->find_function("b")->annotations;
    REQUIRE(second.size() == 1);
    CHECK(second[0].before == 1);
}

// What the instructions' own table says of versions, targets, selectors and minus signs.
#include "sim/ptx/parser.h"

#include "sim/ptx/printer.h"
#include "tests/catch.h"

using namespace warpscope;

namespace {

Module parsed(const std::string& version, const std::string& target, const std::string& body) {
    Result<Module> module = ptx::parse(".version " + version + "\n.target " + target +
                                           "\n.address_size 64\n.visible .entry k()\n{\n"
                                           ".reg .b32 %r<8>; .reg .pred %p<4>;\n" +
                                           body + "\nret;\n}\n",
                                       "test.ptx");
    if (!module) FAIL(to_string(module.error()));
    return std::move(*module);
}

std::string problem(const std::string& version, const std::string& target,
                    const std::string& body) {
    const Module module = parsed(version, target, body);
    return module.functions[0].problems.empty() ? "" : to_string(module.functions[0].problems[0]);
}

} // namespace

TEST_CASE("an instruction that the target does not have is refused, as ptxas does") {
    const char* const redux = "redux.sync.add.s32 %r0, %r1, -1;";
    CHECK(problem("7.0", "sm_80", redux).empty());
    CHECK(problem("8.4", "sm_90a", redux).empty());
    CHECK(problem("7.0", "sm_75", redux) ==
          "test.ptx:7:1: error: 'redux.sync.add.s32' needs .target sm_80 or later\n"
          "  try: the module says .target sm_75");
    CHECK(problem("6.5", "sm_80", redux) ==
          "test.ptx:7:1: error: 'redux.sync.add.s32' needs .version 7.0 or later\n"
          "  try: the module says .version 6.5");
}

TEST_CASE("video instructions keep selectors and signs, also printed") {
    const std::string body = "vadd.s32.u32.s32.sat %r0.h1, %r1.b0, %r2.b3, %r3;\n"
                             "vmad.s32.s32.s32.sat.shr7 %r0, -%r1.h1, %r2, %r3;\n"
                             "vadd4.u32.u32.u32 %r0.b20, %r1.b7650, %r2, %r3;";
    const Module module = parsed("8.0", "sm_80", body);
    const Function& k = module.functions[0];
    REQUIRE(k.problems.empty());
    CHECK(k.instructions[0].operands[0].selector == "h1");
    CHECK(k.instructions[0].operands[2].selector == "b3");
    CHECK(k.instructions[1].operands[1].negated);
    CHECK(k.instructions[1].operands[1].selector == "h1");
    const std::string text = ptx::print(module, {});
    CHECK(text.find("vadd.s32.u32.s32.sat %r0.h1, %r1.b0, %r2.b3, %r3;") != std::string::npos);
    CHECK(text.find("-%r1.h1, %r2, %r3;") != std::string::npos);
    CHECK(text.find("%r0.b20, %r1.b7650") != std::string::npos);
}

TEST_CASE("other instructions have neither selectors nor signs") {
    const auto refused = [](const std::string& body) { return problem("8.0", "sm_80", body); };
    CHECK(refused("add.s32 %r0, %r1.b0, 1;").find("selects a part") != std::string::npos);
    CHECK(refused("add.s32 %r0, -%r1, 1;").find("cannot be negated") != std::string::npos);
    CHECK(refused("add.s32 %r0, !%r1, 1;").find("only predicates") != std::string::npos);
    CHECK(refused("ld.global.u32 %r0, [%r1.b0];").find("cannot hold an address") !=
          std::string::npos);
}

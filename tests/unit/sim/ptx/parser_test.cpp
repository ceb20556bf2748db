// Tests of the PTX parser on small texts: what is read, scopes, calls, tables.
#include "tests/unit/sim/ptx/small_rows.h"

#include "tests/catch.h"

using namespace warpscope;
using namespace warpscope::ptx;
using Kind = Operand::Kind;

TEST_CASE("a kernel's header is read") {
    const Result<Module> module = parse_small(R"(
.version 7.8
.target sm_90a, debug
.address_size 64
.visible .entry big(
    .param .align 8 .b8 s[24],
    .param .u64 .ptr .global .align 16 out
) .maxntid 16, 8, 1 .minnctapersm 2 .reqntid 128
{ ret; }
.weak .func (.param .b32 r) f (.param .b64 a, .param .b32 b) .noreturn;
)");
    REQUIRE(module.ok());
    CHECK(module->version_major == 7);
    CHECK(module->version_minor == 8);
    CHECK(module->target == "sm_90a");
    CHECK(module->target_options == ", debug");
    const Function& big = *module->find_function("big");
    CHECK(big.is_entry);
    CHECK(big.linkage == Linkage::Visible);
    CHECK(big.max_threads == 128);
    CHECK(big.required_threads[0] == 128);
    REQUIRE(big.parameters.size() == 2);
    CHECK(big.parameters[0].size == 24);
    CHECK(big.parameters[0].align == 8);
    CHECK(big.parameters[1].attributes == ".ptr .global .align 16");
    CHECK(big.parameters[1].align == 8);
    const Function& f = *module->find_function("f");
    CHECK(f.is_declaration);
    CHECK(f.results.size() == 1);
    CHECK(f.directives == std::vector<std::string>{".noreturn"});
    CHECK(module->entries().size() == 1);
}

TEST_CASE("operands of all kinds are read") {
    const Function k = kernel_of(R"(
ld.param.u64 %rd1, [p];
ld.global.v2.f32 {%f1, %f2}, [%rd1+-8];
st.shared.u32 [gv+4], -1;
mov.u32 %r1, %tid.x;
mov.u64 %rd2, gv+12;
mov.b64 {%r2, %r3}, %rd2;
setp.lt.and.s32 %p1|%p2, %r1, 3, !%p3;
setp.eq.s32 %p1, %r1, %r2;
@!%p1 bra done;
done: ret;
)");
    CHECK(k.problems.empty());
    REQUIRE(k.instructions.size() == 10);
}

TEST_CASE("an address keeps base and displacement") {
    const Function k =
        kernel_of("ld.global.v2.f32 {%f1, _}, [%rd1+-8]; st.global.u32 [gv+4], 7; ret;");
    const Operand& vector = k.instructions[0].operands[0];
    CHECK(vector.kind == Kind::Vector);
    CHECK(vector.elements[0].kind == Kind::Register);
    CHECK(vector.elements[1].kind == Kind::Sink);
    const Operand& address = k.instructions[0].operands[1];
    CHECK(address.kind == Kind::Address);
    CHECK(address.elements[0].kind == Kind::Register);
    CHECK(address.displacement == -8);
    CHECK(k.instructions[0].modifiers.vector == 2);
    CHECK(k.instructions[0].modifiers.space == StateSpace::Global);
    CHECK(k.instructions[0].traits.load);
    const Operand& symbol = k.instructions[1].operands[0];
    CHECK(symbol.elements[0].name == "gv");
    CHECK(symbol.displacement == 4);
}

TEST_CASE("registers come into being when used") {
    const Function k = kernel_of(".reg .b32 unused; mov.u32 %r7, 1; mov.u32 %r2, %r7; ret;");
    REQUIRE(k.registers.size() == 2);
    CHECK(k.registers[0].name == "%r7");
    CHECK(k.registers[1].name == "%r2");
    CHECK(k.registers[0].type == Type::B32);
}

TEST_CASE("equal names in different scopes are different things") {
    const Function k = kernel_of(R"(
{ .reg .b32 t; mov.u32 t, 1; bra L; L: mov.u32 %r1, t; }
{ .reg .b32 t; mov.u32 t, 2; bra L; L: mov.u32 %r1, t;
  { .reg .b64 t; mov.u64 t, 3; } mov.u32 %r1, t; }
{ .param .b32 a; st.param.b32 [a], %r1; }
{ .param .b32 a; st.param.b32 [a], %r1; }
ret;
)");
    REQUIRE(k.problems.empty());
    std::vector<std::string> names;
    for (const Register& reg : k.registers)
        names.push_back(reg.name);
    CHECK(names == std::vector<std::string>{"t", "%r1", "t_1", "t_2"});
    REQUIRE(k.labels.size() == 2);
    CHECK(k.labels[1].name == "L_1");
    CHECK(k.instructions[1].operands[0].index == 2);
    CHECK(k.instructions[4].operands[0].index == 5);
    CHECK(k.instructions[7].operands[1].index == k.instructions[5].operands[1].index);
    REQUIRE(k.variables.size() == 2);
    CHECK(k.variables[1].name == "a_1");
    CHECK(k.instructions[9].operands[0].elements[0].name == "a_1");
}

TEST_CASE("calls have four operands, whatever is written") {
    const Function k = kernel_of(R"(
{ .param .b32 r0; .param .b64 p0;
  call.uni (r0), callee, (p0);
  call callee, (p0);
  call callee;
  proto: .callprototype (.param .b32 _) _ (.param .b64 _);
  call (r0), %rd1, (p0), proto;
}
ret;)");
    REQUIRE(k.problems.empty());
    for (std::size_t i = 0; i < 4; ++i)
        REQUIRE(k.instructions[i].operands.size() == 4);
    const auto& full = k.instructions[0].operands;
    CHECK(full[0].kind == Kind::Arguments);
    CHECK(full[0].elements[0].name == "r0");
    CHECK(full[1].kind == Kind::Function);
    CHECK(full[1].name == "callee");
    CHECK(full[2].elements[0].name == "p0");
    CHECK(full[3].kind == Kind::Sink);
    CHECK(k.instructions[2].operands[0].elements.empty());
    CHECK(k.instructions[3].operands[1].kind == Kind::Register);
    CHECK(k.instructions[3].operands[3].name == "proto");
    REQUIRE(k.prototypes.size() == 1);
    CHECK(k.prototypes[0].name == "proto");
    CHECK(k.prototypes[0].text == ".callprototype (.param .b32 _) _ (.param .b64 _);");
    REQUIRE(k.prototypes[0].results.size() == 1);
    CHECK(k.prototypes[0].results[0].size == 4);
    REQUIRE(k.prototypes[0].parameters.size() == 1);
    CHECK(k.prototypes[0].parameters[0].size == 8);
}

TEST_CASE("tables of branch targets are read") {
    const Function k =
        kernel_of("t: .branchtargets A, B, A; brx.idx %r1, t; A: mov.u32 %r1, 0; B: ret;");
    REQUIRE(k.problems.empty());
    REQUIRE(k.branch_tables.size() == 1);
    CHECK(k.branch_tables[0] == std::vector<std::string>{"A", "B", "A"});
    CHECK(k.branch_table_names[0] == "t");
    CHECK(k.instructions[0].operands[1].kind == Kind::Label);
    CHECK(k.instructions[0].operands[1].index == 0);
}

TEST_CASE("absent operands are sinks without a name") {
    const Function k =
        kernel_of("setp.eq.s32 %p1, %r1, 2; bar.sync 0; setp.eq.s32 %p1|_, %r1, 2; ret;");
    CHECK(k.instructions[0].operands[1].kind == Kind::Sink);
    CHECK(k.instructions[0].operands[1].name.empty());
    CHECK(k.instructions[1].operands.size() == 2);
    CHECK(k.instructions[2].operands[1].name == "_");
    CHECK(k.instructions[2].operands[1].joined);
}

TEST_CASE("immediates get the width that the row asks for") {
    const Function k = kernel_of(R"(
add.s32 %r1, %r1, -1;
add.s64 %rd1, %rd1, -1;
shl.b64 %rd1, %rd1, 70000000000;
add.f32 %f1, %f1, 1.5;
add.f32 %f1, %f1, 0d3FF0000000000000;
add.f64 %fd1, %fd1, 0f3F800000;
mov.b32 %r1, 0f3F800000;
mov.pred %p1, -1;
mov.u16 %rs1, 0x12345;
add.s32 %r1, %r1, WARP_SZ - 1;
ret;)");
    REQUIRE(k.problems.empty());
    const auto bits = [&](std::size_t i) { return k.instructions[i].operands.back().bits; };
    CHECK(bits(0) == 0xFFFFFFFF);
    CHECK(bits(1) == UINT64_MAX);
    CHECK(bits(2) == (70000000000ull & 0xFFFFFFFF));
    CHECK(bits(3) == 0x3FC00000);
    CHECK(bits(4) == 0x3F800000);
    CHECK(bits(5) == 0x3FF0000000000000);
    CHECK(bits(6) == 0x3F800000);
    CHECK(bits(7) == 1);
    CHECK(bits(8) == 0x2345);
    CHECK(bits(9) == 31);
    CHECK(k.instructions[3].operands.back().type == Type::F32);
}

TEST_CASE("ws comments and pragmas stay in place") {
    const Function k = kernel_of(R"(
mov.u32 %r1, 0;
// ws.watch i %r1
.pragma "nounroll";
mov.u32 %r2, 0;
{ .reg .b32 t; mov.u32 t, 1; }
{ .reg .b32 t; mov.u32 t, 1;
// ws.watch t t %t %r2
}
ret;)");
    REQUIRE(k.annotations.size() == 3);
    CHECK(k.annotations[0].before == 1);
    CHECK(k.annotations[0].text == "// ws.watch i %r1");
    CHECK(k.annotations[1].text == ".pragma \"nounroll\";");
    CHECK(k.annotations[2].before == 4);
}

TEST_CASE("special registers are read") {
    const Function k = kernel_of(R"(
mov.u32 %r1, %ctaid.y; mov.u64 %rd1, %clock64; mov.u32 %r1, %lanemask_lt; mov.u32 %r1, %envreg7;
mov.u32 %r1, %envreg2; mov.u32 %r1, %pm3; mov.u32 %r1, %cluster_ctarank; ret;)");
    REQUIRE(k.problems.empty());
    const auto special = [&](std::size_t i) { return k.instructions[i].operands[1].special; };
    CHECK(special(0) == SpecialRegister::CtaidY);
    CHECK(special(1) == SpecialRegister::Clock64);
    CHECK(special(2) == SpecialRegister::LanemaskLt);
    CHECK(special(3) == SpecialRegister::Unspecified);
    CHECK(special(4) == SpecialRegister::Environment2);
    CHECK(special(5) == SpecialRegister::Unspecified);
    CHECK(special(6) == SpecialRegister::ClusterCtarank);
}

TEST_CASE("conversions and memory accesses take wider registers, others do not") {
    CHECK(
        problem_of("ld.global.u8 %r1, [%rd1]; st.global.u8 [%rd1], %rs1; cvt.u8.u32 %r1, %r2; ret;")
            .empty());
    CHECK(problem_of("ld.global.u32 %rd2, [%rd1]; ret;").empty());
    CHECK(problem_of("add.u16 %r1, %r1, 1; ret;") ==
          "14: operands do not fit 'add.u16': %r1 is a .b32 register where .u16 is expected");
    CHECK_FALSE(problem_of("ld.global.u32 %f1, [%rd1]; ret;").empty());
    CHECK(problem_of("ld.global.b32 %f1, [%rd1]; ret;").empty());
}

TEST_CASE("suffixes may come in another order, as ptxas has it") {
    const Function k = kernel_of("ld.f32.v2.global {%f1, %f2}, [%rd1]; cvt.f32.rn.s32 %f1, %r1; "
                                 "setp.s32.lt %p1, %r1, %r2; add.f32.rn %f1, %f1, %f1; ret;");
    REQUIRE(k.problems.empty());
    CHECK(k.instructions[0].form == "ld.global.v2.f32");
    CHECK(k.instructions[1].form == "cvt.rn.f32.s32");
    CHECK(k.instructions[1].modifiers.source_type == Type::S32);
    CHECK(k.instructions[2].form == "setp.lt.s32");
    CHECK(k.instructions[3].modifiers.rounding == Rounding::NearestEven);
    CHECK_FALSE(problem_of("add.rn.rn.f32 %f1, %f1, %f1; ret;").empty());
}

TEST_CASE("a definition takes the place of its declaration") {
    const Result<Module> module = parse_small(R"(.version 8.0
.target sm_80
.address_size 64
.func f(.param .b32 a);
.visible .entry k() { .param .b32 a; call f, (a); ret; }
.func f(.param .b32 a) { ret; }
.extern .global .b32 x;
.visible .global .b32 x = 7;
.alias g, f;
)");
    REQUIRE(module.ok());
    CHECK(module->functions.size() == 2);
    CHECK(module->functions[0].instructions.size() == 1);
    CHECK(module->variables.size() == 1);
    CHECK(module->variables[0].initializer == std::vector<std::uint8_t>{7, 0, 0, 0});
    CHECK(module->find_function("g") == module->find_function("f"));
}

TEST_CASE("vector registers are as many registers") {
    const Function k = kernel_of(R"(
.reg .v4 .f32 v; .reg .v2 .b32 %w;
ld.global.v4.f32 v, [%rd1];
add.f32 v.y, v.x, v.w;
st.global.v2.b32 [%rd1], %w;
ret;)");
    REQUIRE(k.problems.empty());
    REQUIRE(k.instructions[0].operands[0].kind == Kind::Vector);
    REQUIRE(k.instructions[0].operands[0].elements.size() == 4);
    CHECK(k.registers[k.instructions[0].operands[0].elements[2].index].name == "v_z");
    CHECK(k.registers[k.instructions[1].operands[0].index].name == "v_y");
    CHECK(k.instructions[1].operands[2].index == k.instructions[0].operands[0].elements[3].index);
    CHECK(k.instructions[2].operands[1].elements.size() == 2);
}

TEST_CASE("constant banks are read over") {
    const Function k = kernel_of("ld.const[2].f32 %f1, [%rd1];\nret;");
    REQUIRE(k.problems.empty());
    CHECK(k.instructions[0].form == "ld.const.f32");
}

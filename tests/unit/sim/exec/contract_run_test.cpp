// Tests of evaluating contracts: what one thread sees, and what it may not do.
#include "sim/exec/contract_run.h"

#include "tests/unit/sim/exec/kernel_fixture.h"

using namespace warpscope;
using namespace warpscope::testing;

namespace {

/// Declares the two system functions and the texts that a clause has.
const std::string kDeclarations = R"(
.extern .func __ws_contract_clause(.param .b64 a, .param .b64 b, .param .b32 c, .param .b32 d, .param .b64 e,
    .param .b32 f, .param .b64 g, .param .b32 h, .param .b64 i);
.extern .func (.param .b64 r) __ws_contract_fact(.param .b32 w);
.global .align 1 .b8 text[6] = {110, 32, 62, 32, 51, 0};
.global .align 1 .b8 file[5] = {97, 46, 99, 117, 0};
.global .align 1 .b8 more[2] = {62, 0};
)";

/// A clause whose left side is %d4, that does not hold.
const std::string kClause = R"(
{ .param .b64 a; .param .b64 b; .param .b32 c; .param .b32 d; .param .b64 e; .param .b32 f; .param .b64 g;
  .param .b32 h; .param .b64 i;
mov.u64 %d1, text; cvta.global.u64 %d1, %d1; st.param.b64 [a], %d1;
mov.u64 %d2, file; cvta.global.u64 %d2, %d2; st.param.b64 [b], %d2;
st.param.b32 [c], 7; st.param.b32 [d], 0;
mov.u64 %d3, more; cvta.global.u64 %d3, %d3; st.param.b64 [e], %d3;
st.param.b32 [f], 3; st.param.b64 [g], %d4; st.param.b32 [h], 2; st.param.b64 [i], 3;
call __ws_contract_clause, (a, b, c, d, e, f, g, h, i); }
)";

ContractResult evaluate(KernelFixture& f, Dim3 grid = {1, 1, 1}, Dim3 block = {32, 1, 1}) {
    f.request.grid = grid;
    f.request.block = block;
    ContractAnswers answers{16, 90, 1, 1, 1};
    return evaluate_contract(f.request, answers, f.gpu, f.memory);
}

std::string offence(const std::string& body) {
    KernelFixture f(kernel_text(body, kDeclarations));
    const ContractResult result = evaluate(f);
    return result.offence ? result.offence->what : "";
}

} // namespace

TEST_CASE("one thread of the launch tells what became of a clause") {
    KernelFixture f(kernel_text("mov.u32 %r1, %nctaid.x; mov.u32 %r2, %ntid.y; "
                                "mul.wide.u32 %d4, %r1, %r2;" +
                                    kClause,
                                kDeclarations));
    const ContractResult result = evaluate(f, {1000, 1, 1}, {32, 8, 1});
    CHECK_FALSE(result.offence);
    REQUIRE(result.clauses.size() == 1);
    const ClauseResult& clause = result.clauses.front();
    CHECK(clause.text == "n > 3");
    CHECK(clause.file == "a.cu");
    CHECK(clause.line == 7);
    CHECK_FALSE(clause.holds);
    CHECK(clause.comparison == ">");
    CHECK(clause.left.kind == ClauseValue::Kind::UnsignedInteger);
    CHECK(clause.left.bits == 8000);
    CHECK(clause.right.kind == ClauseValue::Kind::SignedInteger);
}

TEST_CASE("a contract may ask for facts of the launch") {
    KernelFixture f(kernel_text("{ .param .b32 w; .param .b64 r; st.param.b32 [w], 1;\n"
                                "call (r), __ws_contract_fact, (w); ld.param.b64 %d4, [r]; }" +
                                    kClause,
                                kDeclarations));
    const ContractResult result = evaluate(f);
    REQUIRE(result.clauses.size() == 1);
    CHECK(result.clauses.front().left.bits == 90);
}

TEST_CASE("a contract that looks at memory, threads or waits is an offence") {
    CHECK(offence("ld.param.u64 %d1, [buffer];").empty());
    CHECK(offence("ld.global.u32 %r1, [%d0];") == "reads or writes memory (ld.global.u32)");
    CHECK(offence("ld.u32 %r1, [%d0];") == "reads or writes global memory");
    CHECK(offence("st.global.u32 [%d0], 1;") == "reads or writes memory (st.global.u32)");
    CHECK(offence("mov.u32 %r1, %tid.x;") == "asks which thread it is (%tid.x)");
    CHECK(offence("mov.u32 %r1, %ctaid.y;") == "asks which thread it is (%ctaid.y)");
    CHECK(offence("bar.sync 0;") == "waits for other threads (bar.sync)");
    CHECK(offence("mov.u64 %d1, 8; ld.u32 %r1, [%d1];") == "faults (OutOfBounds)");
    CHECK(offence("L: bra L;") == "does not come to its end");
}

TEST_CASE("kernels have a contract when they tell of a clause") {
    const Module with = KernelFixture::parsed(kernel_text(kClause, kDeclarations));
    CHECK(has_contract(with, *with.find_function("k")));
    const Module without =
        KernelFixture::parsed(kernel_text("st.global.u32 [%d0], 1;", kDeclarations));
    CHECK_FALSE(has_contract(without, *without.find_function("k")));
}

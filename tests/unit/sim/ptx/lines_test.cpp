// Tests of source locations: nvcc's inlined_at chains and clang's DWARF must tell the same story.
#include "sim/ptx/lines.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "sim/ptx/dwarf_text.h"
#include "tests/catch.h"
#include "tests/unit/sim/ptx/small_rows.h"

using namespace warpscope;
using namespace warpscope::ptx;

namespace {

Module load(const std::string& name) {
    std::ifstream file("tests/data/ptx/" + name, std::ios::binary);
    Result<Module> module = parse(std::string(std::istreambuf_iterator<char>(file), {}), name);
    REQUIRE(module.ok());
    return std::move(*module);
}

/// "poke 6 < outer<Grid> 10 < kernel 18": functions and lines, innermost first.
std::string chain(const Function& function, const Instruction& instruction) {
    std::string text;
    for (const SourceFrame& frame : function.locations[instruction.location].frames)
        text += (text.empty() ? "" : " < ") + frame.function + " " + std::to_string(frame.line);
    return text;
}

std::vector<std::string> chains_of(const Module& module, const char* function_name,
                                   const char* form) {
    const Function& function = *module.find_function(function_name);
    std::vector<std::string> chains;
    for (const Instruction& instruction : function.instructions)
        if (instruction.form == form) chains.push_back(chain(function, instruction));
    return chains;
}

} // namespace

TEST_CASE("a store two inlined calls deep has the user's line and both call sites") {
    for (const char* name : {"inlined.clang.ptx", "inlined.nvcc.ptx"}) {
        INFO(name);
        const std::vector<std::string> stores = chains_of(load(name), "kernel", "st.global.u32");
        REQUIRE(stores.size() == 2);
        CHECK(stores[0] == "poke 5 < outer<Grid> 9 < kernel 17");
        CHECK(stores[1] == "poke 5 < outer<Grid> 10 < kernel 17");
    }
}

TEST_CASE("code that is not inlined has one frame") {
    for (const char* name : {"inlined.clang.ptx", "inlined.nvcc.ptx"}) {
        INFO(name);
        CHECK(chains_of(load(name), "kernel", "ld.shared.f32") ==
              std::vector<std::string>{"kernel 18"});
    }
}

TEST_CASE("debug builds are read too") {
    const Module module = load("inlined.nvcc_debug.ptx");
    const std::vector<std::string> stores = chains_of(module, "_Z5outerI4GridEvT_i", "st.u32");
    const auto with_chain = [](const std::string& text) {
        return text.find('<') != std::string::npos;
    };
    CHECK(std::count_if(stores.begin(), stores.end(),
                        [&](const std::string& s) { return s == "poke 5 < outer<Grid> 9"; }) == 1);
    CHECK(std::count_if(stores.begin(), stores.end(), with_chain) > 0);
}

TEST_CASE("instructions of several inlined calls that mix keep their own call sites") {
    const std::vector<std::string> loads =
        chains_of(load("mixed.clang.ptx"), "mix", "ld.global.f32");
    CHECK(loads == std::vector<std::string>{"load 8 < mix 19", "load 9 < mix 19", "load 8 < mix 20",
                                            "load 9 < mix 20"});
}

TEST_CASE("a range that covers the caller's lines too is cut by what is known of both") {
    const Result<Module> module = parse_small(R"(.version 8.0
.target sm_80, debug
.address_size 64
.visible .entry k()
{
.reg .b32 %r<2>;
$L__func_begin0:
.loc 1 20 0
mov.u32 %r1, 1;
$L__tmp0:
.loc 1 6 5
mov.u32 %r1, 2;
$L__tmp1:
.loc 1 22 3
mov.u32 %r1, 3;
$L__tmp2:
.loc 1 7 1
mov.u32 %r1, 4;
$L__tmp3:
.loc 1 6 9
mov.u32 %r1, 5;
$L__tmp4:
.loc 1 23 1
ret;
$L__func_end0:
}
.file 1 "a.cu"
.section .debug_abbrev {
.b8 1, 17, 1, 0, 0
.b8 2, 46, 0, 3, 8, 0, 0
.b8 3, 46, 1, 17, 1, 18, 1, 3, 8, 0, 0
.b8 4, 29, 0, 49, 19, 17, 1, 18, 1, 88, 11, 89, 11, 87, 11, 0, 0
.b8 0
}
.section .debug_info {
.b32 200
.b8 2, 0
.b32 .debug_abbrev
.b8 8
.b8 1
.b8 2, 102, 0
.b8 3
.b64 $L__func_begin0
.b64 $L__func_end0
.b8 107, 0
.b8 4
.b32 12
.b64 $L__tmp0
.b64 $L__tmp4
.b8 1, 21, 9
.b8 0, 0
}
)");
    REQUIRE(module.ok());
    CHECK(chains_of(*module, "k", "mov.u32") ==
          std::vector<std::string>{"k 20", "f 6 < k 21", "k 22", "f 7 < k 21", "f 6 < k 21"});
    CHECK(chains_of(*module, "k", "ret") == std::vector<std::string>{"k 23"});
}

TEST_CASE("clang gives columns, and file names are kept") {
    const Module module = load("inlined.clang.ptx");
    const Function& kernel = *module.find_function("kernel");
    for (const Instruction& instruction : kernel.instructions) {
        if (instruction.form != "st.global.u32") continue;
        const SourceLocation& location = kernel.locations[instruction.location];
        CHECK(location.frames[0].column == 22);
        CHECK(module.files[location.frames[0].file] == "inlined.cu");
    }
}

TEST_CASE("inlined_at refers to the last location with that position") {
    const Function k = kernel_of(R"(
.file 1 "a.cu"
.loc 1 30 1
.loc 1 20 2, function_name $L__info_string0, inlined_at 1 30 1
.loc 1 10 3, function_name $L__info_string1, inlined_at 1 20 2
mov.u32 %r1, 1;
.loc 1 40 1
.loc 1 20 2, function_name $L__info_string0, inlined_at 1 40 1
.loc 1 10 3, function_name $L__info_string1, inlined_at 1 20 2
mov.u32 %r1, 2;
.loc 1 10 3
mov.u32 %r1, 3;
ret;)");
    CHECK(chain(k, k.instructions[0]) == " 10 <  20 < k 30");
    CHECK(chain(k, k.instructions[1]) == " 10 <  20 < k 40");
    CHECK(chain(k, k.instructions[2]) == "k 10");
}

TEST_CASE("a call site that inlines itself ends") {
    std::string body = "\n.file 1 \"a.cu\"\n.loc 1 1 1\n";
    for (int i = 0; i < 1000; ++i)
        body += ".loc 1 1 1, function_name $x, inlined_at 1 1 1\n";
    const Function k = kernel_of(body + "ret;");
    CHECK(k.locations[k.instructions[0].location].frames.size() == 64);
}

TEST_CASE("readable names drop parameters and return types") {
    CHECK(readable_name("_Z5outerI4GridEvT_i") == "outer<Grid>");
    CHECK(readable_name("_Z4poke4Gridi") == "poke");
    CHECK(readable_name("kernel") == "kernel");
    CHECK(readable_name("_ZNK2ns4ListIiE4sizeEv") == "ns::List<int>::size");
    CHECK(readable_name("_ZN12_GLOBAL__N_11fEi") == "(anonymous namespace)::f");
    CHECK(readable_name("_ZN1AclEi") == "A::operator()");
    CHECK(readable_name("_ZN1AcvbEv") == "A::operator bool");
    CHECK(readable_name("_ZL6helperi$m2") == "helper");
    CHECK(readable_name("_Zbroken") == "_Zbroken");
    CHECK(readable_name("").empty());
}

TEST_CASE("debug sections are assembled from text") {
    const SectionBytes section = assemble_section(R"(
a:
.b8 1, 2
.b16 772
b: .b32 -1
.b64 $L__tmp0
.b32 .debug_abbrev+4
)");
    CHECK(section.bytes.size() == 20);
    CHECK(section.bytes[2] == 4);
    CHECK(section.bytes[3] == 3);
    CHECK(section.labels.at("b") == 4);
    CHECK(section.references.at(8).symbol == "$L__tmp0");
    CHECK(section.references.at(16).symbol == ".debug_abbrev");
    CHECK(section.references.at(16).addend == 4);
    CHECK(assemble_section(".b8 1\nnonsense").bytes.size() == 1);
}

// The families of instructions that real programs use: what of them is supported, by tier.
#include "sim/debug/instruction_families.h"

#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "tests/catch.h"
#include "warpscope_paths.h"

using namespace warpscope;

namespace {

/// Families of tiers A to E that no row executes yet. Take a family out when it has landed.
const std::set<std::string> kNotYet = {
    // half precision and narrow formats
    "abs.bf16",
    "abs.f16",
    "add.bf16",
    "add.bf16x2",
    "add.f16",
    "add.f16x2",
    "atom.add.bf16x2",
    "cvt.bf16<-bf16",
    "cvt.bf16<-f32",
    "cvt.bf16<-int",
    "cvt.bf16x2<-f32",
    "cvt.f16<-f16",
    "cvt.f16<-f32",
    "cvt.f16<-int",
    "cvt.f16x2<-f32",
    "cvt.f16x2<-fp8",
    "cvt.f32<-bf16",
    "cvt.f32<-f16",
    "cvt.fp8<-f32",
    "cvt.int<-bf16",
    "cvt.int<-f16",
    "cvt.tf32<-f32",
    "fma.f16",
    "fma.f16x2",
    "max.bf16",
    "max.f16",
    "mul.bf16",
    "mul.bf16x2",
    "mul.f16",
    "mul.f16x2",
    "set.f16",
    "setp.f16",
    "sub.bf16",
    "sub.bf16x2",
    "sub.f16",
    "sub.f16x2",
    // textures and surfaces
    "sust.b",
    "tex.2d",
    "tex.3d",
    "tex.a2d",
    "tex.cube",
    "tex.level",
};

std::vector<InstructionFamily> families() {
    std::ifstream file(WARPSCOPE_ASSETS_DIR "/ptx-families.tsv");
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    Result<std::vector<InstructionFamily>> read = read_families(text, "ptx-families.tsv");
    if (!read) FAIL(to_string(read.error()));
    return std::move(*read);
}

} // namespace

TEST_CASE("every family of tiers A to E is supported, but for those that are named here") {
    std::set<std::string> missing;
    for (const InstructionFamily& family : families())
        if (family.tier <= 'E' && family.rows.empty()) missing.insert(family.name);
    CHECK(missing == kNotYet);
}

TEST_CASE("families find the rows that execute them, and no others") {
    std::map<std::string, std::vector<std::string>> rows;
    for (const InstructionFamily& family : families())
        rows[family.name] = family.rows;
    CHECK(rows.size() == 215);
    using Names = std::vector<std::string>;
    CHECK(rows["add.int"].front() == "add.int");
    CHECK(rows["shf.l"] == Names{"shf.l.wrap", "shf.l.clamp"});
    CHECK(rows["cvt.f32<-int"] == Names{"cvt.f32.from.int"});
    CHECK(rows["vabsdiff4.add.int"] == Names{"vabsdiff4"});
    CHECK(rows["nanosleep.u32"] == Names{"nanosleep"});
    CHECK(rows["call.uni"] == Names{"call"});
    CHECK(rows["ld.global"].front() == "ld.global");
    CHECK(rows["ld.global.nc"] == Names{"ld.global.nc"});
    CHECK(rows["wgmma.mma_async"].empty());
}

TEST_CASE("a line that is none of the table is refused by its number") {
    const auto read = read_families("A\tadd.int\t1\t2\t3\nA\tadd.int\tmany\t2\t3\n", "t.tsv");
    REQUIRE(!read.ok());
    CHECK(read.error().where.line == 2);
}

// The families of instructions that real programs use: what of them is supported, by tier.
#include "sim/debug/instruction_families.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "tests/catch.h"
#include "warpscope_paths.h"

using namespace warpscope;

namespace {

/// Families of tiers A to E that no row executes yet. Take a family out when it has landed.
const std::set<std::string> kNotYet = {};

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
    CHECK(rows["shf.l"] == Names{"shf.l.clamp", "shf.l.wrap"});
    CHECK(rows["cvt.f32<-int"] == Names{"cvt.f32.from.int"});
    CHECK(rows["vabsdiff4.add.int"] == Names{"vabsdiff4"});
    CHECK(rows["nanosleep.u32"] == Names{"nanosleep"});
    CHECK(rows["call.uni"] == Names{"call"});
    CHECK(std::count(rows["ld.global"].begin(), rows["ld.global"].end(), "ld.global") == 1);
    CHECK(rows["ld.global.nc"] == Names{"ld.global.nc"});
    CHECK(rows["wgmma.mma_async"].empty());
}

TEST_CASE("a line that is none of the table is refused by its number") {
    const auto read = read_families("A\tadd.int\t1\t2\t3\nA\tadd.int\tmany\t2\t3\n", "t.tsv");
    REQUIRE(!read.ok());
    CHECK(read.error().where.line == 2);
}

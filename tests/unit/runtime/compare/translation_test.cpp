// Pointers to variables and functions on their way to the other device and back.
#include "runtime/compare/translation.h"

#include <cstring>

#include "tests/catch.h"

using namespace warpscope;
using compare::GpuVariable;
using compare::Translation;

namespace {

constexpr Address kHere = 0x7F0000001000, kThere = 0x7F8000000200, kFunction = 0x04000020;

Capsule with_variable() {
    Capsule c;
    CapsuleAllocation a;
    a.base = kHere, a.size = 64, a.name = "table";
    c.memory.push_back(a);
    c.symbols["table"] = kHere;
    return c;
}

std::vector<std::uint8_t> words(std::initializer_list<std::uint64_t> list) {
    std::vector<std::uint8_t> bytes(list.size() * 8);
    std::memcpy(bytes.data(), list.begin(), bytes.size());
    return bytes;
}

} // namespace

TEST_CASE("pointers to variables go there and come back") {
    const std::map<std::string, GpuVariable> variables = {{"table", {kThere, words({1, 2})}}};
    const Translation t(with_variable(), variables, 0);
    auto bytes = words({kHere, kHere + 63, kHere + 64, 5});
    REQUIRE(t.to_gpu(bytes));
    CHECK(bytes == words({kThere, kThere + 63, kHere + 64, 5}));
    t.to_emulator(bytes);
    CHECK(bytes == words({kHere, kHere + 63, kHere + 64, 5}));
    CHECK(t.variable_at(kHere) == &variables.at("table"));
    CHECK(t.variable_at(kHere + 8) == nullptr);
}

TEST_CASE("pointers to functions are the driver's own in variables, and unknown elsewhere") {
    const std::map<std::string, GpuVariable> variables = {{"table", {kThere, words({77, 78})}}};
    const Translation t(with_variable(), variables, 8);
    auto elsewhere = words({1, kFunction});
    CHECK_FALSE(t.to_gpu(elsewhere));
    auto table = words({kFunction, 3});
    t.to_gpu(table, variables.at("table"));
    CHECK(table == words({77, 3}));
    t.to_emulator(table, variables.at("table"), words({kFunction, 3}));
    CHECK(table == words({kFunction, 3}));
    // Where no calls go through pointers such a word is a number like any other.
    CHECK(Translation(with_variable(), variables, 0).to_gpu(elsewhere));
}

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
    t.to_emulator(bytes, {});
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
    t.to_emulator(table, {}, variables.at("table"), words({kFunction, 3}));
    CHECK(table == words({kFunction, 3}));
    // Where no calls go through pointers such a word is a number like any other.
    CHECK(Translation(with_variable(), variables, 0).to_gpu(elsewhere));
}

TEST_CASE("memory that lies elsewhere, beside variables") {
    constexpr Address kHost = 0x7FFF12345678, kCopy = 0x302000278;
    Translation t(with_variable(), {}, 0);
    t.add_range(kHost, kCopy, 16);
    t.add_range(kHere, kThere, 8);
    auto bytes = words({kHost + 15, kHost + 16, kHost - 1, kHere, 0, ~std::uint64_t{0}});
    const auto before = bytes;
    REQUIRE(t.to_gpu(bytes));
    CHECK(bytes == words({kCopy + 15, kHost + 16, kHost - 1, kThere, 0, ~std::uint64_t{0}}));
    CHECK(t.to_gpu(kHost + 4) == kCopy + 4);
    CHECK(t.to_gpu(Address{17}) == 17);
    t.to_emulator(bytes, {});
    CHECK(bytes == before);
}

TEST_CASE("handles go there, and come back where the emulator has them") {
    const std::uint64_t handle = ObjectTable::kFirst + 4;
    Translation t;
    t.add_object(handle, 2);
    auto bytes = words({handle, 2, handle + 1, handle});
    REQUIRE(t.to_gpu(bytes));
    CHECK(bytes == words({2, 2, handle + 1, 2}));
    // The second word is the number 2, and the last one was overwritten on the emulator.
    t.to_emulator(bytes, words({handle, 2, handle + 1, 5}));
    CHECK(bytes == words({handle, 2, handle + 1, 2}));
}

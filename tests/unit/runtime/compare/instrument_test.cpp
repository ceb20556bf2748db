// Instrumented code, executed: it finds what the checker finds, and changes nothing else.
#include "runtime/compare/instrument.h"

#include <algorithm>
#include <set>

#include "runtime/compare/claims.h"
#include "runtime/compare/owners.h"
#include "sim/debug/capture.h"
#include "tests/unit/runtime/report/small_kernels.h"

using namespace warpscope;
using compare::ClaimBuffer;
using compare::ClaimRecord;
using compare::ClaimTable;

namespace {

constexpr std::uint64_t kRecords = 64;

struct Noted {
    std::vector<ClaimRecord> records;
    std::uint64_t found = 0;
    std::vector<std::uint8_t> output;
    compare::Instrumented code;
};

PtxLaunch prepare(const std::string& text, unsigned blocks) {
    PtxRunRequest request;
    request.grid = {blocks, 1, 1};
    request.block = {32, 1, 1};
    request.arguments = {parse_ptx_argument("zeros:u32:64").value()};
    auto launch = prepare_ptx(text, "small.ptx", request, default_gpu(), {});
    if (!launch) FAIL(to_string(launch.error()) + "\n" + text);
    return std::move(*launch);
}

std::vector<std::uint8_t> bytes_at(const DeviceMemory& memory, Address at, std::uint64_t size) {
    std::vector<std::uint8_t> bytes(size);
    memory.read(at, bytes.data(), bytes.size());
    return bytes;
}

/// Runs the kernel with its buffer of 64 words owned as `division` says.
Noted run_noting(const std::string& ptx, Division division, unsigned blocks = 1) {
    Noted noted;
    const PtxLaunch plain = prepare(ptx, blocks);
    auto code = compare::noting_writes(*plain.launch.request.executable->instance->module);
    if (!code) FAIL(to_string(code.error()));
    noted.code = std::move(*code);
    PtxLaunch made = prepare(noted.code.text, blocks);
    DeviceMemory& memory = *made.launch.memory;
    ClaimBuffer buffer;
    buffer.buffer = {division, made.buffers[0].address, 256, 4};
    buffer.cells = memory.allocate(65 * 8, AllocationKind::Device, "cells")->base;
    const std::vector<std::uint8_t> nobody(65 * 8);
    memory.write(buffer.cells, nobody.data(), nobody.size());
    ClaimTable table;
    table.lowest = buffer.buffer.base;
    table.end = table.lowest + buffer.buffer.bytes;
    table.count = 1;
    table.capacity = kRecords;
    table.buffers = memory.allocate(sizeof buffer, AllocationKind::Device, "buffers")->base;
    memory.write(table.buffers, &buffer, sizeof buffer);
    table.records =
        memory.allocate(kRecords * sizeof(ClaimRecord), AllocationKind::Device, "records")->base;
    const Address at = made.launch.request.executable->instance->address_of("warpscope_claims");
    REQUIRE(at != 0);
    memory.write(at, &table, sizeof table);
    const PreparedResult ran = run_prepared(made.launch);
    REQUIRE(ran.result.outcome == LaunchOutcome::Finished);
    memory.read(at, &table, sizeof table);
    noted.found = table.found;
    noted.records.resize(std::min(table.found, kRecords));
    memory.read(table.records, noted.records.data(), noted.records.size() * sizeof(ClaimRecord));
    noted.output = bytes_at(memory, buffer.buffer.base, 256);
    return noted;
}

std::vector<std::uint8_t> output_without_notes(const std::string& ptx, unsigned blocks = 1) {
    PtxLaunch plain = prepare(ptx, blocks);
    run_prepared(plain.launch);
    return bytes_at(*plain.launch.memory, plain.buffers[0].address, 256);
}

/// Thread t writes t into word t / 2.
const std::string kPairs = test::kernel("shr.u32 %r1, %t, 1;\nmad.wide.u32 %d1, %r1, 4, %p;\n"
                                        "st.global.u32 [%d1], %t;");

} // namespace

TEST_CASE("instrumented code notes the second writer of an element that belongs to the first") {
    const Noted noted = run_noting(kPairs, Division::Scatter);
    REQUIRE(noted.found == 16);
    CHECK(noted.code.sites.size() == 1);
    std::set<std::uint64_t> elements;
    for (const ClaimRecord& r : noted.records) {
        elements.insert(r.element);
        CHECK(r.writer / 2 == r.element);
        CHECK(compare::writer_of_claim(r.first) == (r.writer ^ 1));
        CHECK(compare::site_of_claim(r.first) == r.site);
    }
    CHECK(elements.size() == 16);
    CHECK(*elements.rbegin() == 15);
    CHECK(noted.output == output_without_notes(kPairs));
}

TEST_CASE("instrumented code notes who writes an element that belongs to another") {
    const Noted noted = run_noting(kPairs, Division::Linear);
    // Thread 0 writes its own word.
    REQUIRE(noted.found == 31);
    for (const ClaimRecord& r : noted.records) {
        CHECK(r.first == 0);
        CHECK(r.element == r.writer / 2);
    }
}

TEST_CASE("writers of several blocks have the numbers of the grid's threads") {
    // Thread t of both blocks writes word t.
    const std::string ptx = test::kernel("mad.wide.u32 %d1, %t, 4, %p;\nst.global.u32 [%d1], %t;");
    const Noted noted = run_noting(ptx, Division::Scatter, 2);
    REQUIRE(noted.found == 32);
    for (const ClaimRecord& r : noted.records)
        CHECK((r.writer ^ compare::writer_of_claim(r.first)) == 32);
    CHECK(run_noting(ptx, Division::Blocks, 2).found == 32);
    CHECK(run_noting(ptx, Division::Blocks, 1).found == 0);
}

TEST_CASE("guards, vectors, displacements, atomics and generic addresses are noted as they are") {
    const std::string owned = "mad.wide.u32 %d1, %t, 8, %p;\nst.global.v2.u32 [%d1], {%t, %t};";
    CHECK(run_noting(test::kernel(owned), Division::Scatter).found == 0);
    // Element 1 is half of thread 0's pair; the guard lets thread 9 alone do it.
    const std::string guarded = "\nsetp.eq.u32 %q1, %t, 9;\nadd.u64 %d2, %p, 8;\n";
    for (const char* write :
         {"@%q1 st.global.u32 [%d2+-4], %t;", "@%q1 st.u32 [%d2+-4], %t;",
          "@%q1 red.global.add.u32 [%d2-4], 1;", "@%q1 atom.add.u32 %r3, [%d2+-4], 1;",
          "not.pred %q2, %q1;\n@!%q2 st.global.u32 [%d2+-4], %t;"}) {
        const std::string ptx = test::kernel(owned + guarded + write);
        const Noted noted = run_noting(ptx, Division::Scatter);
        INFO(write);
        REQUIRE(noted.found == 1);
        CHECK(noted.records[0].element == 1);
        CHECK(noted.records[0].writer == 9);
        CHECK(noted.records[0].site == 1);
        CHECK(noted.output == output_without_notes(ptx));
    }
}

TEST_CASE("writes to shared and local memory, and reads, are not noted") {
    const std::string body = "st.shared.u32 [area], %t;\nst.local.u32 [own], %t;\n"
                             "ld.global.u32 %r1, [%p];";
    const std::string ptx = test::kernel(".shared .b32 area;\n.local .b32 own;\n" + body);
    const Noted noted = run_noting(ptx, Division::Scatter);
    CHECK(noted.found == 0);
    CHECK(noted.code.sites.empty());
}

TEST_CASE("more violations than there is room for are counted") {
    // Each of 4 x 32 threads writes word 0.
    const Noted noted = run_noting(test::kernel("st.global.u32 [%p], %t;"), Division::Scatter, 4);
    CHECK(noted.found == 127);
    CHECK(noted.records.size() == kRecords);
}

TEST_CASE("the emulator's log of the same launch has the same writers") {
    const Noted noted = run_noting(kPairs, Division::Scatter);
    PtxLaunch plain = prepare(kPairs, 1);
    const PreparedLaunch& launch = plain.launch;
    const Capsule before = make_capsule(launch.request, launch.gpu, *launch.memory, launch.options);
    const std::vector<OwnedParameter> declared = {OwnedParameter{}};
    const OwnershipLog emulator = compare::owners_on_emulator(before, declared);
    REQUIRE(emulator.buffers.size() == 1);
    CHECK(emulator.buffers[0].element_bytes == 4);
    OwnershipLog other;
    for (const ClaimRecord& r : noted.records)
        other.records.push_back(
            {r.buffer, r.element, r.writer, {}, true, compare::writer_of_claim(r.first), {}});
    report::SourceFiles sources;
    const auto name = [](Address) { return compare::NamedBuffer{"out", {}}; };
    const OwnershipComparison same =
        compare::compare_owners(emulator, other, launch.request, name, sources);
    CHECK(same.elements == 16);
    CHECK(same.differing == 0);
    CHECK(same.listed[0].emulator.size() == 2);
    // Who came first is another question.
    std::swap(other.records[3].writer, other.records[3].first_writer);
    CHECK(compare::compare_owners(emulator, other, launch.request, name, sources).differing == 0);
    other.records[3].writer = 31;
    other.records.pop_back();
    const OwnershipComparison odd =
        compare::compare_owners(emulator, other, launch.request, name, sources);
    CHECK(odd.elements == 16);
    CHECK(odd.differing == 2);
    CHECK(!odd.listed[0].same_writers);
    CHECK(odd.listed[2].same_writers);
}

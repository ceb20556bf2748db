// Counters of small kernels beside those that a profiler might have given.
#include "runtime/compare/profiler_counters.h"

#include <nlohmann/json.hpp>

#include "runtime/report/json.h"
#include "runtime/report/text.h"
#include "sim/debug/capture.h"
#include "tests/unit/runtime/report/small_kernels.h"

using namespace warpscope;
using compare::compare_counters;
using Verdict = CounterPair::Verdict;

namespace {

const char* const kStore = "mad.wide.u32 %d1, %t, 4, %p;\nst.global.u32 [%d1], %t;";
const char* const kShared = ".visible .shared .align 8 .b8 words[4096];\n";

Capsule capsule_of(const std::string& body, const std::string& declarations = "") {
    PtxRunRequest request;
    request.grid = {1, 1, 1};
    request.block = {32, 1, 1};
    request.arguments = {parse_ptx_argument("zeros:u32:64").value()};
    auto launch =
        prepare_ptx(test::kernel(body, declarations), "small.ptx", request, default_gpu(), {});
    if (!launch) FAIL(to_string(launch.error()));
    const PreparedLaunch& p = launch->launch;
    return make_capsule(p.request, p.gpu, *p.memory, p.options);
}

/// By our ids.
compare::ProfilerCounters counted(const std::map<std::string, double>& values) {
    compare::ProfilerCounters counters;
    counters.profiler = "a profiler";
    for (const CounterRow* row : compare::profiled_counters()) {
        const auto found = values.find(row->id);
        counters.metrics[row->metric] = found == values.end() ? 0 : found->second;
    }
    return counters;
}

CounterPair pair_of(const CounterComparison& c, const std::string& id) {
    for (const CounterPair& pair : c.counters)
        if (pair.id == id) return pair;
    FAIL("no " << id);
    return {};
}

} // namespace

TEST_CASE("counters of both devices stand side by side when one of them is not 0") {
    const CounterComparison c =
        compare_counters(capsule_of(kStore), counted({{"global_store_requests", 1},
                                                      {"global_store_sectors", 5},
                                                      {"global_store_bytes_used", 128},
                                                      {"global_load_requests", 2}}));
    CHECK(c.profiler == "a profiler");
    REQUIRE(c.counters.size() == 4);
    CHECK(pair_of(c, "global_store_requests").verdict == Verdict::Equal);
    CHECK(pair_of(c, "global_store_bytes_used").verdict == Verdict::Equal);
    const CounterPair sectors = pair_of(c, "global_store_sectors");
    CHECK(sectors.emulator == 4);
    CHECK(sectors.gpu == 5);
    CHECK(sectors.verdict == Verdict::Different);
    CHECK(sectors.why.empty());
    CHECK(pair_of(c, "global_load_requests").emulator == 0);
    CHECK(pair_of(c, "global_load_requests").verdict == Verdict::Different);
}

TEST_CASE("reductions are counted with atomics, as the profiler does") {
    const CounterComparison c = compare_counters(capsule_of("red.global.add.u32 [%p], %t;"),
                                                 counted({{"global_atomic_requests", 1}}));
    CHECK(pair_of(c, "global_atomic_requests").verdict == Verdict::Equal);
}

TEST_CASE("wavefronts may be a few more on hardware, requests may not") {
    const Capsule stores = capsule_of(
        "mov.u64 %d1, words;\nmad.wide.u32 %d1, %t, 128, %d1;\nst.shared.u32 [%d1], %t;", kShared);
    const auto with = [&](double requests, double wavefronts) {
        return compare_counters(stores, counted({{"shared_store_requests", requests},
                                                 {"shared_store_wavefronts", wavefronts},
                                                 {"shared_store_bank_conflicts", wavefronts - 1}}));
    };
    CHECK(pair_of(with(1, 32), "shared_store_wavefronts").verdict == Verdict::Equal);
    CHECK(pair_of(with(1, 36), "shared_store_wavefronts").verdict == Verdict::Noise);
    CHECK(pair_of(with(1, 36), "shared_store_bank_conflicts").verdict == Verdict::Noise);
    CHECK(pair_of(with(1, 42), "shared_store_wavefronts").verdict == Verdict::Different);
    CHECK(pair_of(with(1, 20), "shared_store_wavefronts").verdict == Verdict::Different);
    const CounterPair requests = pair_of(with(2, 32), "shared_store_requests");
    CHECK(requests.verdict == Verdict::Different);
    CHECK(requests.why.find("unrolled") != std::string::npos);
}

TEST_CASE("many warps that store to shared memory may wait for each other a little") {
    std::string code = "mov.u64 %d1, words;\nmad.wide.u32 %d1, %t, 128, %d1;\n";
    for (int i = 0; i < 10; ++i)
        code += "st.shared.u32 [%d1], %t;\n";
    const Capsule stores = capsule_of(code, kShared);
    const auto with = [&](double wavefronts) {
        return pair_of(compare_counters(stores, counted({{"shared_store_requests", 10},
                                                         {"shared_store_wavefronts", wavefronts}})),
                       "shared_store_wavefronts");
    };
    CHECK(with(320).verdict == Verdict::Equal);
    CHECK(with(324).verdict == Verdict::Noise);
    CHECK(with(345).verdict == Verdict::KnownGap);
    CHECK(with(345).why.find("arbitration between warps") != std::string::npos);
    CHECK(with(400).verdict == Verdict::Different);
}

TEST_CASE("counting up in shared memory is done for all lanes of a word at once on hardware") {
    const auto wavefronts = [](const std::string& code) {
        return pair_of(
            compare_counters(capsule_of(code, kShared), counted({{"shared_atomic_requests", 1},
                                                                 {"shared_atomic_wavefronts", 1}})),
            "shared_atomic_wavefronts");
    };
    const CounterPair ones = wavefronts("atom.shared.add.u32 %r1, [words], 1;");
    CHECK(ones.emulator == 32);
    CHECK(ones.verdict == Verdict::KnownGap);
    CHECK(ones.why.find("POPC") != std::string::npos);
    CHECK(wavefronts("atom.shared.add.u32 %r1, [words], 2;").verdict == Verdict::Different);
    CHECK(wavefronts("atom.shared.add.u32 %r1, [words], 1;\nst.global.u32 [%p], %r1;")
              .why.find("POPC") == std::string::npos);
}

TEST_CASE("gaps between emulator and hardware are known by the launch's code") {
    const CounterComparison wide =
        compare_counters(capsule_of("mov.u64 %d2, 1;\nred.shared.add.u64 [words], %d2;", kShared),
                         counted({{"shared_load_requests", 9}, {"global_load_requests", 9}}));
    CHECK(pair_of(wide, "shared_load_requests").verdict == Verdict::KnownGap);
    CHECK(pair_of(wide, "shared_load_requests").why.find("64-bit") != std::string::npos);
    CHECK(pair_of(wide, "global_load_requests").verdict == Verdict::Different);
    const CounterComparison waits = compare_counters(
        capsule_of("ld.volatile.global.u32 %r1, [%p];\nst.global.u32 [%p+4], %r1;"),
        counted({{"global_load_requests", 9}}));
    CHECK(pair_of(waits, "global_load_requests").verdict == Verdict::KnownGap);
    CHECK(pair_of(waits, "global_load_requests").why.find("time") != std::string::npos);
}

TEST_CASE("counters are shown as a table, and pass through JSON") {
    LaunchComparison comparison;
    comparison.counters =
        compare_counters(capsule_of(kStore), counted({{"global_store_requests", 1},
                                                      {"global_store_sectors", 1005},
                                                      {"global_store_bytes_used", 128}}));
    const std::string text = report::to_text(comparison, {});
    CHECK(text.find("counters beside those of a profiler\n") != std::string::npos);
    CHECK(text.find("      global_store_requests                 1               1\n") !=
          std::string::npos);
    CHECK(text.find("4           1,005  +1,001 (25025.0 %) without a known reason\n") !=
          std::string::npos);
    const nlohmann::ordered_json json = report::to_json(comparison);
    CHECK(json["counters"]["counters"][1]["difference"] == 1001);
    CHECK(report::to_json(report::comparison_from_json(json)) == json);
}

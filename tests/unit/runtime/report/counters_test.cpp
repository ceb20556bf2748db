// Counters by launch, line and instruction; as text and as JSON.
#include "runtime/report/counters.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "runtime/report/json.h"
#include "runtime/report/text.h"
#include "tests/unit/runtime/report/small_kernels.h"

using namespace warpscope;
using namespace warpscope::test;

namespace {

/// Two accesses on line 3 and one on line 2 of small.cu; the tile's column is all in one bank.
const std::string kColumn =
    kernel(".loc 1 3 7\nmul.lo.u32 %r1, %t, 128;\nld.shared.u32 %r2, [%r1];\n"
           "mul.wide.u32 %d1, %t, 4;\nadd.u64 %d2, %p, %d1;\nst.global.u32 [%d2], %r2;\n"
           ".loc 1 2 1\nld.global.u32 %r3, [%d2];\nsetp.lt.u32 %q1, %t, 10;\n@%q1 bra END;\n"
           "add.u32 %r1, %t, 1;\nEND:\n") +
    ".file 1 \"small.cu\"\n";

LaunchReport counted(const std::string& ptx, Shape shape) {
    Ran ran = run(ptx, shape);
    CounterObserver counting;
    PreparedLaunch& launch = ran.launch.launch;
    report::prepare_counting(*launch.request.executable, counting);
    ran.run = run_prepared(launch, {&counting});
    LaunchReport report = report_of(ran);
    report::SourceFiles sources;
    sources.provide("small.cu", "first\nsecond\n  third();\nfourth\n");
    report.counters =
        report::make_counter_report(launch.request, ran.run.result.statistics, counting, sources);
    return report;
}

double value(const CounterReadings& readings, const std::string& id) {
    for (const CounterReading& reading : readings)
        if (reading.id == id) return reading.value;
    return -1;
}

} // namespace

TEST_CASE("counters: the launch, its lines, its instructions", "[report]") {
    const LaunchReport launch = counted(kColumn, {.threads = 32, .shared = 4096});
    REQUIRE(launch.counters);
    const CounterReport& report = *launch.counters;
    CHECK(value(report.launch, "shared_load_wavefronts") == 32);
    CHECK(value(report.launch, "shared_load_bank_conflicts") == 31);
    CHECK(value(report.launch, "global_store_sectors") == 4);
    CHECK(value(report.launch, "warp_instructions") ==
          static_cast<double>(launch.warp_instructions));
    CHECK(value(report.launch, "branches") == 1);
    CHECK(value(report.launch, "divergent_branches") == 1);
    CHECK(value(report.launch, "passes") == 34);
    CHECK(value(report.launch, "local_load_sectors") == -1); // zeros are left out

    REQUIRE(report.lines.size() >= 2);
    const LineCounters& worst = report.lines[0];
    CHECK(worst.source.line == 3);
    CHECK(worst.source.text == "  third();");
    CHECK(worst.passes == 33);
    CHECK(worst.avoidable_passes == 31);
    CHECK(worst.advice_needed);
    CHECK(worst.advice.find("pad the row to 33 words") != std::string::npos);
    REQUIRE(worst.kinds.size() == 2);
    CHECK(worst.kinds[0].kind == "shared load");
    CHECK(worst.kinds[0].per_request == 32);
    CHECK(worst.kinds[1].kind == "global store");
    CHECK(worst.kinds[1].per_request == 4);
    CHECK(report.lines[1].source.line == 2);
    CHECK(!report.lines[1].advice_needed);
    CHECK(value(report.lines[1].counters, "branches") == 1);

    double sectors = 0, instructions = 0;
    for (const InstructionCounters& instruction : report.instructions) {
        sectors += std::max(value(instruction.counters, "global_load_sectors"), 0.0);
        instructions += value(instruction.counters, "warp_instructions");
        CHECK(!instruction.ptx_text.empty());
        CHECK(instruction.function == "k(unsigned int*)");
    }
    CHECK(sectors == 4);
    CHECK(instructions == static_cast<double>(launch.warp_instructions));
}

TEST_CASE("counters: as text", "[report]") {
    const std::string text =
        report::to_text(counted(kColumn, {.threads = 32, .shared = 4096}), report::TextStyle{});
    for (const char* part :
         {"shared_load_bank_conflicts", "small.cu:3", "| third();", "97.1 %", "93.9 %",
          "shared load: 1 request, 32.00 wavefronts each; global store: 1 request, 4.00 sectors "
          "each",
          "a 32-way conflict; pad the row to 33 words"}) {
        CAPTURE(text);
        CHECK(text.find(part) != std::string::npos);
    }
    const std::string none = report::to_text(counted(kernel(""), {}), report::TextStyle{});
    CHECK(none.find("warp_instructions") != std::string::npos);
    CHECK(none.find("passes") == std::string::npos);
}

TEST_CASE("counters: as JSON, both ways", "[report]") {
    const LaunchReport launch = counted(kColumn, {.threads = 32, .shared = 4096});
    const nlohmann::ordered_json json = report::to_json(launch);
    bool found = false;
    for (const auto& counter : json.at("counters").at("launch"))
        if (counter.at("id") == "global_store_sectors") {
            found = true;
            CHECK(counter.at("value").is_number_unsigned());
            CHECK(counter.at("value") == 4);
            CHECK(counter.at("metric") == "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum");
            CHECK(counter.at("unit") == "sectors");
        }
    CHECK(found);
    const LaunchReport again = report::launch_from_json(json);
    REQUIRE(again.counters);
    CHECK(again.counters->launch == launch.counters->launch);
    CHECK(report::to_json(again).dump() == json.dump());
    CHECK(!report::launch_from_json(report::to_json(LaunchReport{})).counters);
}

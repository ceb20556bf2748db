// Tests the text of reports against whole expected texts.
#include "runtime/report/text.h"

#include "runtime/report/units.h"
#include "tests/catch.h"
#include "tests/unit/runtime/report/samples.h"

using namespace warpscope;
using namespace warpscope::report;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("text: a finding with excerpt, call sites and advice", "[report]") {
    CHECK(to_text(test::sample_finding(), TextStyle{}) ==
          R"(error F1 [memory]: out of bounds: 4-byte store to global memory at 0x7f0000001000
  at scale.cu:7:5 in put(float*, int, float)
      7 |     values[i] = value;
        |     ^
  inlined at scale.cu:12:9 in scale(float*, int)
     12 |         put(values, i, 2.0f);
        |         ^
  called from main.cu:120 in outer(float*)
  kernel scale(float*, int), launch 2, block (3, 0, 0), thread (8, 1, 0): warp 1, lane 8
  the same in lanes 8-15 of the warp
  PTX line 41: st.global.f32 [%rd4], %f1;
  and: block (2, 0, 0), thread (9, 0, 0): warp 0, lane 9 writes, in launch 1 of fill(float*)
  at scale.cu:3:5 in fill(float*)
    3 |     values[i] = 0;
      |     ^
  PTX line 17: st.global.f32 [%rd2], %f3;
  right behind the end of allocation 1 (4,096 bytes at 0x7f0000000000, allocated at main.cu:88)
  try: compare the index with the number of elements
  what it can change: warpscope explain 0a1b2c3d-1
  the launch was not kept for `warpscope explain`: it is a sample
)");
}

TEST_CASE("text: a launch in numbers", "[report]") {
    CHECK(to_text(test::sample_launch(), TextStyle{}) ==
          R"(launch 2 scale(float*, int)  fault
  grid 4 x 2, block 256, shared 1,536 bytes (512 bytes dynamic), stream 1, 12.3 ms
  instructions       warp      thread
    integer     1,000,000  32,000,000
    load          234,567   7,000,000
    all         1,234,567  39,000,000
  memory          warp instructions  thread accesses
    global load             200,000        6,400,000
    shared store             34,567          600,000
  SIMT efficiency 98.8 %, 16 block barriers opened
  divergent branches
    scale.cu:10: lanes parted 2 times of 64; on average 12.0 took the branch, 20.0 did not
      | if (i < n) {
  blocks took turns on one host thread: it waits for other blocks
  capsule captured/launch-0002
)");
}

TEST_CASE("text: a run ends with how it went", "[report]") {
    const std::string text = to_text(test::sample_run(), TextStyle{});
    CHECK(text.starts_with("warpscope: scale.cu on NVIDIA H200 (emulator), seed 7\n\nlaunch 2 "));
    CHECK(text.ends_with("the program exited with status 3\n"
                         "1 launch, 1,234,567 warp instructions in 12.3 ms: 2 findings\n"));
    RunReport clean;
    clean.program_ran = true;
    CHECK(to_text(clean, TextStyle{})
              .ends_with("\n0 launches, 0 warp instructions in 0 us: no findings\n"));
    clean.program_signal = 6;
    CHECK_THAT(to_text(clean, TextStyle{}),
               ContainsSubstring("the program was ended by signal 6 (Aborted)\n"));
    clean.interrupted = true;
    CHECK(to_text(clean, TextStyle{})
              .ends_with("\ninterrupted: this is what was done until then\n"
                         "0 launches, 0 warp instructions in 0 us: no findings\n"));
}

TEST_CASE("text: many launches are summed up", "[report]") {
    RunReport run;
    for (unsigned i = 1; i <= 50; ++i) {
        LaunchReport launch;
        launch.launch = i;
        launch.kernel = i % 2 ? "odd()" : "even()";
        launch.outcome = "finished";
        launch.warp_instructions = 1000;
        run.launches.push_back(launch);
    }
    TextStyle style;
    style.launches = 10;
    const std::string text = to_text(run, style);
    CHECK_THAT(text, ContainsSubstring("launch 10 even()"));
    CHECK_THAT(text, !ContainsSubstring("launch 11 odd()"));
    CHECK_THAT(text,
               ContainsSubstring(
                   "and 40 more launches\n  even(): 20 launches, 20,000 warp instructions\n"));
}

TEST_CASE("text: findings only", "[report]") {
    TextStyle style;
    style.detail = Detail::FindingsOnly;
    RunReport run = test::sample_run();
    const std::string text = to_text(run, style);
    CHECK(text.starts_with("error F1"));
    CHECK(text.ends_with("the program exited with status 3\n"));
    CHECK(to_text(RunReport{}, style).empty());
}

TEST_CASE("text: colours frame words and nothing else", "[report]") {
    TextStyle style;
    style.colours = Colours::On;
    std::string text = to_text(test::sample_run(), style);
    CHECK_THAT(text, ContainsSubstring("\033[1;31merror F1 [memory]\033[0m"));
    for (std::size_t at; (at = text.find('\033')) != std::string::npos;) {
        text.erase(at, text.find('m', at) - at + 1);
    }
    CHECK(text == to_text(test::sample_run(), TextStyle{}));
}

TEST_CASE("text: sources cannot command the terminal", "[report]") {
    Finding finding;
    finding.message = "m";
    finding.source = {{"a.cu", 1, 2, "", "\tx\033[31m", SourceRelation::Here}};
    const std::string text = to_text(finding, TextStyle{});
    CHECK_THAT(text, ContainsSubstring("1 |  x.[31m\n"));
    CHECK_THAT(text, ContainsSubstring("  |  ^\n"));
}

TEST_CASE("text: the caret counts characters, not bytes", "[report]") {
    Finding finding;
    finding.source = {{"a.cu", 1, 7, "", "/*é*/x", SourceRelation::Here}};
    CHECK_THAT(to_text(finding, TextStyle{}), ContainsSubstring("  |      ^\n"));
}

TEST_CASE("units: numbers as people write them", "[report]") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1000) == "1,000");
    CHECK(grouped(18446744073709551615u) == "18,446,744,073,709,551,615");
    CHECK(counted(1, "byte") == "1 byte");
    CHECK(counted(0, "byte") == "0 bytes");
    CHECK(byte_size(1) == "1 byte");
    CHECK(byte_size(1000) == "1,000 bytes");
    CHECK(byte_size(49152) == "48 KiB");
    CHECK(byte_size(233472) == "228 KiB");
    CHECK(byte_size(62914560) == "60 MiB");
    CHECK(byte_size(150109880320) == "139.8 GiB");
    CHECK(duration(0.0005) == "500 us");
    CHECK(duration(2.5) == "2.50 s");
    CHECK(duration(300) == "5.0 min");
    CHECK(extent({4, 1, 1}) == "4");
    CHECK(extent({4, 1, 2}) == "4 x 1 x 2");
    CHECK(lane_ranges(0) == "");
    CHECK(lane_ranges(0xFFFFFFFF) == "0-31");
    CHECK(lane_ranges(0x80000005) == "0, 2, 31");
}

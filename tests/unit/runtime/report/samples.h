// Reports with every field set, for tests of printers and readers.
#pragma once

#include "sim/report/launch_report.h"

namespace warpscope::test {

inline Finding sample_finding() {
    Finding f;
    f.id = "F1";
    f.checker = "memory";
    f.kind = "OutOfBounds";
    f.severity = Severity::Error;
    f.message = "out of bounds: 4-byte store to global memory at 0x7f0000001000";
    f.advice = "compare the index with the number of elements";
    f.details = {
        "right behind the end of allocation 1 (4,096 bytes at 0x7f0000000000, allocated at "
        "main.cu:88)"};
    f.memory = {1, "values", 0x7f0000000000, 4096, {"src/main.cu", 88, 0}};
    f.launch = 2;
    f.kernel = "scale(float*, int)";
    f.block = {3, 0, 0};
    f.thread = {8, 1, 0};
    f.warp = 1;
    f.lane = 8;
    f.lanes = 0x0000FF00;
    f.source = {{"scale.cu", 7, 5, "put(float*, int, float)", "    values[i] = value;",
                 SourceRelation::Here},
                {"scale.cu", 12, 9, "scale(float*, int)", "        put(values, i, 2.0f);",
                 SourceRelation::InlinedAt},
                {"main.cu", 120, 0, "outer(float*)", "", SourceRelation::CalledFrom}};
    f.ptx_line = 41;
    f.ptx_text = "st.global.f32 [%rd4], %f1;";
    f.classes = {"global", "inter-block"};
    f.parties = {{"writes",
                  1,
                  "fill(float*)",
                  {2, 0, 0},
                  {9, 0, 0},
                  0,
                  9,
                  {{"scale.cu", 3, 5, "fill(float*)", "    values[i] = 0;", SourceRelation::Here}},
                  17,
                  "st.global.f32 [%rd2], %f3;"}};
    f.address = 0x7f0000001000;
    f.has_address = true;
    f.times = 1;
    f.explain = "warpscope explain 0a1b2c3d-1";
    f.not_kept = "it is a sample";
    return f;
}

inline LaunchReport sample_launch() {
    LaunchReport r;
    r.launch = 2;
    r.stream = 1;
    r.kernel = "scale(float*, int)";
    r.mangled = "_Z5scalePfi";
    r.outcome = "fault";
    r.grid = {4, 2, 1};
    r.block = {256, 1, 1};
    r.static_shared_bytes = 1024;
    r.dynamic_shared_bytes = 512;
    r.warp_instructions = 1234567;
    r.thread_instructions = 39000000;
    r.simt_efficiency = 0.9875;
    r.classes = {{"integer", 1000000, 32000000}, {"load", 234567, 7000000}};
    r.memory = {{"global", "load", 200000, 6400000}, {"shared", "store", 34567, 600000}};
    BranchReport branch;
    branch.source = {"scale.cu",          10, 9, "scale(float*, int)", "    if (i < n) {",
                     SourceRelation::Here};
    branch.ptx_line = 30;
    branch.executions = 64;
    branch.divergent = 2;
    branch.lanes_taken = 24;
    branch.lanes_not_taken = 40;
    r.divergent_branches = {branch};
    r.barriers = 16;
    r.ordered = true;
    r.ordered_reason = "it waits for other blocks";
    r.seconds = 0.0123;
    r.findings = {sample_finding()};
    r.capsule = "captured/launch-0002";
    return r;
}

inline RunReport sample_run() {
    RunReport run;
    run.program = "scale.cu";
    run.arguments = {"100", "--verbose"};
    run.gpu = "NVIDIA H200";
    run.seed = 7;
    run.launches = {sample_launch()};
    run.findings = {sample_finding()};
    run.program_ran = true;
    run.program_status = 3;
    run.program_signal = 0;
    run.exit_code = 1;
    return run;
}

} // namespace warpscope::test

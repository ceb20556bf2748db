// Small kernels that do one thing wrong each, or things that can be counted by hand.
#pragma once

#include <string>
#include <vector>

#include "runtime/report/findings.h"
#include "runtime/report/statistics.h"
#include "sim/debug/ptx_run.h"
#include "sim/gpu/gpu_presets.h"
#include "tests/catch.h"

namespace warpscope::test {

/// A module with one kernel `_Z1kPj`, which has a pointer in %p, its thread in %t, and scratch
/// registers.
inline std::string kernel(const std::string& body, const std::string& declarations = "") {
    return ".version 8.0\n.target sm_80\n.address_size 64\n" + declarations +
           ".visible .entry _Z1kPj(.param .u64 pointer)\n{\n"
           ".reg .pred %q<4>;\n.reg .b32 %r<8>;\n.reg .b32 %t;\n.reg .b64 %d<8>;\n.reg .b64 %p;\n"
           "ld.param.u64 %p, [pointer];\nmov.u32 %t, %tid.x;\n" +
           body + "\nret;\n}\n";
}

struct Ran {
    PtxLaunch launch;
    PreparedResult run;
};

struct Shape {
    unsigned blocks = 1, threads = 32;
    std::uint64_t shared = 0;
};

inline Ran run(const std::string& ptx, Shape shape = {},
               const std::string& argument = "zeros:u32:64", LaunchOptions options = {}) {
    PtxRunRequest request;
    request.grid = {shape.blocks, 1, 1};
    request.block = {shape.threads, 1, 1};
    request.dynamic_shared_bytes = shape.shared;
    request.arguments = {parse_ptx_argument(argument).value()};
    auto launch = prepare_ptx(ptx, "small.ptx", request, default_gpu(), options);
    if (!launch) FAIL(to_string(launch.error()));
    Ran ran{std::move(*launch), {}};
    ran.run = run_prepared(ran.launch.launch);
    return ran;
}

inline LaunchReport report_of(const Ran& ran) {
    report::SourceFiles sources;
    sources.provide("small.cu", "first\nsecond\n  third();\nfourth\n");
    return report::make_launch_report(ran.launch.launch.request, ran.run.result, 0.5, sources);
}

inline Finding finding_of(const Ran& ran) {
    REQUIRE(ran.run.result.fault.kind != FaultKind::None);
    report::SourceFiles sources;
    sources.provide("small.cu", "first\nsecond\n  third();\nfourth\n");
    const PreparedLaunch& launch = ran.launch.launch;
    return report::make_finding(ran.run.result.fault, launch.request, *launch.memory,
                                launch.options, sources);
}

} // namespace warpscope::test

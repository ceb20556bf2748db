// Traces: every result that one thread of a launch computes, in order, on whatever device runs it.
//
// A launch is traced by another launch: its code also writes what each instruction left in its
// registers into a buffer of its own, and any device that can run capsules can run that.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/compare/side_launch.h"
#include "sim/program/module.h"

namespace warpscope::compare {

/// A thread of a launch, by indices.
struct TracedThread {
    Dim3 block{0, 0, 0}, thread{0, 0, 0};
    friend bool operator==(const TracedThread&, const TracedThread&) = default;
};

/// What a record of a trace is about: indices into Module::functions and Function::instructions.
struct TraceSite {
    std::uint32_t function = 0, instruction = 0;
    std::uint32_t reg = 0;   ///< index into Function::registers
    bool is_address = false; ///< the address that a load or atomic is about to read, not a result
};

/// As the traced launch leaves it in memory.
struct TraceRecord {
    std::uint64_t site = 0, value = 0;
    friend bool operator==(const TraceRecord&, const TraceRecord&) = default;
};

/// The variable is the number of results; the buffer holds kTraceRecords records.
struct TracedLaunch {
    SideLaunch launch;
    std::vector<TraceSite> sites;
};

/// Records of one launch; `skip` of the next one are those before.
inline constexpr std::uint64_t kTraceRecords = std::uint64_t{1} << 18;

/// `module` is that of the capsule. Diagnostics: a module that cannot be printed.
Result<TracedLaunch> traced(const Capsule& before, const Module& module, const TracedThread& thread,
                            std::uint64_t skip);

} // namespace warpscope::compare

// LaunchReport: what one launch did, in numbers and lines of the user's source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/dim3.h"
#include "sim/report/comparison.h"
#include "sim/report/counter_report.h"
#include "sim/report/finding.h"

namespace warpscope {

/// Instructions of one class ("integer", "load", ...).
struct ClassCount {
    std::string instruction_class;
    std::uint64_t warp_instructions = 0, thread_instructions = 0;
};

/// Memory instructions of one space and kind ("global", "load").
struct MemoryCount {
    std::string space, kind;
    std::uint64_t warp_instructions = 0, thread_accesses = 0;
};

/// A source line at whose branches warps parted.
struct BranchReport {
    SourceLine source;
    std::uint32_t ptx_line = 0;
    std::uint64_t executions = 0;                       ///< times warps reached the branch
    std::uint64_t divergent = 0;                        ///< times their lanes parted
    std::uint64_t lanes_taken = 0, lanes_not_taken = 0; ///< summed over the divergent times
};

struct LaunchReport {
    std::uint32_t launch = 0, stream = 0;
    std::string kernel; ///< demangled
    std::string mangled;
    std::string outcome; ///< "finished", "fault", "deadlock", "budget exhausted", "interrupted"
    Dim3 grid, block;
    std::uint64_t static_shared_bytes = 0, dynamic_shared_bytes = 0;
    std::uint64_t warp_instructions = 0, thread_instructions = 0;
    double simt_efficiency = 0; ///< lanes that were together, whatever their guards, of 32 per warp instruction: 0 to 1
    std::vector<ClassCount> classes; ///< largest first
    std::vector<MemoryCount> memory;
    std::vector<BranchReport> divergent_branches; ///< most divergent first
    std::uint64_t barriers = 0;                   ///< block barriers that opened
    bool ordered = false;
    std::string ordered_reason;
    double seconds = 0; ///< host time
    /// Ran on a real GPU, which counts nothing for us: the numbers from warp_instructions to
    /// ordered_reason mean nothing.
    bool native = false;
    std::optional<double> device_seconds; ///< native: by the GPU's own clock; none of a fault
    std::string unchecked; ///< why checkers did not look at the launch; empty when they did
    std::optional<CounterReport> counters; ///< when they were asked for
    std::optional<LaunchComparison> comparison; ///< when the launch ran on a GPU too
    std::vector<Finding> findings;
    std::string capsule; ///< folder, when the launch was captured
};

/// RunReport::device of a run on a real GPU.
inline constexpr const char* kNativeDevice = "gpu";
/// Of a run side by side.
inline constexpr const char* kBothDevices = "both";

/// A whole run, as `--report json` prints it.
struct RunReport {
    static constexpr const char* schema = "warpscope-run-1";
    std::string program;
    std::vector<std::string> arguments;
    std::string device = "emulator"; ///< or "gpu", "both"
    std::string gpu;
    std::uint64_t seed = 0; ///< emulator only
    std::vector<LaunchReport> launches;
    std::vector<Finding> findings; ///< those of no launch
    bool program_ran = false;
    int program_status = 0; ///< its exit status
    int program_signal = 0; ///< the signal that ended it, or 0
    bool interrupted = false; ///< ended by Ctrl-C: this is what was done until then
    int exit_code = 0;        ///< Warpscope's own
};

} // namespace warpscope

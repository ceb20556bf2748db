// The kernels that `warpscope bench` measures: their launches, and what must come out of them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sim/debug/ptx_run.h"

namespace warpscope::cli {

/// Full is what is published; Small ends in a moment and is for trying the command out.
enum class BenchSize : std::uint8_t { Full, Small };

/// Gives the bytes of a buffer after the launch.
using ReadBuffer = std::function<std::vector<std::uint8_t>(const std::string& name)>;

/// One launch of a workload.
struct BenchProblem {
    std::string text;      ///< "2^22 elements"
    PtxRunRequest request; ///< with the inputs
    std::string output;    ///< the buffer that holds the result
    /// Computes the result on the host and compares: speed without a right result is none.
    std::function<bool(const ReadBuffer& read)> is_right;
};

struct BenchWorkload {
    const char* name;
    const char* source; ///< in kernels/
    BenchProblem (*problem)(BenchSize size);
};

std::span<const BenchWorkload> bench_workloads();

} // namespace warpscope::cli

// Running one kernel without a host program: from PTX text and arguments to a prepared launch, and
// its run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.h"
#include "sim/debug/ptx_arguments.h"
#include "sim/debug/session.h"

namespace warpscope {

struct PtxRunRequest {
    std::string kernel; ///< as in the PTX or as in C++; empty: the only one
    Dim3 grid, block;
    std::uint64_t dynamic_shared_bytes = 0;
    std::vector<PtxArgument> arguments;
    isa::Level level = isa::best_level(); ///< of the code that executes instructions
};

/// Where a buffer argument lies.
struct PtxBuffer {
    std::string name; ///< the argument's, else the parameter's
    Type type = Type::None;
    Address address = 0;
    std::uint64_t size = 0;
    std::uint32_t parameter_offset = 0; ///< where the kernel gets its address
};

struct PtxLaunch {
    PreparedLaunch launch;
    std::vector<PtxBuffer> buffers;
};

/// Parses the PTX, loads it, makes the arguments and checks the launch. A named argument goes to
/// the parameter of that name, if there is one; all others fill the parameters that are left, in
/// order.
Result<PtxLaunch> prepare_ptx(std::string_view ptx, const std::string& file_name,
                              const PtxRunRequest& request, const GpuSpec& gpu,
                              const LaunchOptions& options);

/// The bytes that `print` asks for, as they are now, and the type to show them as.
struct PtxPrinted {
    Type type = Type::None;
    std::vector<std::uint8_t> bytes;
};
Result<PtxPrinted> read_back(const PtxLaunch& launch, const PtxPrint& print);

struct PreparedResult {
    LaunchResult result;
    std::string printed; ///< what device code printed, in the canonical order
    double seconds = 0;  ///< host time
};

/// Runs a prepared launch to its end on options.host_threads threads.
PreparedResult run_prepared(PreparedLaunch& launch, const std::vector<Observer*>& observers = {});

} // namespace warpscope

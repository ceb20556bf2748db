// Twin: the other device of a side-by-side run, which a launch is repeated on.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/compare/profiler_counters.h"
#include "sim/base/result.h"
#include "sim/checkers/ownership_log.h"
#include "sim/debug/capsule.h"
#include "sim/exec/launch.h"

namespace warpscope::compare {

/// How a launch ended on the twin.
struct TwinEnd {
    std::string error;       ///< in words, the driver's or ours; empty: it finished
    int error_number = 0;    ///< the driver's, if it has words for it
    bool refused = false;    ///< the error came before the kernel began
    double microseconds = 0; ///< by the GPU's clock
    std::string printed;     ///< what device code printed
    OwnershipLog owners;     ///< what it saw of owned buffers, if it was to watch
};

/// What the code of a launch is to report besides what it does anyway.
enum class Watching : std::uint8_t { Nothing, Owners };

/// Whether the bytes of an allocation mean the same on both devices, and the launch could write
/// them. Others are its own business, like the heap of device code.
bool is_comparable(const CapsuleAllocation& allocation, const Capsule& before);

/// "a launch with WHAT cannot be compared"
Diagnostic cannot_compare(const std::string& what);

class Twin {
public:
    virtual ~Twin() = default;
    /// "NVIDIA H200, driver 580.159.04"
    virtual std::string name() const = 0;

    /// Makes memory what it was before the launch. A diagnostic says what this twin cannot take;
    /// the launch is then not compared.
    virtual Status load(const Capsule& before, const LaunchRequest& request, Watching watching) = 0;
    /// Runs what was loaded, to its end, and watches who writes into the `owned` buffers, which lie
    /// where the emulator has them. Positions in the log are those of the request's executable.
    virtual Result<TwinEnd> run(const LaunchRequest& request,
                                const std::vector<OwnedBuffer>& owned) = 0;
    /// What it left in an allocation of the capsule, from its first byte on, in the emulator's
    /// terms. `emulator` is what the emulator left there, or what it had before the launch when
    /// that is not known: numbers that stand for the same thing on both devices come back as the
    /// emulator's.
    virtual Status read(const CapsuleAllocation& allocation, std::span<const std::uint8_t> emulator,
                        std::span<std::uint8_t> to) = 0;
    /// What a profiler counted of it there, if one did.
    virtual ProfilerCounters counters() { return {}; }
    /// Writes next to allocations, in words; only what the twin can see.
    virtual std::vector<std::string> stray_writes() { return {}; }
};

} // namespace warpscope::compare

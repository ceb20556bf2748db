// Launch: runs a kernel over a grid, at once on several host threads or step by step in the
// canonical order.
//
// Canonical order: an independent kernel's blocks run one after another in linear order; an ordered
// kernel's resident blocks take turns on one host thread. Step numbers, hashes and "run to N" count
// in this order, and a launch on any number of host threads gives the same memory, events and
// faults.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/events/observer.h"
#include "sim/exec/executable.h"
#include "sim/exec/forced_order.h"
#include "sim/exec/splits.h"
#include "sim/gpu/gpu_spec.h"
#include "sim/state/block.h"

namespace warpscope {

/// How far a launch has come, for whoever watches from another thread. Written now and then; back
/// at zero when the launch is undone and run again.
struct LaunchProgress {
    std::atomic<std::uint64_t> blocks_done = 0;
    std::atomic<std::uint64_t> warp_instructions = 0;
};

struct LaunchOptions {
    unsigned host_threads = 1;
    std::uint64_t seed = 0; ///< orders warps and blocks; 0 is the natural order
    DivergenceModel divergence = DivergenceModel::Volta;
    std::uint64_t max_instructions = std::uint64_t{1} << 31; ///< warp instructions a launch
    const std::atomic<bool>* interrupt = nullptr; ///< set by Ctrl-C: the launch ends as Interrupted
    /// The oracle of fast paths: every instruction by itself, every lane's address by itself.
    bool reference = false;
    LaunchProgress* progress = nullptr;  ///< kept up to date while the launch runs
    const ForcedOrder* forced = nullptr; ///< of two accesses; takes one host thread
};

/// Size of the heap that device code's malloc takes from, unless the program sets another.
inline constexpr std::uint64_t kDefaultHeapBytes = std::uint64_t{8} << 20;

struct LaunchRequest {
    std::shared_ptr<const Executable> executable;
    LaunchId id = 0;
    StreamId stream = 0;
    Dim3 grid, block;
    std::uint64_t dynamic_shared_bytes = 0;
    std::vector<std::uint8_t> parameters;
    std::uint64_t stack_limit_bytes = 0;                ///< per thread; 0: the GPU's default
    std::uint64_t heap_limit_bytes = kDefaultHeapBytes; ///< for malloc in device code
    /// Of a cooperative launch, whose blocks are all on the GPU at once and may wait for each
    /// other: kGridWorkspaceBytes of zeroed memory for them to meet in, which kernels find through
    /// %envreg1 (its upper half) and %envreg2. 0: an ordinary launch.
    Address grid_workspace = 0;

    bool cooperative() const { return grid_workspace != 0; }
};

/// A word that is not used here, and at offset 4 the word of the grid's barrier.
inline constexpr std::uint64_t kGridWorkspaceBytes = 8;

/// How often one instruction ran.
struct OperationCount {
    std::uint64_t executions = 0;  ///< warp instructions
    std::uint64_t threads = 0;     ///< thread instructions: lanes whose guard was true
    std::uint64_t split_lanes = 0; ///< lanes of the split, whatever the guard: for SIMT efficiency
    OperationCount& operator+=(const OperationCount& o) {
        executions += o.executions, threads += o.threads, split_lanes += o.split_lanes;
        return *this;
    }
};
/// Per function of the executable, per instruction.
using OperationCounts = std::vector<std::vector<OperationCount>>;

/// A branch at which a warp's lanes parted.
struct DivergenceCount {
    std::uint64_t times = 0;                ///< how often lanes parted here
    std::uint64_t taken = 0, not_taken = 0; ///< lanes that went each way at those times
    DivergenceCount& operator+=(const DivergenceCount& o) {
        times += o.times, taken += o.taken, not_taken += o.not_taken;
        return *this;
    }
};

struct LaunchStatistics {
    OperationCounts operations;
    std::vector<std::vector<DivergenceCount>> divergence; ///< shaped like operations
    std::uint64_t warp_instructions = 0;
    std::uint64_t barriers_completed = 0;
    void add(const LaunchStatistics& other);
};

struct LaunchResult {
    LaunchOutcome outcome = LaunchOutcome::Finished;
    FaultEvent fault; ///< set unless Finished or Interrupted
    LaunchStatistics statistics;
    bool ordered = false;
    std::string ordered_reason;         ///< why blocks took turns; empty when they did not
    ForcedEnd forced = ForcedEnd::None; ///< what became of LaunchOptions::forced
};

/// Checks grid, block, shared memory and parameters against the GPU and the kernel (CUDA's launch
/// limits).
Status check_launch(const LaunchRequest& request, const GpuSpec& gpu);

/// How many blocks take turns in an ordered launch: those that fit on the whole GPU at once; of a
/// cooperative launch all.
std::uint64_t resident_blocks(const LaunchRequest& request, const GpuSpec& gpu);

/// Why blocks take turns although nothing has run yet; empty when they do not.
std::string reason_for_order(const LaunchRequest& request);

/// What observers are told when a launch begins. Refers to the request, which must outlive it.
LaunchEvent launch_event(const LaunchRequest& request, bool ordered);

/// Runs the whole launch. `request` has passed check_launch. Never throws; a fault is part of the
/// result.
LaunchResult run_launch(const LaunchRequest& request, const GpuSpec& gpu, DeviceMemory& memory,
                        const LaunchOptions& options, const std::vector<Observer*>& observers);

} // namespace warpscope

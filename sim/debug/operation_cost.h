// What the operations of a launch cost by themselves on this machine: an upper bound for any
// interpreter that executes one warp instruction after another on lane vectors in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/debug/session.h"

namespace warpscope {

/// One executed instruction. Times are nanoseconds of one execution by a full warp.
struct OperationCost {
    CodePosition at;
    std::string form; ///< "fma.rn.f32"; memory instructions with the pattern of their lanes
    InstructionClass instruction_class = InstructionClass::Special;
    std::uint64_t executions = 0; ///< warp instructions of the whole launch
    double bare = 0;    ///< the operation on lane vectors in a first-level cache; of memory
                        ///< instructions the bare move, see bare_access.h
    double checked = 0; ///< as the emulator executes it: memory instructions compute, check and
                        ///< translate addresses and tell the dependence tracker; others as `bare`
};

struct OperationCosts {
    std::vector<OperationCost> operations; ///< in program order
    /// Nanoseconds a warp instruction takes in a loop over all operations, in program order and as
    /// often as the launch executed them: for each repeat the fastest of some batches.
    std::vector<double> bare_loop, checked_loop;
    /// Warp instructions whose addresses or registers were not seen: `checked` is `bare` for them.
    std::uint64_t unseen = 0;
    double empty_call = 0; ///< nanoseconds of an operation that does nothing: part of all of these
};

/// Measures the operations of a launch, again and again.
class OperationMeter {
public:
    /// For the operations that `executed` counts, at least one. Runs a part of the launch, to see
    /// addresses and registers; its memory is changed and in use as long as the meter lives.
    /// `level` is the one that the launch was built for.
    OperationMeter(const PreparedLaunch& launch, const LaunchStatistics& executed,
                   isa::Level level);
    ~OperationMeter();
    /// One repeat: all operations alone, where the fastest time so far counts, and the loops.
    void measure();
    const OperationCosts& costs() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The operations in an order and with frequencies like the launch's: indices into `counts`, every
/// operation in proportion to its count, in rising order within each round. About `length` of them,
/// more when the counts are so many that a few rounds take more.
std::vector<std::uint32_t> loop_like(const std::vector<std::uint64_t>& counts, std::size_t length);

} // namespace warpscope

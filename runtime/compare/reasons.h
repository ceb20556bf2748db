// Reasons: why two correct devices may leave different values, found in the code itself.
//
// Which registers, spaces and branches depend on something that the programming model leaves open
// is followed through the kernel and everything it calls, without regard to the order of
// instructions and taking each space as one place. So a reason says that a value *may* differ.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/exec/executable.h"

namespace warpscope::compare {

/// Bits of a set.
enum Reason : std::uint8_t {
    kAtomicOrder = 1,  ///< results of atomics, and exchanges
    kFloatAtomics = 2, ///< rounding depends on the order of sums
    kOtherThreads = 4, ///< volatile and ordered loads
    kMachine = 8,      ///< clocks, and where threads run
    kAddress = 16,     ///< addresses of shared or local memory, functions and the heap
};

class Reasons {
public:
    explicit Reasons(const Executable& executable);

    /// Of what the instruction at `at` writes to memory: bits of Reason.
    std::uint8_t of(CodePosition at) const;
    /// Of what it leaves in its destination registers.
    std::uint8_t of_result(CodePosition at) const;
    /// Of anything that the launch writes.
    std::uint8_t anywhere() const;

private:
    std::vector<std::vector<std::uint8_t>> stored_, results_; ///< by function and instruction
};

/// Each as a clause: "the order of atomic operations".
std::vector<std::string> texts_of(std::uint8_t reasons);

} // namespace warpscope::compare

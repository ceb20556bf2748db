// Evaluating a launch contract: the variant of the kernel that tells what becomes of its clauses
// and returns (runtime/include/ws/contract.h) is run by one thread, before the launch.
//
// That thread sees the launch's grid and block, and its arguments. What it has no business with is
// an offence: memory other than parameters and its own, its index in the block, other threads.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "sim/exec/launch.h"

namespace warpscope {

/// As runtime/include/ws/launch_shape.h numbers them.
enum class ContractFact : std::uint8_t {
    DynamicSharedAlignment, ///< bytes
    ComputeCapability,      ///< 90 for 9.0
    ClusterX,
    ClusterY,
    ClusterZ,
};
/// By ContractFact.
using ContractAnswers = std::array<std::uint64_t, 5>;

struct ClauseResult {
    CodePosition at;
    std::string text, file;
    std::uint32_t line = 0;
    bool holds = false;
    std::string comparison; ///< empty for a condition
    ClauseValue left, right;
};

/// Why a contract could not be evaluated to its end.
struct ContractOffence {
    CodePosition at; ///< in the variant's executable
    std::string what;
};

struct ContractResult {
    std::vector<ClauseResult> clauses;
    std::optional<ContractOffence> offence; ///< the first
};

/// Whether this kernel of a module of variants has a contract. Variants of kernels without one are
/// the kernels themselves, and must not be run.
bool has_contract(const Module& variants, const Function& kernel);

/// `request` is the launch that is to come, with the variant as its executable. `memory` holds the
/// variables of the variant's module and nothing of the program's.
ContractResult evaluate_contract(const LaunchRequest& request, const ContractAnswers& answers,
                                 const GpuSpec& gpu, DeviceMemory& memory);

} // namespace warpscope

// The launch contracts of one translation unit: its contract PTX, loaded where it can do no harm.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "sim/base/result.h"
#include "sim/exec/contract_run.h"
#include "sim/memory/device_memory.h"

namespace warpscope::host {

/// The variants of kernels live in a memory of their own, so that evaluating them changes nothing
/// of the program's.
class Contracts {
public:
    static Result<std::unique_ptr<Contracts>> load(std::string_view ptx, std::string name,
                                                   const GpuSpec& gpu);

    /// The variant of a kernel, or null when the kernel has no contract. An error when it has one
    /// that cannot be evaluated.
    Result<std::shared_ptr<const Executable>> of(const std::string& kernel);

    /// `request` has the variant as its executable.
    ContractResult evaluate(const LaunchRequest& request, const ContractAnswers& answers) {
        return evaluate_contract(request, answers, gpu_, memory_);
    }

private:
    explicit Contracts(const GpuSpec& gpu) : gpu_(gpu), memory_(gpu.memory_bytes) {}

    GpuSpec gpu_;
    DeviceMemory memory_;
    std::shared_ptr<const ModuleInstance> instance_;
    std::map<std::string, Result<std::shared_ptr<const Executable>>> known_; ///< by kernel
};

} // namespace warpscope::host

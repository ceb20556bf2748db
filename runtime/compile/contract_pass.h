// The second compilation of a source's device code, into variants of its kernels that evaluate
// their launch contracts (runtime/include/ws/contract.h). Only for sources that have contracts.
#pragma once

#include <filesystem>
#include <future>
#include <string>
#include <vector>

#include "runtime/compile/command_lines.h"
#include "runtime/compile/process.h"

namespace warpscope::compile {

/// What it made: nothing where there are no contracts. It reads the files that the device half
/// reads.
struct ContractCode {
    std::string ptx;
    std::string compiler_text; // of a failure
    Status status = Done{};
};

class ContractPass {
public:
    /// Starts at once when the source itself names WS_REQUIRES. All outlive this.
    ContractPass(const Setting& setting, const std::filesystem::path& source,
                 const std::filesystem::path& folder, const std::filesystem::path& precompiled);

    /// Waits for it. `dependencies` are the files that the device half read: it may be that only a
    /// header of the program has contracts.
    ContractCode finish(const std::vector<std::string>& dependencies);

private:
    Result<ProcessOutcome> run() const;
    bool is_named_in(const std::vector<std::string>& files) const;

    const Setting& setting_;
    const std::filesystem::path& source_;
    Outputs outputs_;
    std::filesystem::path precompiled_;
    std::future<Result<ProcessOutcome>> early_;
};

} // namespace warpscope::compile
